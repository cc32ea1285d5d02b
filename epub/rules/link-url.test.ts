import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkUrl } from './link-url.ts'

testRule(linkUrl, {
  cases: {
    'no scheme': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a href="www.example.org/x">x</a></p>') }),
      repaired: book({
        'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a href="https://www.example.org/x">x</a></p>'),
      }),
    },
    'a space in the name of the server': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a href="http://exa mple.com/a b">x</a></p>') }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a>x</a></p>') }),
    },
    'a space in the path': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a href="http://example.com/a b">x</a></p>') }),
      repaired: book({
        'chapter.xhtml': (text) => text.replace('</h1>', '</h1><p><a href="http://example.com/a%20b">x</a></p>'),
      }),
    },
  },
})
