import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineLinear } from './spine-linear.ts'

testRule(spineLinear, {
  cases: {
    'nothing to read in order': {
      broken: book({
        'package.opf': (text) => text.replace('<itemref idref="chapter"/>', '<itemref idref="chapter" linear="no"/>'),
      }),
      repaired: book(),
    },
  },
})
