import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { encodingMojibake } from './encoding-mojibake.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(encodingMojibake, {
  sound: [book(), swapped('April', 'Nation « Â » SÃO'), swapped('April', 'Ã la carte')],
  cases: {
    'quotes and accents': {
      broken: swapped('April', 'â€œCafÃ©â€\u009d â€” itâ€™s'),
      repaired: swapped('April', '“Café” — it’s'),
    },
    Cyrillic: { broken: swapped('April', 'ÐŸÑ€Ð¸Ð²ÐµÑ‚'), repaired: swapped('April', 'Привет') },
  },
})
