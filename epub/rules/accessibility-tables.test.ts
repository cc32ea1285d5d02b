import { book } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { accessibilityTables } from './accessibility-tables.ts'

testRule(accessibilityTables, {
  sound: [
    book(),
    // two headers in one row, a header over two columns: not for a machine to say
    book(inChapter('<table><tr><td>a</td><th>b</th></tr><tr><th>c</th><th>d</th></tr></table>')),
    book(inChapter('<table><thead><tr><th colspan="2">a</th><th>b</th></tr></thead></table>')),
  ],
  cases: {
    'a row of headers and a header for each row': {
      broken: book(inChapter('<table><tr><th>a</th><th>b</th></tr><tr><th>c</th><td>d</td></tr></table>')),
      repaired: book(
        inChapter(
          '<table><tr><th scope="col">a</th><th scope="col">b</th></tr><tr><th scope="row">c</th><td>d</td></tr></table>',
        ),
      ),
    },
  },
})
