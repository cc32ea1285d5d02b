import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { idValid } from './id-valid.ts'

const link = (id: string) => (text: string) => text.replace('chapter.xhtml"', `chapter.xhtml#${id}"`)

testRule(idValid, {
  sound: [book(), book({ 'chapter.xhtml': (text) => text.replace('id="one"', 'id="1:one"') })],
  cases: {
    'white space in EPUB 3, with the link to it': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('id="one"', 'id="one two"'), 'nav.xhtml': link('one%20two') }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('id="one"', 'id="one_two"'), 'nav.xhtml': link('one_two') }),
    },
    empty: { broken: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p id="">It') }), repaired: book() },
    'a digit first in EPUB 2, with label, description and NCX': {
      broken: book2({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="1"').replace('<p>It', '<p aria-labelledby="1">It'),
        'toc.ncx': link('1'),
      }),
      repaired: book2({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="id-1"').replace('<p>It', '<p aria-labelledby="id-1">It'),
        'toc.ncx': link('id-1'),
      }),
    },
    'in EPUB 2, with paint and styles': {
      broken: book2({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="a:b"').replace('<p>It', '<p fill="url(#a:b)">It'),
        'style.css': '/* #a:b */ h1#a\\:b, p { color: red } p { color: #a:b }\n',
      }),
      repaired: book2({
        'chapter.xhtml': (text) => text.replace('id="one"', 'id="a_b"').replace('<p>It', '<p fill="url(#a_b)">It'),
        'style.css': '/* #a:b */ h1#a_b, p { color: red } p { color: #a:b }\n',
      }),
    },
  },
})
