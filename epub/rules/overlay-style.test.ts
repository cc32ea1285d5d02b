import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { overlayStyle } from './overlay-style.ts'

const opf = (text: string) =>
  text
    .replace('  </metadata>', '    <meta property="media:active-class">spoken</meta>\n  </metadata>')
    .replace('id="chapter"', 'id="chapter" media-overlay="smil"')

testRule(overlayStyle, {
  cases: {
    'no style says how': {
      broken: book({ 'package.opf': opf, 'chapter.xhtml': (text) => text.replace(/ {4}<link.*\n/, '') }),
      repaired: book({
        'package.opf': opf,
        'chapter.xhtml': (text) =>
          text.replace(/<link.*/, '<style type="text/css">.spoken { background-color: #ffff99; }</style>'),
      }),
    },
  },
})
