import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataAttributes } from './metadata-attributes.ts'

testRule(metadataAttributes, {
  sound: [book(), book2()],
  cases: {
    'a role in the words of EPUB 2': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:creator opf:role="aut" opf:file-as="Doe, J.">J. Doe</dc:creator>\n  </metadata>',
          ),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:creator id="creator">J. Doe</dc:creator>\n    <meta refines="#creator" property="role" scheme="marc:relators">aut</meta>\n    <meta refines="#creator" property="file-as">Doe, J.</meta>\n  </metadata>',
          ),
      }),
    },
    'a property in EPUB 2': {
      broken: book2({
        'package.opf': (text) => text.replace('  </metadata>', '    <meta property="foo:rating">5</meta>\n  </metadata>'),
      }),
      repaired: book2({
        'package.opf': (text) => text.replace('  </metadata>', '    <meta name="foo:rating" content="5"/>\n  </metadata>'),
      }),
    },
  },
})
