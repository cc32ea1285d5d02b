import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkUse } from './link-use.ts'

const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}><circle r="1"/></svg>`
const use = (href: string) => `<svg xmlns="http://www.w3.org/2000/svg"><use href="${href}"/></svg>`

testRule(linkUse, {
  cases: {
    'a whole drawing': {
      broken: book({ 'a.svg': svg(''), 'b.svg': use('a.svg') }),
      repaired: book({ 'a.svg': svg(' id="drawing"'), 'b.svg': use('a.svg#drawing') }),
    },
  },
})
