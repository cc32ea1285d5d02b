import { placeholderSvg } from '../package/placeholder.ts'
import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { fallbackForeign } from './fallback-foreign.ts'

const item = { id: 'show', href: 'show.xyz', type: 'application/x-show' }
const foreign = { 'show.xyz': 'x', 'package.opf': withItems(item) }

testRule(fallbackForeign, {
  cases: {
    'something only one app shows': {
      broken: book(foreign),
      repaired: book({
        ...foreign,
        'show-missing.svg': placeholderSvg('show.xyz'),
        'package.opf': (text) =>
          withItems(item)(text).replace(
            'media-type="application/x-show"/>',
            'media-type="application/x-show" fallback="show-missing.svg"/>\n    <item id="show-missing.svg" href="show-missing.svg" media-type="image/svg+xml"/>',
          ),
      }),
      context: {
        messages: [
          {
            id: 'RSC-032',
            severity: 'ERROR',
            path: 'EPUB/chapter.xhtml',
            line: 1,
            column: 1,
            text: 'no fallback for EPUB/show.xyz',
          },
        ],
      },
    },
  },
})
