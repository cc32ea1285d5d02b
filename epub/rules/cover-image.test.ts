import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { coverImage } from './cover-image.ts'

testRule(coverImage, {
  cases: {
    'a style sheet is no cover': {
      broken: book({
        'package.opf': (text) =>
          text
            .replace('id="picture"', 'id="cover"')
            .replace('media-type="text/css"', 'media-type="text/css" properties="cover-image"'),
      }),
      repaired: book({
        'package.opf': (text) =>
          text
            .replace('id="picture"', 'id="cover"')
            .replace('media-type="image/png"', 'media-type="image/png" properties="cover-image"'),
      }),
    },
    'a meta that names nobody': {
      broken: book({
        'package.opf': (text) => text.replace('  </metadata>', '    <meta name="cover" content="gone"/>\n  </metadata>'),
      }),
      repaired: book(),
    },
  },
})
