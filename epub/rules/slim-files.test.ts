import { book, withItems } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { slimFiles } from './slim-files.ts'

const idle = { 'idle.css': 'p { margin: 0 }', 'package.opf': withItems({ id: 'idle', href: 'idle.css', type: 'text/css' }) }

testRule(slimFiles, {
  sound: [
    book(),
    book({ ...idle, ...inChapter('<script>load()</script>') }),
    book({ ...idle, ...inChapter('<p><a href="idle.css">a</a></p>') }),
    // pages hold words, whether or not anything leads to them
    book({
      'more.xhtml': 'a',
      'package.opf': withItems({ id: 'more', href: 'more.xhtml', type: 'application/xhtml+xml', spine: false }),
    }),
  ],
  cases: { 'a file that nothing leads to': { broken: book(idle), repaired: book() } },
})
