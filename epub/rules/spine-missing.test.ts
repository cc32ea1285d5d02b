import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineMissing } from './spine-missing.ts'

testRule(spineMissing, {
  cases: {
    'an empty spine': {
      broken: book({ 'package.opf': (text) => text.replace('    <itemref idref="chapter"/>\n', '') }),
      repaired: book(),
    },
  },
})
