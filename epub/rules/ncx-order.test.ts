import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxOrder } from './ncx-order.ts'

testRule(ncxOrder, {
  cases: {
    'the count begins at 3': {
      broken: book({ 'toc.ncx': (text) => text.replace('playOrder="1"', 'playOrder="3"') }),
      repaired: book(),
    },
  },
})
