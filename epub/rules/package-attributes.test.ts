import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageAttributes } from './package-attributes.ts'

testRule(packageAttributes, {
  sound: [book(), book2()],
  cases: {
    'a page map and a direction nobody knows': {
      broken: book({
        'package.opf': (text) =>
          text.replace('<spine toc="ncx">', '<spine toc="ncx" page-map="map" page-progression-direction="auto">'),
      }),
      repaired: book(),
    },
    'words of EPUB 3 in EPUB 2': {
      broken: book2({ 'package.opf': (text) => text.replace('id="picture"', 'properties="cover-image" id="picture"') }),
      repaired: book2(),
    },
    'an attribute of another element on a meta': {
      broken: book({ 'package.opf': (text) => text.replace('<meta property=', '<meta bgcolor="red" type="1" property=') }),
      repaired: book(),
    },
    'linear in other words': {
      broken: book({
        'package.opf': (text) => text.replace('<itemref idref="chapter"/>', '<itemref idref="chapter" linear="Yes"/>'),
      }),
      repaired: book({
        'package.opf': (text) => text.replace('<itemref idref="chapter"/>', '<itemref idref="chapter" linear="yes"/>'),
      }),
    },
  },
})
