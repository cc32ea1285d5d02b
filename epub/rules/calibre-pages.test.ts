import { book, book2, withItems } from '../testing/book.ts'
import { all, inChapter, inHead, simple, swap } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { calibrePages } from './calibre-pages.ts'

const map = { id: 'map', href: 'map.xml', type: 'application/oebps-page-map+xml' }
const mapFile = `<page-map xmlns="http://www.idpf.org/2007/opf"><page name="1" href="chapter.xhtml#one"/><page name="2" href="chapter.xhtml#gone"/></page-map>`
const named = swap('<spine toc="ncx"', '<spine toc="ncx" page-map="map"')
const template = { id: 'template', href: 'page.xpgt', type: 'application/vnd.adobe-page-template+xml' }
const cover = (inside: string) =>
  simple('')
    .replace('<p></p>', `<div>${inside}</div>`)
    .replace('<title>Two</title>', '<title>Cover</title><meta name="calibre:cover" content="true"/>')
const title = { id: 'title', href: 'titlepage.xhtml', type: 'application/xhtml+xml' }

testRule(calibrePages, {
  sound: [book(), book2()],
  cases: {
    'a page map, in EPUB 3': {
      broken: book({ 'map.xml': mapFile, 'package.opf': all(withItems(map), named) }),
      repaired: book({
        'nav.xhtml': swap(
          '    </nav>',
          '    </nav>\n    <nav epub:type="page-list" hidden="hidden">\n      <ol>\n        <li><a href="chapter.xhtml#one">1</a></li>\n      </ol>\n    </nav>',
        ),
      }),
    },
    'a page map, in EPUB 2': {
      broken: book2({ 'map.xml': mapFile, 'package.opf': all(withItems(map), named) }),
      repaired: book2({
        'toc.ncx': swap(
          '  </navMap>',
          '  </navMap>\n  <pageList>\n    <pageTarget id="page-target-1" type="normal" value="1" playOrder="2"><navLabel><text>1</text></navLabel><content src="chapter.xhtml#one"/></pageTarget>\n  </pageList>',
        ),
      }),
    },
    'a page template': {
      broken: book({
        'page.xpgt': '<a/>',
        ...inHead('<link rel="stylesheet" type="application/vnd.adobe-page-template+xml" href="page.xpgt"/>'),
        'package.opf': withItems(template),
      }),
      repaired: book(),
    },
    'marks of a Kindle conversion': {
      broken: book(inChapter('<p data-AmznRemoved="mobi7" data-AmznPageBreak="before">a</p>')),
      repaired: book(inChapter('<p>a</p>')),
    },
    'a cover that is wrapped in a drawing': {
      broken: book({
        'titlepage.xhtml': cover(
          '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1"><image width="1" height="1" xlink:href="picture.png"/></svg>',
        ),
        'package.opf': withItems(title),
      }),
      repaired: book({
        'titlepage.xhtml': cover('<img src="picture.png" alt="Cover" style="max-width: 100%; max-height: 100%"/>'),
        'package.opf': withItems(title),
      }),
    },
  },
})
