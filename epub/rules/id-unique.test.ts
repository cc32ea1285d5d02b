import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { idUnique } from './id-unique.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(idUnique, {
  cases: {
    'the first keeps it': {
      broken: swapped('<p>It', '<p id="one">x</p><p id="one-2">y</p><p>It'),
      repaired: swapped('<p>It', '<p id="one-3">x</p><p id="one-2">y</p><p>It'),
    },
  },
})
