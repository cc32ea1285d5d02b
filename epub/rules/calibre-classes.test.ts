import { book } from '../testing/book.ts'
import { inChapter, withCss } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { calibreClasses } from './calibre-classes.ts'

const twice = '.calibre1 { margin: 0; color: red }\n.calibre2 {\n  margin: 0;\n  color: red;\n}\n'
const lines = (first: string, second: string) => inChapter(`<p class="${first}">a</p><p class="${second}">b</p>`)

testRule(calibreClasses, {
  sound: [
    book(),
    book({ ...withCss('.calibre1 { margin: 0 }\n.calibre2 { margin: 1em }\n'), ...lines('calibre1', 'calibre2') }),
    // another rule speaks of it, or another class stands beside it
    book({ ...withCss(`${twice}p.calibre2 { color: blue }\n`), ...lines('calibre1', 'calibre2') }),
    book({ ...withCss(twice), ...lines('calibre1', 'calibre2 other') }),
    book({ ...withCss(`${twice}[class] { color: blue }\n`), ...lines('calibre1', 'calibre2') }),
  ],
  cases: {
    'the same style under two numbers': {
      broken: book({ ...withCss(twice), ...lines('calibre1', 'calibre2') }),
      repaired: book({ ...withCss('.calibre1 { margin: 0; color: red }\n'), ...lines('calibre1', 'calibre1') }),
    },
  },
})
