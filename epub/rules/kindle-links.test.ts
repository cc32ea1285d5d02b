import { book, withItems } from '../testing/book.ts'
import { inChapter, simple } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { kindleLinks } from './kindle-links.ts'

const two = {
  'two.xhtml': simple('b').replace('<body><p>', '<body id="all"><p id="b">'),
  'package.opf': withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }),
}
const link = (href: string) => inChapter(`<p><a href="${href}">a</a></p>`)

testRule(kindleLinks, {
  sound: [book(), book({ ...two, ...link('two.xhtml#b') })],
  cases: {
    'a link to the id of a whole page': {
      broken: book({ ...two, ...link('two.xhtml#all') }),
      repaired: book({ ...two, ...link('two.xhtml') }),
    },
  },
})
