import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { mediaTypeDeclared } from './media-type-declared.ts'

testRule(mediaTypeDeclared, {
  cases: {
    'a page labelled as mere XML and a picture as a stream of bytes': {
      broken: book({
        'package.opf': (text) =>
          text
            .replace('chapter.xhtml" media-type="application/xhtml+xml', 'chapter.xhtml" media-type="application/xml')
            .replace('image/png', 'application/octet-stream'),
      }),
      repaired: book(),
    },
    'no type': {
      broken: book({ 'package.opf': (text) => text.replace(' media-type="text/css"', '') }),
      repaired: book(),
    },
    'a picture of another kind, as its bytes prove': {
      broken: book({ 'package.opf': (text) => text.replace('image/png', 'image/jpeg') }),
      repaired: book(),
    },
  },
})
