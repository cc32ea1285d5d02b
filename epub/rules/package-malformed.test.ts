import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageMalformed } from './package-malformed.ts'

testRule(packageMalformed, {
  cases: {
    'a title with a bare ampersand': {
      broken: book({ 'package.opf': (text) => text.replace('A Small Book', 'Salt & Pepper') }),
      repaired: book({ 'package.opf': (text) => text.replace('A Small Book', 'Salt &amp; Pepper') }),
    },
    'an NCX that was cut': {
      broken: book({ 'toc.ncx': (text) => text.replace('  </navMap>\n</ncx>\n', '') }),
      repaired: book({ 'toc.ncx': (text) => text.replace('\n  </navMap>\n</ncx>\n', '</navMap></ncx>\n') }),
    },
  },
})
