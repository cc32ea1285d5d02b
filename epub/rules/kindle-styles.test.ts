import { hiddenLimit } from '../platforms/measures.ts'
import { book } from '../testing/book.ts'
import { inChapter, inMetadata, withCss } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { kindleStyles } from './kindle-styles.ts'

const long = 'word '.repeat(hiddenLimit / 5 - 1)

testRule(kindleStyles, {
  sound: [
    book(),
    book(withCss('p { margin: 0 1em; text-indent: -1em; margin-left: calc(1em - 2px) }\n')),
    book({
      ...withCss('p { position: absolute; margin: -1em }\n'),
      ...inMetadata('<meta property="rendition:layout">pre-paginated</meta>'),
    }),
    book(inChapter(`<div style="display: none"><p>${long}</p></div>`)),
  ],
  cases: {
    'margins below nothing': {
      broken: book(withCss('p { margin: 0 -2em 0 -.5em; padding-left: -3px }\n')),
      repaired: book(withCss('p { margin: 0 0 0 0; padding-left: 0 }\n')),
    },
    'a fixed place': {
      broken: book(withCss('p { position: absolute !important; top: 0 }\n')),
      repaired: book(withCss('p { position: static !important; top: 0 }\n')),
    },
    'a long hidden block is hidden part by part': {
      broken: book(inChapter(`<div style="display:none; color: red"><p>${long}</p><p style="color: blue">${long}</p></div>`)),
      repaired: book(
        inChapter(
          `<div style="color: red"><p style="display: none">${long}</p><p style="color: blue; display: none">${long}</p></div>`,
        ),
      ),
    },
  },
})
