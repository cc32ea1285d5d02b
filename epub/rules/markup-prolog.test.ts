import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupProlog } from './markup-prolog.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupProlog, {
  cases: {
    'white space before the declaration': {
      broken: swapped('<?xml', '\n <?xml'),
      repaired: book(),
    },
    'a declaration behind a comment': {
      broken: swapped('<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- saved --><?xml version="1.0" encoding="UTF-8"?>\n'),
      repaired: swapped('<?xml version="1.0" encoding="UTF-8"?>\n', '<?xml version="1.0" encoding="UTF-8"?><!-- saved -->\n'),
    },
  },
})
