import { book, withItems } from '../testing/book.ts'
import { testRule } from '../testing/test-rule.ts'
import { overlayPackage } from './overlay-package.ts'

const smil = (par: string) => `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${par}</body></smil>`
const par = (clip: string) => `<par><text src="chapter.xhtml#one"/><audio src="chapter.xhtml"${clip}/></par>`
const item = { id: 'smil', href: 'chapter.smil', type: 'application/smil+xml' }

testRule(overlayPackage, {
  cases: {
    'a page that does not know who speaks it': {
      broken: book({ 'chapter.smil': smil(par(' clipBegin="1s" clipEnd="3s"')), 'package.opf': withItems(item) }),
      repaired: book({
        'chapter.smil': smil(par(' clipBegin="1s" clipEnd="3s"')),
        'package.opf': (text) =>
          withItems(item)(text)
            .replace(
              'href="chapter.xhtml" media-type="application/xhtml+xml"',
              'href="chapter.xhtml" media-type="application/xhtml+xml" media-overlay="smil"',
            )
            .replace(
              '  </metadata>',
              '    <meta property="media:duration" refines="#smil">0:00:02</meta>\n    <meta property="media:duration">0:00:02</meta>\n  </metadata>',
            ),
      }),
    },
  },
})
