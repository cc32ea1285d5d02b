import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkEmpty } from './link-empty.ts'

testRule(linkEmpty, {
  cases: {
    'a style sheet without address': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('  </head>', '    <link rel="stylesheet" type="text/css"/>\n  </head>'),
      }),
      repaired: book(),
    },
  },
})
