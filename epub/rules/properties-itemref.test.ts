import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { propertiesItemref } from './properties-itemref.ts'

testRule(propertiesItemref, {
  cases: {
    'a word of one reading app': {
      broken: book({
        'package.opf': (text) => text.replace('idref="chapter"', 'idref="chapter" properties="duokan-page-fullscreen"'),
      }),
      repaired: book(),
    },
  },
})
