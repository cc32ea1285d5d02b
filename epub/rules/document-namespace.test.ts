import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentNamespace } from './document-namespace.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

const inside = (markup: string) => page((text) => text.replace('<p>It', `${markup}<p>It`))

testRule(documentNamespace, {
  cases: {
    'a page without one': {
      broken: swapped('<html xmlns="http://www.w3.org/1999/xhtml" ', '<html '),
      repaired: page((text) =>
        text
          .replace('<html xmlns="http://www.w3.org/1999/xhtml" ', '<html ')
          .replace(' lang="en">', ' lang="en" xmlns="http://www.w3.org/1999/xhtml">'),
      ),
    },
    'a page with a wrong one': { broken: swapped('1999/xhtml"', '1999/xhtml/"'), repaired: book() },
    'a wrong epub': { broken: swapped('http://www.idpf.org/2007/ops', 'http://www.idpf.org/2011/epub'), repaired: book() },
    'a drawing without one': {
      broken: inside('<svg viewBox="0 0 1 1"></svg>'),
      repaired: inside('<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"></svg>'),
    },
    'an element taken out of it': { broken: inside('<p xmlns="">x</p>'), repaired: inside('<p>x</p>') },
  },
})
