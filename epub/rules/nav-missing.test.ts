import { book, book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { navMissing } from './nav-missing.ts'

const nav = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
  <head>
    <title>A Small Book</title>
  </head>
  <body>
    <nav epub:type="toc" id="toc">
      <ol>
        <li><a href="chapter.xhtml">One</a></li>
      </ol>
    </nav>
  </body>
</html>
`

testRule(navMissing, {
  sound: [book(), book2()],
  cases: {
    'the mark is lost': {
      broken: book({ 'package.opf': (text) => text.replace(' properties="nav"', '') }),
      repaired: book(),
    },
    'the page is lost: the NCX has the contents': {
      broken: book({ 'nav.xhtml': undefined }),
      repaired: book({ 'nav.xhtml': nav }),
    },
    'marked twice': {
      broken: book({
        'package.opf': (text) =>
          text.replace(
            'href="chapter.xhtml" media-type="application/xhtml+xml"',
            'href="chapter.xhtml" media-type="application/xhtml+xml" properties="nav"',
          ),
      }),
      repaired: book(),
    },
  },
})
