import type { Publication } from '../publication.ts'
import { book, book2, withItems } from './book.ts'
import { all, inChapter, inHead, inMetadata, put, simple, swap, withCss } from './changes.ts'

/** A small book and what is said of it, warnings included: `ID path:line`, sorted, each once. */
export interface CheckCase {
  readonly book: Publication
  readonly says: readonly string[]
}

const chapter = 'EPUB/chapter.xhtml'
const opf = 'EPUB/package.opf'

export const documentCases: Record<string, CheckCase> = {
  'a sound EPUB 3': { book: book(), says: [] },
  'a sound EPUB 2': { book: book2(), says: [] },
  'markup that is not well-formed': { book: book(inChapter('<p>a<br></p>')), says: [`RSC-016 ${chapter}:12`] },
  'an entity that is not declared': { book: book(inChapter('<p>a&nbsp;b</p>')), says: [`RSC-016 ${chapter}:12`] },
  'an entity that the document type declares, in EPUB 2': { book: book2(inChapter('<p>a&nbsp;b</p>')), says: [] },
  'an ampersand by itself': { book: book(inChapter('<p>Salt & Pepper</p>')), says: [`RSC-016 ${chapter}:12`] },
  'an attribute that HTML does not have': { book: book(inChapter('<p align="left">a</p>')), says: [`RSC-005 ${chapter}:12`] },
  'an element that HTML does not have': { book: book(inChapter('<p><font>a</font></p>')), says: [`RSC-005 ${chapter}:12`] },
  'a block inside a paragraph': { book: book(inChapter('<p><ul><li>a</li></ul></p>')), says: [`RSC-005 ${chapter}:12`] },
  'an empty list': { book: book(inChapter('<dl><dt>a</dt></dl>')), says: [`RSC-005 ${chapter}:12`] },
  'an id used twice': {
    book: book(inChapter('<p id="a">a</p>\n<p id="a">b</p>')),
    says: [`RSC-005 ${chapter}:12`, `RSC-005 ${chapter}:13`],
  },
  'an id with a space': { book: book(inChapter('<p id="a b">a</p>')), says: [`RSC-005 ${chapter}:12`] },
  'a link inside a link': {
    book: book(inChapter('<p><a href="#one">a <a href="#one">b</a></a></p>')),
    says: [`RSC-005 ${chapter}:12`],
  },
  'a link inside a link, in EPUB 2': {
    book: book2(inChapter('<p><a href="#one">a <span><a href="#one">b</a></span></a></p>')),
    says: [`RSC-005 ${chapter}:12`],
  },
  'a document type of HTML 4': {
    book: book({
      'chapter.xhtml': swap(
        '<!DOCTYPE html>',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
      ),
    }),
    says: [`HTM-004 ${chapter}:2`],
  },
  'another document type, in EPUB 2': {
    book: book2({ 'chapter.xhtml': swap(/<!DOCTYPE[^>]*>/, '<!DOCTYPE html>') }),
    says: [`HTM-004 ${chapter}:2`],
  },
  'XML 1.1': { book: book({ 'chapter.xhtml': swap('version="1.0"', 'version="1.1"') }), says: [`HTM-001 ${chapter}:0`] },
  'another encoding': { book: book({ 'chapter.xhtml': swap('UTF-8', 'ISO-8859-1') }), says: [`RSC-028 ${chapter}:0`] },
  'an empty title': {
    book: book({ 'chapter.xhtml': swap('<title>One</title>', '<title> </title>') }),
    says: [`RSC-005 ${chapter}:5`],
  },
  'no title': { book: book({ 'chapter.xhtml': swap('<title>One</title>', '') }), says: [`RSC-017 ${chapter}:4`] },
  'a link to a file that is not there': {
    book: book(inChapter('<p><a href="gone.xhtml">a</a></p>')),
    says: [`RSC-007 ${chapter}:12`],
  },
  'a picture that is not there': {
    book: book(inChapter('<p><img src="gone.png" alt=""/></p>')),
    says: [`RSC-007 ${chapter}:12`],
  },
  'a link to an id that is not there': { book: book(inChapter('<p><a href="#gone">a</a></p>')), says: [`RSC-012 ${chapter}:12`] },
  'a link to a picture': { book: book(inChapter('<p><a href="picture.png">a</a></p>')), says: [`RSC-010 ${chapter}:12`] },
  'a link to a document outside the spine': {
    book: book({
      ...inChapter('<p><a href="two.xhtml">a</a></p>'),
      'two.xhtml': simple('b'),
      'package.opf': withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml', spine: false }),
    }),
    says: [`RSC-011 ${chapter}:12`],
  },
  'a picture that is not declared': {
    book: book({
      ...inChapter('<p><img src="more.gif" alt=""/></p>'),
      'more.gif': new TextEncoder().encode('GIF89a______________'),
    }),
    says: [`RSC-008 ${chapter}:12`],
  },
  'a picture elsewhere': {
    book: book(inChapter('<p><img src="https://example.org/a.png" alt=""/></p>')),
    says: [`OPF-014 ${chapter}:0`, `RSC-006 ${chapter}:12`],
  },
  'a file on a disk': { book: book(inChapter('<p><a href="file:///C:/book.txt">a</a></p>')), says: [`RSC-030 ${chapter}:12`] },
  'a way out of the container': {
    book: book(inChapter('<p><a href="../../chapter.xhtml">a</a></p>')),
    says: [`RSC-007 ${chapter}:12`, `RSC-026 ${chapter}:12`],
  },
  'a query': { book: book(inChapter('<p><a href="chapter.xhtml?a=b">a</a></p>')), says: [`RSC-033 ${chapter}:12`] },
  'an address with spaces': {
    book: book(inChapter('<p><a href="http://example.org/a b">a</a></p>')),
    says: [`RSC-020 ${chapter}:12`],
  },
  'an unknown scheme': { book: book(inChapter('<p><a href="foo:bar">a</a></p>')), says: [`HTM-025 ${chapter}:12`] },
  'a link that is data': {
    book: book(inChapter('<p><a href="data:text/html,x">a</a></p>')),
    says: [`RSC-011 ${chapter}:12`, `RSC-029 ${chapter}:12`],
  },
  'a script that is not declared': { book: book(inHead('<script>var a</script>')), says: [`OPF-014 ${chapter}:0`] },
  'an event handler that is not declared': { book: book(inChapter('<p onclick="a()">a</p>')), says: [`OPF-014 ${chapter}:0`] },
  'a drawing that is not declared': {
    book: book(inChapter('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>a</title></svg>')),
    says: [`OPF-014 ${chapter}:0`],
  },
  'mathematics that are not declared': {
    book: book(inChapter('<p><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="a"><mi>a</mi></math></p>')),
    says: [`OPF-014 ${chapter}:0`],
  },
  'a property that the document does not have': {
    book: book({ 'package.opf': swap('id="chapter"', 'id="chapter" properties="mathml"') }),
    says: [`OPF-015 ${chapter}:0`],
  },
  'remote resources that are not used': {
    book: book({ 'package.opf': swap('id="chapter"', 'id="chapter" properties="remote-resources"') }),
    says: [`OPF-018 ${chapter}:13`],
  },
  'an outdated switch': {
    book: book({
      'package.opf': swap('id="chapter"', 'id="chapter" properties="switch"'),
      ...inChapter(
        '<epub:switch><epub:case required-namespace="urn:x"><p>a</p></epub:case><epub:default><p>b</p></epub:default></epub:switch>',
      ),
    }),
    says: [`RSC-017 ${chapter}:12`],
  },
  'a type with an unknown prefix': {
    book: book(inChapter('<section epub:type="x:y"><h2>a</h2></section>')),
    says: [`OPF-028 ${chapter}:12`],
  },
  'a data attribute with a bad name': { book: book(inChapter('<p data-Foo="a">a</p>')), says: [`HTM_061 ${chapter}:12`] },
  'an attribute in a reserved vocabulary': {
    book: book(inChapter('<p xmlns:x="http://www.w3.org/mine" x:y="a">a</p>')),
    says: [`HTM_054 ${chapter}:12`],
  },
  'an alternative style sheet without a title': {
    book: book(inHead('<link rel="alternate stylesheet" href="style.css"/>')),
    says: [`CSS-015 ${chapter}:7`],
  },
  'a sound without a fallback': {
    book: book({
      ...inChapter('<p><audio src="a.wav"></audio></p>'),
      'a.wav': new Uint8Array(64),
      'package.opf': withItems({ id: 'wav', href: 'a.wav', type: 'audio/wav' }),
    }),
    says: [`RSC-032 ${chapter}:12`],
  },
  'languages that disagree': { book: book(inChapter('<p lang="en" xml:lang="fr">a</p>')), says: [`RSC-005 ${chapter}:12`] },
  'a label for nothing': { book: book(inChapter('<p><label for="x">a</label></p>')), says: [`RSC-005 ${chapter}:12`] },
  'a description by nothing': { book: book(inChapter('<p aria-describedby="x">a</p>')), says: [`RSC-005 ${chapter}:12`] },
  'a heading of a table elsewhere': {
    book: book(inChapter('<table><tr><th id="h">a</th><td headers="x">b</td></tr></table>')),
    says: [`RSC-005 ${chapter}:12`],
  },
  'an outdated role': { book: book(inChapter('<ul><li role="doc-endnote">a</li></ul>')), says: [`RSC-017 ${chapter}:12`] },
}

