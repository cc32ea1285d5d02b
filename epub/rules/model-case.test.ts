import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { modelCase } from './model-case.ts'

const page = (from: string, to: string) => book({ 'chapter.xhtml': (text) => text.replace(from, to) })
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>a</text></svg>'

testRule(modelCase, {
  sound: page('<p>It', `${drawing}<p>It`),
  cases: {
    'attributes in capitals': {
      broken: page('<img src="picture.png" alt=', '<img SRC="picture.png" Alt='),
      repaired: book(),
    },
    'not those of a drawing, nor one that is there in small letters too': {
      broken: page('<p>It', `${drawing}<p class="a" CLASS="b" LANG="en">It`),
      repaired: page('<p>It', `${drawing}<p class="a" CLASS="b" lang="en">It`),
    },
  },
})
