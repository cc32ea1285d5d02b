import { reparsed } from '../content/html.ts'
import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupHtml } from './markup-html.ts'

/** One attribute under two prefixes of one namespace: no small mend sees it. */
const tangled =
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:a="urn:x" xmlns:b="urn:x"><head><title>T</title></head><body><p a:c="1" b:c="2">one</p></body></html>'

testRule(markupHtml, {
  cases: {
    'what small mends do not cure': {
      broken: book({ 'chapter.xhtml': tangled }),
      repaired: book({ 'chapter.xhtml': reparsed(tangled) }),
    },
  },
})
