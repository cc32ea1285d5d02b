import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageIds } from './package-ids.ts'

testRule(packageIds, {
  cases: {
    'a picture took the name of a page': {
      broken: book({ 'package.opf': (text) => text.replace('id="picture"', 'id="chapter"') }),
      repaired: book({ 'package.opf': (text) => text.replace('id="picture"', 'id="picture.png"') }),
    },
    'a number is no name': {
      broken: book({ 'package.opf': (text) => text.replaceAll('"chapter"', '"1 chapter"') }),
      repaired: book({ 'package.opf': (text) => text.replaceAll('"chapter"', '"id-1-chapter"') }),
    },
    'an item without a name gets the one the spine asks for': {
      broken: book({ 'package.opf': (text) => text.replace('id="chapter" ', '') }),
      repaired: book({
        'package.opf': (text) =>
          text.replace(
            'id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"',
            'href="chapter.xhtml" media-type="application/xhtml+xml" id="chapter"',
          ),
      }),
    },
  },
})
