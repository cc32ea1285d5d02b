import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentCharset } from './document-charset.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(documentCharset, {
  cases: {
    'another encoding': {
      broken: swapped('<title>', '<meta charset="iso-8859-1"/><title>'),
      repaired: swapped('<title>', '<meta charset="utf-8"/><title>'),
    },
    'both ways': {
      broken: swapped(
        '<title>',
        '<meta charset="utf-8"/><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>',
      ),
      repaired: swapped('<title>', '<meta charset="utf-8"/><title>'),
    },
  },
})
