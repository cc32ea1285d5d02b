import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { documentTitle } from './document-title.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(documentTitle, {
  cases: {
    'no title: the first heading is one': {
      broken: swapped('\n    <title>One</title>', ''),
      repaired: swapped('\n    <title>One</title>', '<title>One</title>'),
    },
    'an empty title': { broken: swapped('<title>One</title>', '<title> </title>'), repaired: book() },
    'no heading either: the title of the book': {
      broken: page((text) => text.replace('<title>One</title>', '<title/>').replace('<h1 id="one">One</h1>', '')),
      repaired: page((text) =>
        text.replace('<title>One</title>', '<title>A Small Book</title>').replace('<h1 id="one">One</h1>', ''),
      ),
    },
    'no head': {
      broken: page((text) => text.replace(/\n {2}<head>[\s\S]*<\/head>/, '')),
      repaired: page((text) => text.replace(/\n {2}<head>[\s\S]*<\/head>/, '<head><title>One</title></head>')),
    },
  },
})
