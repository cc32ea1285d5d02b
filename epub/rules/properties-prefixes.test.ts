import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { propertiesPrefixes } from './properties-prefixes.ts'

testRule(propertiesPrefixes, {
  cases: {
    'a known vocabulary is declared, an unknown one said in the older way': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <meta property="ibooks:version">1.0</meta>\n    <meta property="foo:rating">5</meta>\n  </metadata>',
          ),
      }),
      repaired: book({
        'package.opf': (text) =>
          text
            .replace(
              'xml:lang="en">',
              'xml:lang="en" prefix="ibooks: http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/">',
            )
            .replace(
              '  </metadata>',
              '    <meta property="ibooks:version">1.0</meta>\n    <meta name="foo:rating" content="5"/>\n  </metadata>',
            ),
      }),
    },
    'a prefix for what needs none': {
      broken: book({
        'package.opf': (text) => text.replace('xml:lang="en">', 'xml:lang="en" prefix="dc: http://purl.org/dc/elements/1.1/">'),
      }),
      repaired: book(),
    },
  },
})
