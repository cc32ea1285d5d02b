import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataEmpty } from './metadata-empty.ts'

testRule(metadataEmpty, {
  cases: {
    'fields left blank': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:creator></dc:creator>\n    <dc:subject/>\n    <meta name="" content=""/>\n  </metadata>',
          ),
      }),
      repaired: book(),
    },
  },
})
