import { book } from '../testing/book.ts'
import { all, swap } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { kindleDeclaration } from './kindle-declaration.ts'

const undeclared = swap(/^<\?xml.*\n/, '')
const accented = swap('April', 'Avril, café')

testRule(kindleDeclaration, {
  sound: [book(), book({ 'chapter.xhtml': undeclared }), book({ 'chapter.xhtml': accented })],
  cases: {
    'accented letters without a declaration': {
      broken: book({ 'chapter.xhtml': all(undeclared, accented) }),
      repaired: book({ 'chapter.xhtml': all(swap('UTF-8', 'utf-8'), accented) }),
    },
  },
})
