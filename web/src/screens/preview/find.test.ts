import { expect, test } from 'vitest'
import { expressionOf, findIn } from './find.ts'

test('any case, 50 characters on each side, and no end without a match', () => {
  const text = `${'x'.repeat(80)}Colour${'y'.repeat(80)}`
  expect(findIn(text, 3, expressionOf('colou?r').expression, 10)).toEqual([
    { chapter: 3, from: 80, to: 86, before: 'x'.repeat(50), text: 'Colour', after: 'y'.repeat(50) },
  ])
  expect(findIn('abc', 0, expressionOf('').expression, 10)).toEqual([])
  expect(findIn('abc', 0, expressionOf('z*').expression, 10)).toEqual([])
  expect(findIn('aaaa', 0, expressionOf('a').expression, 3)).toHaveLength(3)
})

test('what is no expression is searched for as it is written', () => {
  for (const pattern of ['(', '[', '\\', '*']) {
    const { expression, isLiteral } = expressionOf(pattern)
    expect(isLiteral).toBe(true)
    expect(findIn(`a${pattern}b`, 0, expression, 9)).toHaveLength(1)
  }
})
