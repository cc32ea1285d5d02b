import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageVersion } from './package-version.ts'

testRule(packageVersion, {
  sound: [book(), book2()],
  cases: {
    'a version that never was': {
      broken: book({ 'package.opf': (text) => text.replace('version="3.0"', 'version="3.1"') }),
      repaired: book(),
    },
    'an EPUB 3 that says 2': {
      broken: book({ 'package.opf': (text) => text.replace('version="3.0"', 'version="2.0"') }),
      repaired: book(),
    },
    'no version at all': {
      broken: book2({ 'package.opf': (text) => text.replace('version="2.0" ', '') }),
      repaired: book2({
        'package.opf': (text) => text.replace('version="2.0" unique-identifier="uid"', 'unique-identifier="uid" version="2.0"'),
      }),
    },
  },
})
