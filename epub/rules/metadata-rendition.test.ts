import { book, withItems } from '../testing/book.ts'
import { all, simple, swap } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataRendition } from './metadata-rendition.ts'

/** Two pages and what each says of its side. */
const spread = (first: string, second: string) =>
  book({
    'two.xhtml': simple('b'),
    'package.opf': all(
      withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }),
      swap('idref="chapter"', `idref="chapter" properties="${first}"`),
      swap('idref="two"', `idref="two" properties="${second}"`),
    ),
  })

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
    'both sides, beside a page that knows its own': {
      broken: spread('page-spread-left page-spread-right', 'rendition:page-spread-left'),
      repaired: spread('page-spread-right', 'rendition:page-spread-left'),
    },
  },
})
