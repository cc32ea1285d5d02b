import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataRefines } from './metadata-refines.ts'

testRule(metadataRefines, {
  cases: {
    'a role that belongs to nobody': {
      broken: book({
        'package.opf': (text) =>
          text.replace('  </metadata>', '    <meta refines="#gone" property="role">aut</meta>\n  </metadata>'),
      }),
      repaired: book(),
    },
    'a sort name said twice': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:creator id="c">X</dc:creator>\n    <meta refines="#c" property="file-as">A</meta>\n    <meta refines="#c" property="file-as">B</meta>\n  </metadata>',
          ),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace(
            '  </metadata>',
            '    <dc:creator id="c">X</dc:creator>\n    <meta refines="#c" property="file-as">A</meta>\n  </metadata>',
          ),
      }),
    },
  },
})
