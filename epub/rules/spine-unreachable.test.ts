import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineUnreachable } from './spine-unreachable.ts'

const item = { id: 'extra', href: 'extra.xhtml', type: 'application/xhtml+xml' }
const page = {
  'extra.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p>X</p></body></html>',
}

testRule(spineUnreachable, {
  cases: {
    'an extra that nothing leads to': {
      broken: book({
        ...page,
        'package.opf': (text) => withItems(item)(text).replace('idref="extra"', 'idref="extra" linear="no"'),
      }),
      repaired: book({ ...page, 'package.opf': withItems(item) }),
    },
  },
})
