import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { encodingBytes } from './encoding-bytes.ts'

const bytes = (text: string, ...at: readonly number[]) => {
  const parts = text.split('¿').map((part) => [...new TextEncoder().encode(part)])
  return Uint8Array.from(parts.flatMap((part, i) => (i === 0 ? part : [at[i - 1]!, ...part])))
}
const page = (word: string, encoding = 'utf-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>${word}</p></body></html>`
const cyrillic = (text: string) =>
  Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })

testRule(encodingBytes, {
  cases: {
    'Windows quotes in the middle of UTF-8': {
      broken: book({ 'chapter.xhtml': bytes(page('naïve ¿café¿'), 0x93, 0x94) }),
      repaired: book({ 'chapter.xhtml': page('naïve “café”') }),
    },
    'UTF-8 that says it is Latin-1': {
      broken: book({ 'chapter.xhtml': page('naïve', 'iso-8859-1') }),
      repaired: book({ 'chapter.xhtml': page('naïve') }),
    },
    'a Russian page in its old code page': {
      broken: book({
        'package.opf': (text) => text.replace('<dc:language>en', '<dc:language>ru'),
        'chapter.xhtml': cyrillic(page('Мороз и солнце')),
      }),
      repaired: book({
        'package.opf': (text) => text.replace('<dc:language>en', '<dc:language>ru'),
        'chapter.xhtml': page('Мороз и солнце'),
      }),
    },
  },
})
