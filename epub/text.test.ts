import { expect, test } from 'vitest'
import { written } from './publication.ts'
import { wordCountOf, wordsOf } from './text.ts'

const page = (text: string) => written('a.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><body>${text}</body></html>`)

test('words are counted as they would be told, in any script', () => {
  const texts = [
    'One two_three 4, five-six.',
    'soft\u00adhyphen zero\u200bwidth \ufeffmark',
    '漢字と仮名 a漢字b 々 か\u3099 \u30a0ア\u30fbイ\u30a0b',
    '한국어 문장, слово ещё, cafe\u0301 e\u0301\u0327',
    '𝒜𝓑 😀 𠀀𠀁 lone \ud800 half',
  ]
  for (const text of texts) expect(wordCountOf(page(text)), text).toBe(wordsOf(page(text)).length)
  expect(wordCountOf(page(texts[0]!))).toBe(5)
})
