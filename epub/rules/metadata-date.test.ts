import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataDate } from './metadata-date.ts'

testRule(metadataDate, {
  cases: {
    'a German date': {
      broken: book({
        'package.opf': (text) => text.replace('  </metadata>', '    <dc:date>22.09.2015</dc:date>\n  </metadata>'),
      }),
      repaired: book({
        'package.opf': (text) => text.replace('  </metadata>', '    <dc:date>2015-09-22</dc:date>\n  </metadata>'),
      }),
    },
    'two dates in EPUB 3': {
      broken: book({
        'package.opf': (text) =>
          text.replace('  </metadata>', '    <dc:date>2015</dc:date>\n    <dc:date>2016</dc:date>\n  </metadata>'),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:date>2015</dc:date>\n    <meta property="dcterms:date">2016</meta>\n  </metadata>',
          ),
      }),
    },
  },
})
