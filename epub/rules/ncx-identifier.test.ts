import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxIdentifier } from './ncx-identifier.ts'

testRule(ncxIdentifier, {
  cases: {
    'a stale identifier left by a conversion': {
      broken: book({
        'toc.ncx': (text) => text.replace('content="urn:uuid:12345678-1234-4234-8234-123456789abc"', 'content="calibre:42"'),
      }),
      repaired: book(),
    },
  },
})
