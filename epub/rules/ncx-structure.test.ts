import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxStructure } from './ncx-structure.ts'

testRule(ncxStructure, {
  cases: {
    'a prefix that means nothing, and a label told twice': {
      broken: book({
        'toc.ncx': (text) =>
          text
            .replace('<navMap>', '<x:navMap xmlns:x="urn:prefix:x">')
            .replace('</navMap>', '</x:navMap>')
            .replace('<text>One</text>', '<text>One</text><text>One</text>'),
      }),
      repaired: book({ 'toc.ncx': (text) => text.replace('<navMap>', '<navMap xmlns:x="urn:prefix:x">') }),
    },
    'an empty map, and bare words as a label': {
      broken: book({ 'toc.ncx': (text) => text.replace('<navLabel><text>One</text></navLabel>', '<navLabel>One</navLabel>') }),
      repaired: book(),
    },
    'no version': {
      broken: book({ 'toc.ncx': (text) => text.replace(' version="2005-1"', '') }),
      repaired: book({ 'toc.ncx': (text) => text.replace(' version="2005-1" xml:lang="en"', ' xml:lang="en" version="2005-1"') }),
    },
    'markup of a web page in the head': {
      broken: book({ 'toc.ncx': (text) => text.replace('  </head>', '    <title>X</title>\n  </head>') }),
      repaired: book(),
    },
  },
})
