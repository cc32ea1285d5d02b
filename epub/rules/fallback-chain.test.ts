import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { fallbackChain } from './fallback-chain.ts'

testRule(fallbackChain, {
  cases: {
    'a fallback to itself, one to nobody': {
      broken: book({
        'package.opf': (text) => text.replace('media-type="image/png"', 'media-type="image/png" fallback="picture"'),
      }),
      repaired: book(),
    },
    'one to nobody': {
      broken: book({ 'package.opf': (text) => text.replace('media-type="image/png"', 'media-type="image/png" fallback="gone"') }),
      repaired: book(),
    },
  },
})
