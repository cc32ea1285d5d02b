import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerContent } from './container-content.ts'

testRule(containerContent, {
  cases: {
    'a page of a web server in its place': {
      broken: book({ 'META-INF/container.xml': '<html><body><h1>404 Not Found</h1></body></html>' }),
      repaired: book(),
    },
    'markup that is not well-formed': {
      broken: book({ 'META-INF/container.xml': (text) => text.replace('</rootfiles>', '') }),
      repaired: book(),
    },
  },
})
