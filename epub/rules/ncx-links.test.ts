import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxLinks } from './ncx-links.ts'

testRule(ncxLinks, {
  cases: {
    'an entry that leads nowhere': {
      broken: book({
        'toc.ncx': (text) =>
          text.replace(
            '  </navMap>',
            '    <navPoint id="p"><navLabel><text>Gone</text></navLabel><content src="gone.xhtml"/></navPoint>\n  </navMap>',
          ),
      }),
      repaired: book(),
    },
  },
})
