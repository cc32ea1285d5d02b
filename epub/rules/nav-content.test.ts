import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navContent } from './nav-content.ts'

testRule(navContent, {
  cases: {
    'a list without order': {
      broken: book({ 'nav.xhtml': (text) => text.replace('<ol>', '<ul>').replace('</ol>', '</ul>') }),
      repaired: book(),
    },
    'an empty list is filled from the NCX': {
      broken: book({ 'nav.xhtml': (text) => text.replace('        <li><a href="chapter.xhtml">One</a></li>\n', '') }),
      repaired: book(),
    },
    'paragraphs round the links': {
      broken: book({
        'nav.xhtml': (text) => text.replace('<a href="chapter.xhtml">One</a>', '<p><a href="chapter.xhtml">One</a></p>'),
      }),
      repaired: book(),
    },
    'an empty heading': {
      broken: book({ 'nav.xhtml': (text) => text.replace('<ol>', '<h2></h2><ol>') }),
      repaired: book(),
    },
  },
})
