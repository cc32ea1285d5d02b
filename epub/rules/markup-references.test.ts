import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupReferences } from './markup-references.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupReferences, {
  cases: {
    'a bare ampersand': {
      broken: swapped('It was a bright cold day in April.', 'Salt & pepper'),
      repaired: swapped('It was a bright cold day in April.', 'Salt &amp; pepper'),
    },
    'a name that only HTML knows': {
      broken: swapped('It was a bright cold day in April.', 'one&nbsp;two&mdash;three'),
      repaired: swapped('It was a bright cold day in April.', 'one&#160;two—three'),
    },
    'a sum': {
      broken: swapped('It was a bright cold day in April.', '1 < 2'),
      repaired: swapped('It was a bright cold day in April.', '1 &lt; 2'),
    },
  },
})
