import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerLeftovers } from './container-leftovers.ts'

testRule(containerLeftovers, {
  cases: {
    'a leftover that is no XML': {
      broken: book({ 'META-INF/metadata.xml': 'not xml at all & more' }),
      repaired: book(),
    },
    'a signature without a signature': {
      broken: book({ 'META-INF/signatures.xml': '<signatures/>' }),
      repaired: book(),
    },
  },
})
