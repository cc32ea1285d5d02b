import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { styleRemote } from './style-remote.ts'

const style = (css: string) => book({ 'style.css': css })

testRule(styleRemote, {
  sound: [book(), style('@font-face { font-family: A; src: url(https://example.org/a.woff) }')],
  cases: {
    'a picture on the net': {
      broken: style('p { background: url(http://example.org/x.png); margin: 0 }'),
      repaired: style('p {  margin: 0 }'),
    },
    'a sheet on the net': {
      broken: style('@import url(http://example.org/x.css);p { margin: 0 }'),
      repaired: style('p { margin: 0 }'),
    },
  },
})
