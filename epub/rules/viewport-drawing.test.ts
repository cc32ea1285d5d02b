import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { viewportDrawing } from './viewport-drawing.ts'

const item = { id: 'page', href: 'page.svg', type: 'image/svg+xml', spine: true }
const opf = (text: string) =>
  withItems(item)(text).replace('  </metadata>', '    <meta property="rendition:layout">pre-paginated</meta>\n  </metadata>')
const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}><title>x</title></svg>`

testRule(viewportDrawing, {
  cases: {
    'a size in inches': {
      broken: book({ 'package.opf': opf, 'page.svg': svg(' width="2in" height="3in"') }),
      repaired: book({ 'package.opf': opf, 'page.svg': svg(' width="2in" height="3in" viewBox="0 0 192 288"') }),
    },
  },
})
