import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestAbsent } from './manifest-absent.ts'

testRule(manifestAbsent, {
  cases: {
    'a page that is not there': {
      broken: book({ 'package.opf': withItems({ id: 'gone', href: 'Text/gone.xhtml', type: 'application/xhtml+xml' }) }),
      repaired: book(),
    },
  },
})
