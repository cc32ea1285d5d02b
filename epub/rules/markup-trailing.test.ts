import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupTrailing } from './markup-trailing.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupTrailing, {
  cases: {
    'words behind the page': {
      broken: swapped('</body>\n</html>', '</body>\n</html>\nMade by ABC'),
      repaired: page((text) => text.replace('</body>\n</html>\n', '\n\n<p>Made by ABC</p>\n</body></html>')),
    },
  },
})
