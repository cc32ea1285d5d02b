import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageVersion } from './package-version.ts'

const html5 = (text: string) => text.replace(/<!DOCTYPE[^>]*>\n/, '').replace(/<p>(It .*)<\/p>/, '<section><p>$1</p></section>')

testRule(packageVersion, {
  sound: [book(), book2(), book2({ 'chapter.xhtml': (text) => html5(text).replaceAll('section>', 'tt>') })],
  cases: {
    'a version that never was': {
      broken: book({ 'package.opf': (text) => text.replace('version="3.0"', 'version="3.1"') }),
      repaired: book(),
    },
    'an EPUB 3 that says 2': {
      broken: book({ 'package.opf': (text) => text.replace('version="3.0"', 'version="2.0"') }),
      repaired: book(),
    },
    'an EPUB 2 written in what only EPUB 3 has': {
      broken: book2({ 'chapter.xhtml': html5 }),
      repaired: book2({ 'chapter.xhtml': html5, 'package.opf': (text) => text.replace('version="2.0"', 'version="3.0"') }),
    },
    'no version at all': {
      broken: book2({ 'package.opf': (text) => text.replace('version="2.0" ', '') }),
      repaired: book2({
        'package.opf': (text) => text.replace('version="2.0" unique-identifier="uid"', 'unique-identifier="uid" version="2.0"'),
      }),
    },
  },
})
