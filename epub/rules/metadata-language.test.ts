import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { metadataLanguage } from './metadata-language.ts'

testRule(metadataLanguage, {
  cases: {
    'a language in words': {
      broken: book({ 'package.opf': (text) => text.replace('<dc:language>en<', '<dc:language>English (US)<') }),
      repaired: book({ 'package.opf': (text) => text.replace('<dc:language>en<', '<dc:language>en-US<') }),
    },
    'an empty one: the pages say it': {
      broken: book({ 'package.opf': (text) => text.replace('<dc:language>en<', '<dc:language><') }),
      repaired: book(),
    },
    'an underscore': {
      broken: book({ 'package.opf': (text) => text.replace('<dc:language>en<', '<dc:language>pt_BR<') }),
      repaired: book({ 'package.opf': (text) => text.replace('<dc:language>en<', '<dc:language>pt-BR<') }),
    },
  },
})
