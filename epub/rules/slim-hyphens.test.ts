import { book } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { slimHyphens } from './slim-hyphens.ts'

testRule(slimHyphens, {
  cases: {
    'hidden hyphens, as letters and as references': {
      broken: book(inChapter('<p>hy\u00adphen hy&#173;phen hy&#xAD;phen hy-phen</p>')),
      repaired: book(inChapter('<p>hyphen hyphen hyphen hy-phen</p>')),
    },
  },
})
