import { book, png } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { manifestHref } from './manifest-href.ts'

testRule(manifestHref, {
  cases: {
    'an absolute path': {
      broken: book({ 'package.opf': (text) => text.replace('href="style.css"', 'href="/EPUB/style.css"') }),
      repaired: book(),
    },
    'the path on the maker’s disk': {
      broken: book({
        'package.opf': (text) => text.replace('href="picture.png"', 'href="file:///C:/Users/me/book/picture.png"'),
      }),
      repaired: book(),
    },
    'another case': {
      broken: book({ 'package.opf': (text) => text.replace('href="chapter.xhtml"', 'href="Chapter.XHTML"') }),
      repaired: book(),
    },
    'a fragment': {
      broken: book({ 'package.opf': (text) => text.replace('href="chapter.xhtml"', 'href="chapter.xhtml#one"') }),
      repaired: book(),
    },
    'a space': {
      broken: book({
        'package.opf': (text) => text.replace('picture.png', 'a picture.png'),
        'picture.png': undefined,
        'a picture.png': png,
      }),
      repaired: book({
        'package.opf': (text) => text.replace('picture.png', 'a%20picture.png'),
        'picture.png': undefined,
        'a picture.png': png,
      }),
    },
  },
})
