import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { spineToc } from './spine-toc.ts'

testRule(spineToc, {
  cases: {
    'a name that nobody has': {
      broken: book({ 'package.opf': (text) => text.replace('toc="ncx"', 'toc="tocncx"') }),
      repaired: book(),
    },
    'no name': {
      broken: book({ 'package.opf': (text) => text.replace(' toc="ncx"', '') }),
      repaired: book(),
    },
  },
})
