import { placeholderSvg } from '../package/placeholder.ts'
import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkPicture } from './link-picture.ts'

testRule(linkPicture, {
  cases: {
    'a lost picture keeps its place': {
      broken: book({ 'picture.png': undefined }),
      repaired: book({
        'picture.png': undefined,
        'picture-missing.svg': placeholderSvg('A grey dot'),
        'chapter.xhtml': (text) => text.replace('picture.png', 'picture-missing.svg'),
        'package.opf': (text) =>
          text.replace('picture.png" media-type="image/png"', 'picture-missing.svg" media-type="image/svg+xml"'),
      }),
    },
    'a picture on the web that is in the book': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('src="picture.png"', 'src="https://example.org/img/picture.png"') }),
      repaired: book(),
    },
  },
})
