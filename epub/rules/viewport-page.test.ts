import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { viewportPage } from './viewport-page.ts'

const fixed = (text: string) =>
  text.replace('  </metadata>', '    <meta property="rendition:layout">pre-paginated</meta>\n  </metadata>')
const page = (content: string) => (text: string) =>
  text.replace('<title>', `<meta name="viewport" content="${content}"/>\n    <title>`)

testRule(viewportPage, {
  sound: [book(), book({ 'package.opf': fixed, 'chapter.xhtml': page('width=600,height=800') })],
  cases: {
    'no size: that of its only picture': {
      broken: book({ 'package.opf': fixed }),
      repaired: book({ 'package.opf': fixed, 'chapter.xhtml': page('width=1, height=1') }),
    },
    'a size without its height': {
      broken: book({ 'package.opf': fixed, 'chapter.xhtml': page('width=600') }),
      repaired: book({ 'package.opf': fixed, 'chapter.xhtml': page('width=600, height=1') }),
    },
    'no commas': {
      broken: book({ 'package.opf': fixed, 'chapter.xhtml': page('width:600 height:800') }),
      repaired: book({ 'package.opf': fixed, 'chapter.xhtml': page('width=1, height=1') }),
    },
  },
})
