import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { guideReferences } from './guide-references.ts'

testRule(guideReferences, {
  cases: {
    'shortcuts to nowhere': {
      broken: book({
        'package.opf': (text) =>
          text.replace('</package>', '<guide><reference type="cover" title="Cover" href="gone.xhtml"/></guide></package>'),
      }),
      repaired: book(),
    },
    'one in the wrong case': {
      broken: book({
        'package.opf': (text) =>
          text.replace('</package>', '<guide><reference type="text" href="Chapter.xhtml"/></guide></package>'),
      }),
      repaired: book({
        'package.opf': (text) =>
          text.replace('</package>', '<guide><reference type="text" href="chapter.xhtml"/></guide></package>'),
      }),
    },
  },
})
