import { book } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { containerRootfile } from './container-rootfile.ts'

testRule(containerRootfile, {
  cases: {
    'a path where nothing is': {
      broken: book({ 'META-INF/container.xml': (text) => text.replace('EPUB/package.opf', 'OEBPS/old.opf') }),
      repaired: book(),
    },
    ...Object.fromEntries(
      ['/EPUB/package.opf', 'EPUB//package.opf', ' EPUB/package.opf'].map((path) => [
        `the path “${path}”`,
        { broken: book({ 'META-INF/container.xml': (text) => text.replace('EPUB/package.opf', path) }), repaired: book() },
      ]),
    ),
    'no media type': {
      broken: book({ 'META-INF/container.xml': (text) => text.replace(' media-type="application/oebps-package+xml"', '') }),
      repaired: book(),
    },
    'a second signpost to nowhere': {
      broken: book({
        'META-INF/container.xml': (text) =>
          text.replace(
            '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>',
            '<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/><rootfile full-path="x.opf" media-type="application/oebps-package+xml"/>',
          ),
      }),
      repaired: book(),
    },
  },
})
