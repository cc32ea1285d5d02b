import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupTags } from './markup-tags.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupTags, {
  cases: {
    'a paragraph that is not closed': {
      broken: swapped('April.</p>', 'April.'),
      repaired: book(),
    },
    'names in upper case': {
      broken: swapped('<p>It was a bright cold day in April.</p>', '<P>It was a bright cold day in April.</P>'),
      repaired: book(),
    },
    'a line break with text in it': {
      broken: swapped('It was a bright cold day in April.', 'one<br>two</br>three'),
      repaired: swapped('It was a bright cold day in April.', 'one<br/>twothree'),
    },
  },
})
