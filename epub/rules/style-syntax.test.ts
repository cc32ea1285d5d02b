import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { styleSyntax } from './style-syntax.ts'

const style = (css: string) => book({ 'style.css': css })

testRule(styleSyntax, {
  sound: [
    book(),
    style(
      '@charset "utf-8";\n@import "a.css";\n@media (min-width: 1em) { p > a:not(.b)::before { margin: -1px; --x: 1 } }\n@page { margin: 0 }',
    ),
  ],
  cases: {
    'a declaration without colon': { broken: style('p { color red; margin: 0 }'), repaired: style('p {  margin: 0 }') },
    'a block that is never closed': {
      broken: style('p { margin: 0;\nh1 { color: red }'),
      repaired: style('p { margin: 0;}\nh1 { color: red }'),
    },
    'a bracket too many': {
      broken: style('p { margin: 0 }}\na { color: red }'),
      repaired: style('p { margin: 0 }\na { color: red }'),
    },
    'HTML round it': { broken: style('<style>\np { margin: 0 }\n</style>'), repaired: style('\np { margin: 0 }\n') },
    'comments of another language': { broken: style('// x\np { margin: 0 }'), repaired: style('\np { margin: 0 }') },
    'an empty address': { broken: style('p { background: url(); margin: 0 }'), repaired: style('p {  margin: 0 }') },
    'one bad selector of two': { broken: style('p, .1a { margin: 0 }'), repaired: style('p { margin: 0 }') },
    'in a page': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p style="margin: 0; color">It') }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p style="margin: 0; ">It') }),
    },
  },
})
