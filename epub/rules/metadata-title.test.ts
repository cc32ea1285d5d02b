import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataTitle } from './metadata-title.ts'

testRule(metadataTitle, {
  cases: {
    'no title: the NCX remembers it': {
      broken: book({ 'package.opf': (text) => text.replace(/ {4}<dc:title.*\n/, '') }),
      repaired: book({ 'package.opf': (text) => text.replace(/( {4}<dc:title.*\n)([\s\S]*)( {2}<\/metadata>)/, '$2$1$3') }),
    },
    'an empty one': {
      broken: book({ 'package.opf': (text) => text.replace('A Small Book', ' ') }),
      repaired: book(),
    },
  },
})
