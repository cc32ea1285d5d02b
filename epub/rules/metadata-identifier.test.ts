import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataIdentifier } from './metadata-identifier.ts'

testRule(metadataIdentifier, {
  cases: {
    'a name that leads nowhere': {
      broken: book({ 'package.opf': (text) => text.replace('unique-identifier="uid"', 'unique-identifier="BookId_old"') }),
      repaired: book(),
    },
    'no name given': {
      broken: book({ 'package.opf': (text) => text.replace(' unique-identifier="uid"', '') }),
      repaired: book({
        'package.opf': (text) => text.replace(' unique-identifier="uid" xml:lang="en"', ' xml:lang="en" unique-identifier="uid"'),
      }),
    },
    'no identifier: the NCX remembers it': {
      broken: book({ 'package.opf': (text) => text.replace(/ {4}<dc:identifier.*\n/, '') }),
      repaired: book({ 'package.opf': (text) => text.replace(/( {4}<dc:identifier.*\n)([\s\S]*)( {2}<\/metadata>)/, '$2$1$3') }),
    },
  },
})
