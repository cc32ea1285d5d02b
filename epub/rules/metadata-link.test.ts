import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataLink } from './metadata-link.ts'

testRule(metadataLink, {
  cases: {
    'a record without its type, and a link into the package': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <link rel="record" href="https://example.org/record"/>\n    <link rel="alternate" href="#uid"/>\n  </metadata>',
          ),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <link rel="record" href="https://example.org/record" media-type="application/xml"/>\n  </metadata>',
          ),
      }),
    },
  },
})
