import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkBase } from './link-base.ts'

testRule(linkBase, {
  cases: {
    'a base on the web, the files in the book': {
      broken: book({ 'chapter.xhtml': (text) => text.replace('<title>', '<base href="https://example.org/"/><title>') }),
      repaired: book(),
    },
  },
})
