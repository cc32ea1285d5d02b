import { book } from '../testing/book.ts'
import { inHead, inMetadata } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { viewportDouble } from './viewport-double.ts'

const fixed = inMetadata('<meta property="rendition:layout">pre-paginated</meta>')
const sizes = (...list: readonly string[]) => inHead(list.map((size) => `<meta name="viewport" content="${size}"/>`).join(''))

testRule(viewportDouble, {
  sound: [book(), book({ ...fixed, ...sizes('width=600, height=800') })],
  cases: {
    'two sizes for one page': {
      broken: book({ ...fixed, ...sizes('width=600, height=800', 'width=9, height=9') }),
      repaired: book({ ...fixed, ...sizes('width=600, height=800') }),
    },
    'a size on a page that flows': { broken: book(sizes('width=600, height=800')), repaired: book() },
  },
})
