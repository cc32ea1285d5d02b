import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { encodingControls } from './encoding-controls.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(encodingControls, {
  cases: {
    'a bell': {
      broken: swapped('It was a bright cold day in April.', 'be\u0007ll'),
      repaired: swapped('It was a bright cold day in April.', 'bell'),
    },
    'a form feed parts words': {
      broken: swapped('It was a bright cold day in April.', 'one\u000ctwo'),
      repaired: swapped('It was a bright cold day in April.', 'one two'),
    },
    'a reference to a Windows quote': {
      broken: swapped('It was a bright cold day in April.', 'it&#146;s'),
      repaired: swapped('It was a bright cold day in April.', 'it’s'),
    },
    'zeros behind the end': {
      broken: swapped('</html>', '</html>\0\0\0'),
      repaired: book(),
    },
  },
})
