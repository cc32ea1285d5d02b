import { book } from '../testing/book.ts'
import { inChapter, withCss } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { fontFallback } from './font-fallback.ts'

testRule(fontFallback, {
  sound: [
    book(),
    book(withCss('@font-face { font-family: A; src: url(a.ttf) }\np { font-family: A, serif }\nb { font-family: inherit }\n')),
  ],
  cases: {
    'a kind of font for each list': {
      broken: book(
        withCss('p { font-family: "Some Sans" !important }\nh1 { font-family: Garamond; }\ncode { font-family: Courier New }\n'),
      ),
      repaired: book(
        withCss(
          'p { font-family: "Some Sans", sans-serif !important }\nh1 { font-family: Garamond, serif; }\ncode { font-family: Courier New, monospace }\n',
        ),
      ),
    },
    'style on an element': {
      broken: book(inChapter('<p style="font-family: Georgia">a</p>')),
      repaired: book(inChapter('<p style="font-family: Georgia, serif">a</p>')),
    },
  },
})
