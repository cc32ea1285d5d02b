import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkFragment } from './link-fragment.ts'

testRule(linkFragment, {
  cases: {
    'an id that moved to another page': {
      broken: book({ 'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="nav.xhtml#one"') }),
      repaired: book({ 'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#one"') }),
    },
    'an id that nobody has': {
      broken: book({ 'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#lost"') }),
      repaired: book(),
    },
    'another case': {
      broken: book({ 'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#ONE"') }),
      repaired: book({ 'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#one"') }),
    },
  },
})
