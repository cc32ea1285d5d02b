import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { modelReferences } from './model-references.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(modelReferences, {
  cases: {
    'a label for nothing': {
      broken: swapped('<p>It', '<p aria-labelledby="gone one">It'),
      repaired: swapped('<p>It', '<p aria-labelledby="one">It'),
    },
    'no direction': {
      broken: swapped('It was a bright cold day in April.', '<bdo>x</bdo>'),
      repaired: swapped('It was a bright cold day in April.', '<bdo dir="ltr">x</bdo>'),
    },
  },
})
