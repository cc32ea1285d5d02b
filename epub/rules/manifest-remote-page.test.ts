import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestRemotePage } from './manifest-remote-page.ts'

testRule(manifestRemotePage, {
  cases: {
    'a page on the web among the parts': {
      broken: book({
        'package.opf': withItems({ id: 'far', href: 'https://example.org/page.xhtml', type: 'application/xhtml+xml' }),
      }),
      repaired: book(),
    },
  },
})