export const cssCases: Record<string, CheckCase> = {
  'a declaration without a colon': { book: book(withCss('p { color red }\n')), says: ['CSS-008 EPUB/style.css:1'] },
  'a brace that is missing': { book: book(withCss('p { color: red\n')), says: ['CSS-008 EPUB/style.css:1'] },
  'markup in a style sheet': {
    book: book(withCss('<style>\np { color: red }\n</style>\n')),
    says: ['CSS-008 EPUB/style.css:1', 'CSS-008 EPUB/style.css:3'],
  },
  'a string that is not closed': {
    book: book(withCss('p { content: "a\n}\n')),
    says: ['CSS-008 EPUB/style.css:2'],
  },
  'modern selectors and nested rules': {
    book: book(
      withCss(
        '@media (min-width: 1em) { p:not(.a) > b::before { content: "x" } }\n:is(h1, h2) + p { margin: calc(1em + 2px) }\n@page { margin: 1cm }\n',
      ),
    ),
    says: [],
  },
  'a direction': { book: book(withCss('p { direction: rtl }\n')), says: ['CSS-001 EPUB/style.css:1'] },
  'a picture that is not there': { book: book(withCss('p { background: url(gone.png) }\n')), says: ['RSC-007 EPUB/style.css:1'] },
  'a font that is not there': {
    book: book(withCss('@font-face { font-family: A; src: url("gone.ttf") }\n')),
    says: ['RSC-007 EPUB/style.css:1'],
  },
  'an address that is empty': {
    book: book(withCss('@font-face { font-family: A; src: url("") }\n')),
    says: ['CSS-002 EPUB/style.css:1'],
  },
  'an import that is not declared': {
    book: book({ 'style.css': '@import "more.css";\n', 'more.css': 'p { color: red }' }),
    says: ['RSC-008 EPUB/style.css:1'],
  },
  'a remote font that is not declared': {
    book: book(withCss('@font-face { font-family: A; src: url(https://example.org/a.ttf) }\n')),
    says: ['OPF-014 EPUB/style.css:0', 'RSC-008 EPUB/style.css:1'],
  },
  'an error in a style attribute': { book: book(inChapter('<p style="color red">a</p>')), says: [`CSS-008 ${chapter}:12`] },
  'an error in a style element': { book: book(inHead('<style>\np { color red }</style>')), says: [`CSS-008 ${chapter}:8`] },
  'another encoding': { book: book(withCss('@charset "iso-8859-1";\np { color: red }\n')), says: ['CSS-004 EPUB/style.css:0'] },
}

