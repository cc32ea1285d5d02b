import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestOutsider } from './manifest-outsider.ts'

testRule(manifestOutsider, {
  cases: {
    'the package lists itself': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </manifest>',
            '    <item id="opf" href="package.opf" media-type="application/oebps-package+xml"/>\n  </manifest>',
          ),
      }),
      repaired: book(),
    },
  },
})
