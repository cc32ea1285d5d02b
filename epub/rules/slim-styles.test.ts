import { book } from '../testing/book.ts'
import { inChapter, withCss } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { slimStyles } from './slim-styles.ts'

const used =
  'p, .gone { margin: 0 }\n#one { color: red }\n.-epub-media-overlay-active { color: red }\n[class=gone] p { margin: 0 }\np:not(.gone) { margin: 0 }\n'

testRule(slimStyles, {
  sound: [book(), book(withCss(used)), book({ ...withCss('.gone { margin: 0 }\n'), ...inChapter('<script>add()</script>') })],
  cases: {
    'rules for what no page has': {
      broken: book(
        withCss(`.gone { margin: 0 }\n${used}p .gone > b, #gone { margin: 0 }\n@media print {\n.gone { margin: 0 }\n}\n`),
      ),
      repaired: book(withCss(`${used}@media print {\n}\n`)),
    },
  },
})
