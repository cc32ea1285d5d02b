import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataRendition } from './metadata-rendition.ts'

testRule(metadataRendition, {
  cases: {
    'a layout in other words, and a second one': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <meta property="rendition:layout">fixed</meta>\n    <meta property="rendition:layout">fixed</meta>\n  </metadata>',
          ),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace('  </metadata>', '    <meta property="rendition:layout">pre-paginated</meta>\n  </metadata>'),
      }),
    },
    'both sides of a spread': {
      broken: book({
        'package.opf': (text) =>
          text.replace('idref="chapter"', 'idref="chapter" properties="page-spread-left page-spread-right"'),
      }),
      repaired: book({
        'package.opf': (text) => text.replace('idref="chapter"', 'idref="chapter" properties="page-spread-left"'),
      }),
    },
  },
})
