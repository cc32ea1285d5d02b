import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { collectionContent } from './collection-content.ts'

testRule(collectionContent, {
  cases: {
    'a list of parts outside a collection': {
      broken: book({
        'package.opf': (text) =>
          text.replace('</package>', '<collection role="manifest"><link href="chapter.xhtml"/></collection></package>'),
      }),
      repaired: book(),
    },
  },
})
