import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageForeign } from './package-foreign.ts'

testRule(packageForeign, {
  cases: {
    'a note of a tool without its namespace': {
      broken: book({ 'package.opf': (text) => text.replace('  </metadata>', '    <calibre:foo>1</calibre:foo>\n  </metadata>') }),
      repaired: book({
        'package.opf': (text) => text.replace('  </metadata>', '    <meta name="calibre:foo" content="1"/>\n  </metadata>'),
      }),
    },
  },
})
