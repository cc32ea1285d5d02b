import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineDead } from './spine-dead.ts'

testRule(spineDead, {
  cases: {
    'an entry that names nothing, and one twice': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '    <itemref idref="chapter"/>\n',
            '    <itemref idref="chapter"/>\n    <itemref idref="gone"/>\n    <itemref idref="chapter"/>\n',
          ),
      }),
      repaired: book(),
    },
    'a style sheet among the pages': {
      broken: book({
        'package.opf': (text) =>
          text.replace('    <itemref idref="chapter"/>\n', '    <itemref idref="chapter"/>\n    <itemref idref="style"/>\n'),
      }),
      repaired: book(),
    },
  },
})
