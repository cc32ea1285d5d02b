import { expect, test } from 'vitest'
import { book, withItems } from '../testing/book.ts'
import { simple } from '../testing/changes.ts'
import { applyRule } from '../testing/test-rule.ts'
import { pageBlank } from './page-blank.ts'

const withPage = (content: string) =>
  book({
    'two.xhtml': simple(content),
    'package.opf': withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }),
  })

test('a page with nothing on it is told and left', async () => {
  const { findings, result } = await applyRule(pageBlank, withPage(' \u00a0 '))
  expect(findings).toMatchObject([{ path: 'EPUB/two.xhtml' }])
  expect(result.resources.has('EPUB/two.xhtml')).toBe(true)
  for (const full of [withPage('a'), withPage('<img src="picture.png" alt=""/>'), book()])
    expect((await applyRule(pageBlank, full)).findings).toEqual([])
})
