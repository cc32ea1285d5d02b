import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { propertiesEpubType } from './properties-epub-type.ts'

testRule(propertiesEpubType, {
  cases: {
    'a word of an unknown vocabulary': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p epub:type="foo:bar">It') }),
      repaired: book(),
    },
    'regions outside a data navigation document': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p epub:type="region-based footnote">It') }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('<p>It', '<p epub:type="footnote">It') }),
    },
  },
})
