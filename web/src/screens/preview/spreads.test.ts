import { expect, test } from 'vitest'
import { spreadsOf } from './spreads.ts'

const size = { width: 600, height: 800 }
const fixed = { size }
const on = (spread: 'left' | 'right' | 'center') => ({ size, spread })

test.each<[string, Parameters<typeof spreadsOf>[0], number[][]]>([
  ['a book without pages', [], []],
  ['text that flows stands alone', [{}, {}], [[0], [1]]],
  ['a cover, then two and two', [fixed, fixed, fixed, fixed], [[0], [1, 2], [3]]],
  [
    'sides that are said',
    [on('left'), on('right'), on('left'), on('right')],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['a page in the middle', [fixed, on('center'), fixed, fixed], [[0], [1], [2, 3]]],
  ['two right-hand pages', [on('right'), on('right'), fixed, fixed], [[0], [1], [2, 3]]],
  ['two left-hand pages', [on('left'), on('left'), on('right')], [[0], [1, 2]]],
  ['text between', [fixed, fixed, {}, fixed, fixed], [[0], [1], [2], [3, 4]]],
])('%s', (_, pages, expected) => {
  expect(spreadsOf(pages, 'ltr')).toEqual(expected)
  const turned = pages.map((page) =>
    page.spread === 'left' || page.spread === 'right' ? on(page.spread === 'left' ? 'right' : 'left') : page,
  )
  expect(spreadsOf(turned, 'rtl')).toEqual(expected)
})
