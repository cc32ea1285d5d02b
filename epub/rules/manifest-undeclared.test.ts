import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestUndeclared } from './manifest-undeclared.ts'

const moved = (text: string) =>
  text
    .replace('    <item id="style" href="style.css" media-type="text/css"/>\n', '')
    .replace('  </manifest>', '    <item id="style.css" href="style.css" media-type="text/css"/>\n  </manifest>')

testRule(manifestUndeclared, {
  sound: [book(), book({ 'draft.xhtml': '<html/>' })],
  cases: {
    'a style sheet that a page uses': {
      broken: book({
        'package.opf': (text) => text.replace('    <item id="style" href="style.css" media-type="text/css"/>\n', ''),
      }),
      repaired: book({ 'package.opf': moved }),
    },
    'a page that only the spine names': {
      broken: book({ 'package.opf': (text) => text.replace(/ {4}<item id="chapter".*\n/, '') }),
      repaired: book({
        'package.opf': (text) => text.replace(/( {4}<item id="chapter".*\n)([\s\S]*)( {2}<\/manifest>)/, '$2$1$3'),
      }),
    },
  },
})
