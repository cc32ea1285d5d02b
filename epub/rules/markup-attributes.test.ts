import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupAttributes } from './markup-attributes.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupAttributes, {
  cases: {
    'no quotes': {
      broken: swapped('<h1 id="one">', '<h1 id=one>'),
      repaired: book(),
    },
    twice: {
      broken: swapped('<h1 id="one">', '<h1 id="one" id="two">'),
      repaired: book(),
    },
  },
})
