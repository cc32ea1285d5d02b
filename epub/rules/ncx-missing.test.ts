import { book2 } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { ncxMissing } from './ncx-missing.ts'

const written = `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
  <head>
    <meta name="dtb:uid" content="urn:uuid:12345678-1234-4234-8234-123456789abc"/>
  </head>
  <docTitle><text>A Small Book</text></docTitle>
  <navMap>
    <navPoint id="nav-point-1" playOrder="1">
      <navLabel><text>One</text></navLabel>
      <content src="chapter.xhtml"/>
    </navPoint>
  </navMap>
</ncx>
`

testRule(ncxMissing, {
  sound: book2(),
  cases: {
    'a lost NCX in EPUB 2 is written from the headings': {
      broken: book2({ 'toc.ncx': undefined }),
      repaired: book2({ 'toc.ncx': written }),
    },
  },
})
