import { book } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { accessibilityRoles } from './accessibility-roles.ts'

testRule(accessibilityRoles, {
  sound: [book(), book(inChapter('<section epub:type="chapter" role="region"><p epub:type="footnote">a</p></section>'))],
  cases: {
    'what reading apps know, screen readers are told': {
      broken: book(
        inChapter(
          '<section epub:type="bodymatter chapter"><p><a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n"><p>a</p></aside></section>',
        ),
      ),
      repaired: book(
        inChapter(
          '<section epub:type="bodymatter chapter" role="doc-chapter"><p><a epub:type="noteref" href="#n" role="doc-noteref">1</a></p><aside epub:type="footnote" id="n" role="doc-footnote"><p>a</p></aside></section>',
        ),
      ),
    },
  },
})
