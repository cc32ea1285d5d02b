import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navLabels } from './nav-labels.ts'

testRule(navLabels, {
  cases: {
    'an empty line takes the heading it leads to': {
      broken: book({ 'nav.xhtml': (text) => text.replace('>One<', '><') }),
      repaired: book(),
    },
  },
})