export const packageCases: Record<string, CheckCase> = {
  'an item whose file is not there': {
    book: book({ 'package.opf': withItems({ id: 'x', href: 'gone.png', type: 'image/png' }) }),
    says: ['RSC-001 EPUB/gone.png:0'],
  },
  'an item without a type': {
    book: book({ 'package.opf': swap(' media-type="text/css"', '') }),
    says: [`RSC-005 ${opf}:13`],
  },
  'an id used twice': {
    book: book({ 'package.opf': swap('id="picture"', 'id="style"') }),
    says: [`RSC-005 ${opf}:13`, `RSC-005 ${opf}:14`, `RSC-008 ${chapter}:6`],
  },
  'a file declared twice': {
    book: book({ 'package.opf': withItems({ id: 'again', href: 'picture.png', type: 'image/png' }) }),
    says: [`OPF-074 ${opf}:14`],
  },
  'an itemref that leads nowhere': {
    book: book({ 'package.opf': put('  </spine>', '<itemref idref="x"/>\n') }),
    says: [`OPF-049 ${opf}:18`, `RSC-005 ${opf}:18`],
  },
  'an itemref twice': {
    book: book({ 'package.opf': put('  </spine>', '<itemref idref="chapter"/>\n') }),
    says: [`RSC-005 ${opf}:18`],
  },
  'an itemref twice, in EPUB 2': {
    book: book2({ 'package.opf': put('  </spine>', '<itemref idref="chapter"/>\n') }),
    says: [`OPF-034 ${opf}:10`],
  },
  'a picture in the spine': {
    book: book({ 'package.opf': put('  </spine>', '<itemref idref="picture"/>\n') }),
    says: [`OPF-043 ${opf}:14`],
  },
  'a picture in the spine, in EPUB 2': {
    book: book2({ 'package.opf': put('  </spine>', '<itemref idref="picture"/>\n') }),
    says: [`OPF-042 ${opf}:12`],
  },
  'nothing linear': {
    book: book({ 'package.opf': swap('idref="chapter"', 'idref="chapter" linear="no"') }),
    says: [`OPF-033 ${opf}:0`],
  },
  'a page that nothing leads to': {
    book: book({
      'two.xhtml': simple('b'),
      'package.opf': all(
        withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml', spine: false }),
        put('  </spine>', '<itemref idref="two" linear="no"/>\n'),
      ),
    }),
    says: [`OPF-096 ${opf}:15`],
  },
  'a toc that is no NCX': {
    book: book({ 'package.opf': swap('toc="ncx"', 'toc="style"') }),
    says: [`CHK-008 ${opf}:0`, `OPF-050 ${opf}:13`, `RSC-005 ${opf}:16`],
  },
  'a toc that is not there': {
    book: book({ 'package.opf': swap('toc="ncx"', 'toc="x"') }),
    says: [`OPF-049 ${opf}:16`, `RSC-005 ${opf}:16`],
  },
  'an NCX that the spine does not name': { book: book({ 'package.opf': swap(' toc="ncx"', '') }), says: [`RSC-005 ${opf}:11`] },
  'no nav': { book: book({ 'package.opf': swap(' properties="nav"', '') }), says: [`RSC-005 ${opf}:9`] },
  'an unknown property': {
    book: book({ 'package.opf': swap('id="chapter"', 'id="chapter" properties="x"') }),
    says: [`OPF-027 ${opf}:12`],
  },
  'an unknown prefix': {
    book: book({ 'package.opf': swap('id="chapter"', 'id="chapter" properties="x:y"') }),
    says: [`OPF-028 ${opf}:12`],
  },
  'a property of another type': {
    book: book({ 'package.opf': swap('id="style"', 'id="style" properties="cover-image"') }),
    says: [`OPF-012 ${opf}:13`],
  },
  'a fallback that is not there': {
    book: book({ 'package.opf': swap('id="picture"', 'id="picture" fallback="x"') }),
    says: [`OPF-040 ${opf}:14`],
  },
  'fallbacks in a circle': {
    book: book({
      'package.opf': all(
        swap('id="picture"', 'id="picture" fallback="style"'),
        swap('id="style"', 'id="style" fallback="picture"'),
      ),
    }),
    says: [`OPF-045 ${opf}:14`],
  },
  'no unique identifier': {
    book: book({ 'package.opf': swap(' unique-identifier="uid"', '') }),
    says: [`OPF-030 ${opf}:0`, `OPF-048 ${opf}:2`, `RSC-005 ${opf}:2`],
  },
  'a unique identifier that is not there': {
    book: book({ 'package.opf': swap('unique-identifier="uid"', 'unique-identifier="x"') }),
    says: [`OPF-030 ${opf}:0`, `RSC-005 ${opf}:2`],
  },
  'no date of change': {
    book: book({ 'package.opf': swap(/ *<meta property="dcterms:modified">.*\n/, '') }),
    says: [`RSC-005 ${opf}:3`],
  },
  'a date of change without seconds': {
    book: book({ 'package.opf': swap('T00:00:00Z', 'T00:00Z') }),
    says: [`RSC-005 ${opf}:7`],
  },
  'a date that is none': { book: book(inMetadata('<dc:date>c. 1900</dc:date>')), says: [`OPF-053 ${opf}:8`] },
  'a date that is none, in EPUB 2': { book: book2(inMetadata('<dc:date>1900-13-01</dc:date>')), says: [`OPF-054 ${opf}:7`] },
  'a language that is none': {
    book: book({ 'package.opf': swap('<dc:language>en<', '<dc:language>en_US<') }),
    says: [`OPF-092 ${opf}:6`],
  },
  'a property of nothing': {
    book: book(inMetadata('<meta refines="#x" property="file-as">A</meta>')),
    says: [`RSC-005 ${opf}:8`],
  },
  'a role of a title': {
    book: book({
      'package.opf': all(
        swap('<dc:title>', '<dc:title id="t">'),
        put('  </metadata>', '<meta refines="#t" property="role">aut</meta>\n'),
      ),
    }),
    says: [`RSC-005 ${opf}:8`],
  },
  'an empty property': { book: book(inMetadata('<meta property="">A</meta>')), says: [`RSC-005 ${opf}:8`] },
  'two properties in one': {
    book: book(inMetadata('<meta property="file-as role">A</meta>')),
    says: [`OPF-025 ${opf}:8`, `RSC-005 ${opf}:8`],
  },
  'a prefix that is the default': {
    book: book({ 'package.opf': swap('version="3.0"', 'version="3.0" prefix="m: http://idpf.org/epub/vocab/package/meta/#"') }),
    says: [`OPF-007b ${opf}:2`],
  },
  'a reserved prefix for something else': {
    book: book({ 'package.opf': swap('version="3.0"', 'version="3.0" prefix="schema: http://example.org/"') }),
    says: [`OPF-007 ${opf}:2`],
  },
  'a prefix without an address': {
    book: book({ 'package.opf': swap('version="3.0"', 'version="3.0" prefix="m:"') }),
    says: [`OPF-005 ${opf}:2`],
  },
  'a layout that does not exist': {
    book: book(inMetadata('<meta property="rendition:layout">fixed</meta>')),
    says: [`RSC-005 ${opf}:8`],
  },
  'a page of fixed layout without a size': {
    book: book(inMetadata('<meta property="rendition:layout">pre-paginated</meta>')),
    says: [`HTM-046 ${chapter}:7`],
  },
  'a page of fixed layout with half a size': {
    book: book({
      ...inMetadata('<meta property="rendition:layout">pre-paginated</meta>'),
      ...inHead('<meta name="viewport" content="width=600"/>'),
    }),
    says: [`HTM_056 ${chapter}:7`],
  },
  'a link without a type': {
    book: book({ ...inMetadata('<link rel="record" href="a.xml"/>'), 'a.xml': '<a/>' }),
    says: [`OPF-093 ${opf}:8`],
  },
  'a link to something that is not there': {
    book: book(inMetadata('<link rel="record" href="a.xml" media-type="application/xml"/>')),
    says: [`RSC-007w ${opf}:8`],
  },
  'a guide that leads nowhere': {
    book: book2({ 'package.opf': put('</package>', '<guide><reference type="text" title="a" href="gone.xhtml"/></guide>\n') }),
    says: [`OPF-031 ${opf}:17`, `RSC-007 ${opf}:17`],
  },
  'an overlay that does not read the text': {
    book: book({
      'a.smil': '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="nav.xhtml"/></par></body></smil>',
      'package.opf': all(
        withItems({ id: 'smil', href: 'a.smil', type: 'application/smil+xml' }),
        swap('id="chapter"', 'id="chapter" media-overlay="smil"'),
        put(
          '  </metadata>',
          '<meta property="media:duration">1s</meta><meta property="media:duration" refines="#smil">1s</meta>\n',
        ),
      ),
    }),
    says: [`MED_010 ${opf}:11`, `MED_013 ${opf}:13`].sort(),
  },
  'a role that is none, in EPUB 2': {
    book: book2(inMetadata('<dc:creator opf:role="xyz">A</dc:creator>')),
    says: [`OPF-052 ${opf}:7`],
  },
  'an empty title, in EPUB 2': { book: book2({ 'package.opf': swap('A Small Book', ' ') }), says: [`OPF-055 ${opf}:5`] },
  'a UUID that is none': {
    book: book({
      'package.opf': swap('urn:uuid:12345678-1234-4234-8234-123456789abc', 'urn:uuid:x'),
      'toc.ncx': swap('urn:uuid:12345678-1234-4234-8234-123456789abc', 'urn:uuid:x'),
    }),
    says: [`OPF-085 ${opf}:4`],
  },
  'outdated bindings': {
    book: book({ 'package.opf': put('</package>', '<bindings><mediaType handler="chapter" media-type="x/y"/></bindings>\n') }),
    says: [`RSC-017 ${opf}:19`],
  },
}

