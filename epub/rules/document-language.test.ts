import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentLanguage } from './document-language.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(documentLanguage, {
  cases: {
    'two that differ': {
      broken: swapped(' lang="en">', ' lang="english">'),
      repaired: book(),
    },
    'an underscore': {
      broken: swapped('<h1 id="one">', '<h1 id="one" lang="en_GB">'),
      repaired: swapped('<h1 id="one">', '<h1 id="one" lang="en-GB">'),
    },
    'no code at all': {
      broken: swapped('<h1 id="one">', '<h1 id="one" lang="the language of angels">'),
      repaired: book(),
    },
  },
})
