import { book } from '../testing/book.ts'
import { inChapter, inHead, withCss } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { styleRenderer } from './style-renderer.ts'

const both = (before: string, after: string) => ({ broken: book(withCss(before)), repaired: book(withCss(after)) })

testRule(styleRenderer, {
  sound: [
    book(),
    book(withCss('p { min-width: 1em; max-width: 2em; display: block }\n')),
    book(withCss('/* display: flex; var(--a) */ p { margin: 0 }\n')),
  ],
  cases: {
    'a variable with one value in the book': both(
      ':root { --Wide: 2em; --more: var(--Wide) }\np { margin: var(--more) }\n',
      ':root { }\np { margin: 2em }\n',
    ),
    'a variable that is not known': both(
      'p { margin: 0; margin: var(--gone); color: var(--gone, red) }\n',
      'p { margin: 0; color: red }\n',
    ),
    'sums of constants': both(
      'p { margin: calc(1em + 2 * 0.5em); width: max(10px, 1in); height: clamp(1em, 3em, 2em) }\n',
      'p { margin: 2em; width: 1in; height: 2em }\n',
    ),
    'a choice between lengths and shares': both('p { width: min(100%, 30em) }\n', 'p { width: 100% }\n'),
    'boxes and grids': both(
      'div { display: flex; gap: 1em; flex-wrap: wrap }\nspan { display: inline-grid !important }\n',
      'div { display: block; }\nspan { display: inline-block !important }\n',
    ),
    'questions to the reader': both(
      '@supports (display: grid) { p { display: grid } }\n@supports not (display: grid) { p { float: left } }\n',
      '\np { float: left }\n',
    ),
    'questions in the head of a page': {
      broken: book(inHead('<style>@supports (display: grid) { p { display: grid } } p { margin: 0 }</style>')),
      repaired: book(inHead('<style> p { margin: 0 }</style>')),
    },
    'style on an element': {
      broken: book(inChapter('<p style="display: flex; color: red">a</p>')),
      repaired: book(inChapter('<p style="display: block; color: red">a</p>')),
    },
  },
})
