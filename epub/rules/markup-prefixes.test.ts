import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { markupPrefixes } from './markup-prefixes.ts'

const page = (change: (text: string) => string) => book({ 'chapter.xhtml': change })
const swapped = (from: string, to: string) => page((text) => text.replace(from, to))

testRule(markupPrefixes, {
  cases: {
    'epub not declared': {
      broken: swapped(
        ' xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">\n  <head>',
        ' xml:lang="en" lang="en">\n  <head epub:type="x">',
      ),
      repaired: swapped(
        ' xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">\n  <head>',
        ' xml:lang="en" lang="en" xmlns:epub="http://www.idpf.org/2007/ops">\n  <head epub:type="x">',
      ),
    },
    'a prefix nobody knows': {
      broken: swapped('<h1 id="one">', '<h1 id="one" w:x="1">'),
      repaired: book(),
    },
  },
})
