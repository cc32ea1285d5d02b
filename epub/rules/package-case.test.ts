import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { packageCase } from './package-case.ts'

testRule(packageCase, {
  cases: {
    'a prefix that stands for nothing': {
      broken: book({
        'package.opf': (text) => text.replace('<item id="chapter"', '<x:item id="chapter"').replaceAll('dc:title', 'y:title'),
      }),
      repaired: book(),
    },
    'Dublin Core in capitals': {
      broken: book({
        'package.opf': (text) =>
          text.replaceAll('dc:title', 'dc:Title').replace('media-type="text/css"', 'Media-Type="text/css"'),
      }),
      repaired: book(),
    },
  },
})
