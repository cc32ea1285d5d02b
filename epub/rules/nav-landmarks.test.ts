import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navLandmarks } from './nav-landmarks.ts'

const landmarks = (items: string) => (text: string) =>
  text.replace('  </body>', `<nav epub:type="landmarks"><ol>${items}</ol></nav></body>`)

testRule(navLandmarks, {
  cases: {
    'a landmark without its kind': {
      broken: book({ 'nav.xhtml': landmarks('<li><a href="chapter.xhtml">Start</a></li>') }),
      repaired: book({ 'nav.xhtml': landmarks('<li><a href="chapter.xhtml" epub:type="bodymatter">Start</a></li>') }),
    },
  },
})
