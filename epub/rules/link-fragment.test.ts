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
    'a name that is no id in EPUB 3': {
      broken: book({
        'chapter.xhtml': (text) => text.replace('<p>It', '<p><a name="here"/><a id="there" name="two"/>It'),
        'nav.xhtml': (text) =>
          text.replace('href="chapter.xhtml">One</a>', 'href="chapter.xhtml#here">One</a><a href="chapter.xhtml#two">x</a>'),
      }),
      repaired: book({
        'chapter.xhtml': (text) =>
          text.replace('<p>It', '<p><a name="here" id="here"/><a id="two"></a><a id="there" name="two"/>It'),
        'nav.xhtml': (text) =>
          text.replace('href="chapter.xhtml">One</a>', 'href="chapter.xhtml#here">One</a><a href="chapter.xhtml#two">x</a>'),
      }),
    },
  },
})
