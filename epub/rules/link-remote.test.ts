import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { linkRemote } from './link-remote.ts'

testRule(linkRemote, {
  cases: {
    'a script and a frame on the web': {
      broken: book({
        'chapter.xhtml': (text) =>
          text.replace(
            '</h1>',
            '</h1><script src="https://example.org/a.js"></script><iframe src="https://example.org/">Go there</iframe>',
          ),
      }),
      repaired: book({ 'chapter.xhtml': (text) => text.replace('</h1>', '</h1><a href="https://example.org/">Go there</a>') }),
    },
  },
})
