import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestDuplicate } from './manifest-duplicate.ts'

testRule(manifestDuplicate, {
  cases: {
    'a page declared twice, the spine naming the second': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            'id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/>',
            'id="copy" href="chapter.xhtml" media-type="application/xhtml+xml"/>\n    <item id="chapter" href="chapter.xhtml" media-type="application/xhtml+xml"/>',
          ),
      }),
      repaired: book(),
    },
  },
})
