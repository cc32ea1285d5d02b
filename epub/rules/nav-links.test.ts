import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navLinks } from './nav-links.ts'

testRule(navLinks, {
  cases: {
    'a line that leads nowhere goes': {
      broken: book({
        'nav.xhtml': (text) => text.replace('      </ol>', '        <li><a href="gone.xhtml">Gone</a></li>\n      </ol>'),
      }),
      repaired: book(),
    },
    'a line that leads to the web stands below the list': {
      broken: book({
        'nav.xhtml': (text) => text.replace('      </ol>', '        <li><a href="https://a.org/">More</a></li>\n      </ol>'),
      }),
      repaired: book({ 'nav.xhtml': (text) => text.replace('</nav>', '</nav>\n<p><a href="https://a.org/">More</a></p>') }),
    },
    'what stands below a lost page stays': {
      broken: book({
        'nav.xhtml': (text) =>
          text.replace(
            '        <li><a href="chapter.xhtml">One</a></li>',
            '        <li><a href="gone.xhtml">Part</a><ol><li><a href="chapter.xhtml">One</a></li></ol></li>',
          ),
      }),
      repaired: book({
        'nav.xhtml': (text) =>
          text.replace(
            '        <li><a href="chapter.xhtml">One</a></li>',
            '        <li><span>Part</span><ol><li><a href="chapter.xhtml">One</a></li></ol></li>',
          ),
      }),
    },
  },
})
