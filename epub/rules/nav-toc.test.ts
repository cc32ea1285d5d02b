import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navToc } from './nav-toc.ts'

testRule(navToc, {
  cases: {
    'divisions instead of navigation': {
      broken: book({ 'nav.xhtml': (text) => text.replace('<nav ', '<div ').replace('</nav>', '</div>') }),
      repaired: book(),
    },
    'no type': {
      broken: book({ 'nav.xhtml': (text) => text.replace(' epub:type="toc"', '') }),
      repaired: book(),
    },
    'only a list': {
      broken: book({ 'nav.xhtml': (text) => text.replace('<nav epub:type="toc">\n      ', '').replace('\n    </nav>', '') }),
      repaired: book({ 'nav.xhtml': (text) => text.replace('toc">\n      ', 'toc">').replace('\n    </nav>', '</nav>') }),
    },
  },
})
