import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkTarget } from './link-target.ts'

testRule(linkTarget, {
  cases: {
    'another case, a back-slash, a slash in front': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('style.css', '/EPUB/Style.css').replace('picture.png', 'images\\picture.png'),
      }),
      repaired: book(),
    },
    'a query behind the name of a file': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('picture.png', 'picture.png?v=2') }),
      repaired: book(),
    },
    'a page that is lost, when its place is on another': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="dragon"'),
        'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="lost.xhtml#dragon"'),
      }),
      repaired: book({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="dragon"'),
        'nav.xhtml': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#dragon"'),
      }),
    },
  },
})
