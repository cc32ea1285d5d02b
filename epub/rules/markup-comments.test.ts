import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupComments } from './markup-comments.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupComments, {
  cases: {
    'hyphens inside': {
      broken: swapped('<p>It', '<!-- a -- b --><p>It'),
      repaired: swapped('<p>It', '<!-- a - - b --><p>It'),
    },
  },
})
