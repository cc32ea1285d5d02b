import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { modelData } from './model-data.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(modelData, {
  cases: {
    'upper case': {
      broken: swapped('<p>It', '<p data-X="1">It'),
      repaired: swapped('<p>It', '<p data-x="1">It'),
    },
    'no name': {
      broken: swapped('<p>It', '<p data-="1">It'),
      repaired: book(),
    },
    'an attribute in a namespace of the standards': {
      broken: swapped('<p>It', '<p w3:note="1" xmlns:w3="http://example.w3.org">It'),
      repaired: swapped('<p>It', '<p xmlns:w3="http://example.w3.org" data-w3-note="1">It'),
    },
  },
})
