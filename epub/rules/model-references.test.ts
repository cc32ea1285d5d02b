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
    'a result of nothing': {
      broken: swapped('<p>It', '<p><output for="gone one">x</output>It'),
      repaired: swapped('<p>It', '<p><output for="one">x</output>It'),
    },
    'a trigger of nothing': {
      broken: swapped(
        '</title>',
        '</title><epub:trigger xmlns:ev="http://www.w3.org/2001/xml-events" ev:observer="one" ev:event="click" action="pause" ref="gone"/>',
      ),
      repaired: book(),
    },
  },
})
