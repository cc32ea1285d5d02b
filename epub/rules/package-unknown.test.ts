import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageUnknown } from './package-unknown.ts'

testRule(packageUnknown, {
  cases: {
    'a title without its prefix': {
      broken: book({ 'package.opf': (text) => text.replaceAll('dc:title', 'title') }),
      repaired: book(),
    },
    'bookmarks of a reading app': {
      broken: book({
        'package.opf': (text) => text.replace('</package>', '<bookmarks><bookmark href="c.xhtml"/></bookmarks></package>'),
      }),
      repaired: book(),
    },
  },
})
