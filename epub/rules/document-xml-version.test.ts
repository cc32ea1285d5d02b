import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentXmlVersion } from './document-xml-version.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(documentXmlVersion, {
  cases: {
    '1.1': {
      broken: swapped('version="1.0"', 'version="1.1"'),
      repaired: book(),
    },
  },
})