export const otherCases: Record<string, CheckCase> = {
  'no container': { book: book({ 'META-INF/container.xml': undefined }), says: ['RSC-002 :0'] },
  'a container that names nothing': {
    book: book({ 'META-INF/container.xml': swap(/<rootfile .*/, '') }),
    says: ['RSC-003 META-INF/container.xml:0'],
  },
  'a package document that is not there': {
    book: book({ 'META-INF/container.xml': swap('package.opf', 'x.opf') }),
    says: ['OPF-002 META-INF/container.xml:0'],
  },
  'a version that does not exist': {
    book: book({ 'package.opf': swap('version="3.0"', 'version="4.0"') }),
    says: [`OPF-001 ${opf}:0`],
  },
  'a name with a colon': {
    book: book({ 'a:b.png': new Uint8Array(8) }),
    says: ['PKG-009 :0'],
  },
  'a name with a space': { book: book({ 'a b.txt': 'x' }), says: ['PKG-010 :0'] },
  'names that differ in case': { book: book({ 'Style.css': 'p { color: red }' }), says: ['OPF-060 :0'] },
  'a picture that is another one': {
    book: book({ 'package.opf': swap('image/png', 'image/gif') }),
    says: ['OPF-029 EPUB/picture.png:0'],
  },
  'a picture that is damaged': {
    book: book({ 'picture.png': new Uint8Array([1, 2]) }),
    says: ['MED-004 EPUB/picture.png:0', 'PKG-021 EPUB/picture.png:0'],
  },
  'an identifier of another book in the NCX': {
    book: book({ 'toc.ncx': swap('urn:uuid:', 'x') }),
    says: ['NCX-001 EPUB/toc.ncx:0'],
  },
  'an NCX that leads nowhere': {
    book: book({ 'toc.ncx': swap('chapter.xhtml', 'gone.xhtml') }),
    says: ['RSC-007 EPUB/toc.ncx:10'],
  },
  'a gap in the order of the NCX': {
    book: book({ 'toc.ncx': swap('playOrder="1"', 'playOrder="2"') }),
    says: ['RSC-005 EPUB/toc.ncx:8'],
  },
  'a nav without a toc': {
    book: book({ 'nav.xhtml': swap('epub:type="toc"', 'epub:type="x"') }),
    says: ['RSC-005 EPUB/nav.xhtml:7', 'RSC-005 EPUB/nav.xhtml:8'],
  },
  'a toc with a link without text': { book: book({ 'nav.xhtml': swap('>One<', '><') }), says: ['RSC-005 EPUB/nav.xhtml:10'] },
  'a toc that leaves the book': {
    book: book({ 'nav.xhtml': swap('chapter.xhtml', 'https://example.org/') }),
    says: ['NAV-010 EPUB/nav.xhtml:10'],
  },
  'a toc against the reading order': {
    book: book({
      'two.xhtml': simple('b'),
      'package.opf': withItems({ id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }),
      'nav.xhtml': swap(
        '<li><a href="chapter.xhtml">One</a></li>',
        '<li><a href="two.xhtml">Two</a></li>\n<li><a href="chapter.xhtml">One</a></li>',
      ),
    }),
    says: ['NAV-011 EPUB/nav.xhtml:11'],
  },
  'an encrypted file that is not there': {
    book: book({
      'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
<enc:CipherData><enc:CipherReference URI="EPUB/gone.otf"/></enc:CipherData></enc:EncryptedData></encryption>`,
    }),
    says: ['RSC-007 META-INF/encryption.xml:3'],
  },
  'an obfuscated picture': {
    book: book({
      'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
<enc:CipherData><enc:CipherReference URI="EPUB/picture.png"/></enc:CipherData></enc:EncryptedData></encryption>`,
    }),
    says: ['PKG-026 META-INF/encryption.xml:3'],
  },
  'an empty document': { book: book({ 'chapter.xhtml': '' }), says: [`RSC-016 ${chapter}:0`] },
}
