import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { propertiesContent } from './properties-content.ts'

const drawing = (text: string) => text.replace('</h1>', '</h1><svg xmlns="http://www.w3.org/2000/svg"/>')
const properties = (value: string) => (text: string) =>
  text.replace(
    'href="chapter.xhtml" media-type="application/xhtml+xml"',
    `href="chapter.xhtml" media-type="application/xhtml+xml" properties="${value}"`,
  )

testRule(propertiesContent, {
  cases: {
    'a drawing not declared, a script declared in vain': {
      broken: book({ 'chapter.xhtml': drawing, 'package.opf': properties('scripted') }),
      repaired: book({ 'chapter.xhtml': drawing, 'package.opf': properties('svg') }),
    },
    'words nobody knows on a style sheet': {
      broken: book({
        'package.opf': (text) =>
          text.replace('media-type="text/css"', 'media-type="text/css" properties="scripted duokan-page-fullscreen"'),
      }),
      repaired: book(),
    },
  },
})
