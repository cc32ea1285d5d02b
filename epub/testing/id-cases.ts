import JSZip from 'jszip'
import type { Publication } from '../publication.ts'
import { book, book2, bytesOf, type Overrides, png, withItems } from './book.ts'
import { all, inChapter, inHead, inMetadata, put, simple, swap, withCss } from './changes.ts'

/** A book as a file, whose name matters too. */
export interface IdCase {
  readonly bytes: () => Promise<Uint8Array>
  readonly fileName?: string
}

const of = (publication: Publication, fileName?: string): IdCase => ({ bytes: () => bytesOf(publication), fileName })
const three = (...overrides: readonly Overrides[]) => of(book(merged(overrides)))
const two = (...overrides: readonly Overrides[]) => of(book2(merged(overrides)))

/** Several changes of the same file are made one after the other. */
function merged(list: readonly Overrides[]): Overrides {
  const result: Record<string, Overrides[string]> = {}
  for (const overrides of list)
    for (const [path, change] of Object.entries(overrides)) {
      const before = result[path]
      result[path] = typeof before === 'function' && typeof change === 'function' ? all(before, change) : change
    }
  return result
}

const opf = (...changes: readonly ((text: string) => string)[]): Overrides => ({ 'package.opf': all(...changes) })
type AddedItem = { id: string; href: string; type: string; properties?: string; spine?: boolean }
const items = (...list: AddedItem[]): Overrides => opf(withItems(...list))
const prefix = (value: string) => three(opf(swap('version="3.0"', `version="3.0" prefix="${value}"`)))
const property = (id: string, value: string) => opf(swap(`id="${id}"`, `id="${id}" properties="${value}"`))
const meta = inMetadata
const fixedLayout = meta('<meta property="rendition:layout">pre-paginated</meta>')
const viewport = (content: string) => inHead(`<meta name="viewport" content="${content}"/>`)

const utf16 = (text: string) => {
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes.set([0xfe, 0xff])
  for (let i = 0; i < text.length; i++) bytes.set([text.charCodeAt(i) >> 8, text.charCodeAt(i) & 255], 2 + i * 2)
  return bytes
}
const inUtf16 = (text: string) => utf16(text.replace('encoding="UTF-8"', 'encoding="UTF-16"'))

const smil = (pars: string) =>
  `<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${pars}</body></smil>`
const par = (text = 'chapter.xhtml', audio = '<audio src="a.mp3" clipBegin="0s" clipEnd="1s"/>') =>
  `<par><text src="${text}"/>${audio}</par>`
const mp3 = { id: 'mp3', href: 'a.mp3', type: 'audio/mpeg' }
/** A chapter that is read aloud. */
const overlay = (pars: string, total = '1s'): Overrides[] => [
  { 'a.smil': smil(pars), 'a.mp3': new Uint8Array(64) },
  items({ id: 'smil', href: 'a.smil', type: 'application/smil+xml' }, mp3),
  opf(swap('id="chapter"', 'id="chapter" media-overlay="smil"')),
  meta(`<meta property="media:duration">${total}</meta><meta property="media:duration" refines="#smil">1s</meta>`),
]

const svg = (attributes = ' viewBox="0 0 9 9"', inside = '<rect id="r" width="9" height="9"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}><title>A</title>${inside}</svg>`
const svgItem = { id: 'svg', href: 'a.svg', type: 'image/svg+xml' }
const second = { id: 'two', href: 'two.xhtml', type: 'application/xhtml+xml' }

const encryption = (algorithm: string, path: string) => ({
  'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/>
<enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`,
})

const collection = (role: string, links: string) => opf(put('</package>', `<collection role="${role}">${links}</collection>\n`))
const skmType = 'application/vnd.epub.search-key-map+xml'
const skm = (href: string) =>
  `<search-key-map xmlns="http://www.idpf.org/2007/ops" xml:lang="en"><search-key-group href="${href}"><match value="a"/></search-key-group></search-key-map>`
const dictionary: Overrides[] = [
  meta('<dc:type>dictionary</dc:type><meta property="source-language">en</meta><meta property="target-language">fr</meta>'),
  { 'chapter.xhtml': swap('<body>', '<body epub:type="dictionary">') },
]
const dictionaryLinks = (links: string) =>
  collection(
    'dictionary',
    `<metadata xmlns="http://www.idpf.org/2007/opf"><meta property="source-language">en</meta><meta property="target-language">fr</meta></metadata>${links}`,
  )
const chapterLink = '<link href="chapter.xhtml"/>'
const mapFile: Overrides[] = [
  { 'map.xml': skm('chapter.xhtml') },
  items({ id: 'map', href: 'map.xml', type: skmType, properties: 'search-key-map dictionary' }),
]

const dataNav = (body: string): Overrides[] => [
  {
    'data.xhtml': `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Data</title></head><body>${body}</body></html>`,
  },
]
const regionNav =
  '<nav epub:type="region-based" hidden=""><ol><li><a href="chapter.xhtml#xywh=percent:0,0,5,5">A</a></li></ol></nav>'

const edupub = meta('<dc:type>edupub</dc:type><dc:creator>A</dc:creator><meta property="schema:accessibilityFeature">none</meta>')

const remoteAudio = (address: string) => [
  property('chapter', 'remote-resources'),
  inChapter(`<p><audio src="${address}"></audio></p>`),
  items({ id: 'far', href: address, type: 'audio/mpeg' }),
]

const oeb1 = swap(
  '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uid">',
  '<package xmlns="http://openebook.org/namespaces/oeb-package/1.0/" version="2.0" unique-identifier="uid">',
)

type Change = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>
const changed = (change: Change, publication = book(), fileName?: string): IdCase => ({
  bytes: async () => change(await bytesOf(publication)),
  fileName,
})

const rezipped =
  (change: (zip: JSZip) => void): Change =>
  async (bytes) => {
    const zip = await JSZip.loadAsync(bytes)
    change(zip)
    return zip.generateAsync({ type: 'uint8array' })
  }

/** Gives the first entry, `mimetype`, four more bytes of header. */
function withExtraField(bytes: Uint8Array): Uint8Array {
  const at = 30 + 8
  const result = new Uint8Array(bytes.length + 4)
  result.set(bytes.subarray(0, at))
  result.set([0x99, 0x99, 0, 0], at)
  result.set(bytes.subarray(at), at + 4)
  const view = new DataView(result.buffer)
  view.setUint16(28, 4, true)
  const end = result.length - 22
  const directory = view.getUint32(end + 16, true) + 4
  view.setUint32(end + 16, directory, true)
  let entry = directory
  for (let i = 0; i < view.getUint16(end + 10, true); i++) {
    if (i > 0) view.setUint32(entry + 42, view.getUint32(entry + 42, true) + 4, true)
    entry += 46 + view.getUint16(entry + 28, true) + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true)
  }
  return result
}

/** A name in the archive that no UTF-8 decoder reads. */
function withBytesInName(bytes: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode('EPUB/qqq.txt')
  const result = bytes.slice()
  for (let i = 0; i + name.length < result.length; i++)
    if (name.every((byte, at) => result[i + at] === byte)) result.set([0xe9, 0xe9, 0xe9], i + 5)
  return result
}

/**
 * The smallest book for each id that `check-cases.ts` does not have; other messages may come with it. Ids are spelt as
 * EPUBCheck prints them.
 */
export const idCases: Readonly<Record<string, IdCase>> = {
  'ACC-009': three(
    property('chapter', 'mathml'),
    inChapter('<p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>a</mi></math></p>'),
  ),
  'ACC-011': three(
    property('chapter', 'svg'),
    inChapter(`<p>${svg(undefined, '<a xlink:href="#one"><rect width="9" height="9"/></a>')}</p>`),
  ),
  'CSS-003': three({ 'style.css': utf16('@charset "utf-16";\np { color: red }\n') }),
  'CSS-005': three(inHead('<link rel="stylesheet" href="style.css" class="vertical horizontal"/>')),
  'CSS-006': three(withCss('p { position: fixed }\n')),
  'CSS-007': three(
    withCss('@font-face { font-family: A; src: url(a.fnt) }\n'),
    { 'a.fnt': new Uint8Array(9) },
    items({ id: 'f', href: 'a.fnt', type: 'application/x-font' }),
  ),
  'CSS-019': three(withCss('@font-face { }\n')),
  'CSS-028': three(
    withCss('@font-face { font-family: A; src: url(a.otf) }\n'),
    { 'a.otf': new Uint8Array(9) },
    items({ id: 'f', href: 'a.otf', type: 'font/otf' }),
  ),
  'CSS-029': three(withCss('p,\n  p .-epub-media-overlay-active { color: red }\n.-epub-media-overlay-playing { color: red }\n')),
  'CSS-030': three(...overlay(par()), meta('<meta property="media:active-class">-on</meta>'), {
    'chapter.xhtml': swap(/<link rel="stylesheet".*\n/, ''),
  }),
  'HTM-003': three({ 'chapter.xhtml': swap('<!DOCTYPE html>', '<!DOCTYPE html [<!ENTITY a SYSTEM "a.txt">]>') }),
  'HTM-007': three(inChapter('<p xmlns:ssml="http://www.w3.org/2001/10/synthesis" ssml:ph=" ">a</p>')),
  'HTM-009': two(opf(swap('?>', '?>\n<!DOCTYPE package PUBLIC "x" "http://example.org/x.dtd">'))),
  'HTM-010': three(inChapter('<p xmlns:epub="http://example.org/">a</p>')),
  'HTM-045': three(inChapter('<p><a href="">a</a></p>')),
  'HTM-047': three(fixedLayout, viewport('width=')),
  'HTM-048': three(fixedLayout, { 'a.svg': svg('') }, items({ ...svgItem, spine: true })),
  'HTM-051': three(edupub, inChapter('<div itemscope="itemscope"><p itemprop="a">a</p></div>')),
  'HTM-052': three(inChapter('<nav epub:type="region-based"><ol><li><a href="#one">a</a></li></ol></nav>')),
  HTM_055: three(inHead('<base href="chapter.xhtml"/>')),
  HTM_057: three(fixedLayout, viewport('width=wide, height=600')),
  HTM_058: three({ 'chapter.xhtml': inUtf16(simple('a')) }),
  HTM_059: three(fixedLayout, viewport('width=600, height=600, width=500')),
  HTM_060a: three(fixedLayout, viewport('width=600, height=600'), viewport('width=500, height=600')),
  HTM_060b: three(viewport('width=600, height=600')),
  'MED-003': three(
    inChapter('<p><picture><img src="a.tiff" alt="a"/></picture></p>'),
    { 'a.tiff': new Uint8Array(9) },
    items({ id: 't', href: 'a.tiff', type: 'image/tiff' }),
  ),
  'MED-005': three(
    ...overlay(par('chapter.xhtml', '<audio src="a.wav" clipBegin="0s" clipEnd="1s"/>')),
    { 'a.wav': new Uint8Array(64) },
    items({ id: 'wav', href: 'a.wav', type: 'audio/wav' }),
  ),
  'MED-008': three(...overlay(par('chapter.xhtml', '<audio src="a.mp3" clipBegin="2s" clipEnd="1s"/>'))),
  'MED-009': three(...overlay(par('chapter.xhtml', '<audio src="a.mp3" clipBegin="1s" clipEnd="1s"/>'))),
  MED_007: three(
    inChapter('<p><picture><source srcset="a.tiff"/><img src="picture.png" alt="a"/></picture></p>'),
    { 'a.tiff': new Uint8Array(9) },
    items({ id: 't', href: 'a.tiff', type: 'image/tiff' }),
  ),
  MED_011: three(
    ...overlay(par()),
    { 'b.smil': smil(par()) },
    items({ id: 'other', href: 'b.smil', type: 'application/smil+xml' }),
    meta('<meta property="media:duration" refines="#other">1s</meta>'),
  ),
  MED_012: three(
    ...overlay(par()),
    { 'b.smil': smil(par('two.xhtml')), 'two.xhtml': simple('b') },
    items({ id: 'other', href: 'b.smil', type: 'application/smil+xml' }),
    opf(put('  </manifest>', '<item id="two" href="two.xhtml" media-type="application/xhtml+xml" media-overlay="smil"/>\n')),
    opf(put('  </spine>', '<itemref idref="two"/>\n')),
  ),
  MED_014: three(...overlay(par('chapter.xhtml', '<audio src="a.mp3#t=1" clipBegin="0s" clipEnd="1s"/>'))),
  MED_015: three(
    { 'chapter.xhtml': swap('<p>It', '<p id="b">It') },
    ...overlay(`${par('chapter.xhtml#b')}${par('chapter.xhtml#one')}`),
  ),
  MED_016: three(...overlay(par(), '9s')),
  MED_017: three(...overlay(par('chapter.xhtml#xpointer(x)'))),
  MED_018: three(
    ...overlay(`${par()}${par('a.svg#a=b')}`),
    { 'a.svg': svg() },
    opf(put('  </manifest>', '<item id="svg" href="a.svg" media-type="image/svg+xml" media-overlay="smil"/>\n')),
    opf(put('  </spine>', '<itemref idref="svg"/>\n')),
  ),
  'NAV-003': three(edupub, inChapter('<p><span epub:type="pagebreak" id="p1" title="1"></span></p>')),
  'NAV-004': three(edupub, inChapter('<section><h1>a</h1></section>\n<section><h1>b</h1></section>')),
  'NAV-005': three(edupub, inChapter('<p><audio src="a.mp3"></audio></p>'), { 'a.mp3': new Uint8Array(64) }, items(mp3)),
  'NAV-006': three(edupub, inChapter('<figure><p>a</p></figure>')),
  'NAV-007': three(edupub, inChapter('<table><tr><td>a</td></tr></table>')),
  'NAV-008': three(
    edupub,
    inChapter('<p><video src="a.mp4"></video></p>'),
    { 'a.mp4': new Uint8Array(64) },
    items({ id: 'mp4', href: 'a.mp4', type: 'video/mp4' }),
  ),
  'NAV-009': three(
    ...dataNav(regionNav),
    items({ id: 'data', href: 'data.xhtml', type: 'application/xhtml+xml', properties: 'data-nav', spine: false }),
  ),
  'NCX-004': three({ 'toc.ncx': swap('content="urn:uuid', 'content=" urn:uuid') }),
  'NCX-006': three({ 'toc.ncx': swap('<text>One</text>', '<text></text>') }),
  'OPF-003': three({ 'more.txt': 'a' }),
  'OPF-004': prefix(' foo: http://example.org/'),
  'OPF-004a': prefix(': http://example.org/'),
  'OPF-004b': prefix('1a: http://example.org/'),
  'OPF-004c': prefix('foo http://example.org/'),
  'OPF-004d': prefix('foo:http://example.org/'),
  'OPF-004e': prefix('foo: &#9;http://example.org/'),
  'OPF-006': prefix('foo: http://example.org/{x}'),
  'OPF-007a': prefix('_: http://example.org/'),
  'OPF-007c': prefix('dc: http://purl.org/dc/elements/1.1/'),
  'OPF-013': three(inChapter('<p><object data="picture.png" type="image/gif"></object></p>')),
  'OPF-016': three({ 'META-INF/container.xml': swap(' full-path="EPUB/package.opf"', '') }),
  'OPF-017': three({ 'META-INF/container.xml': swap('EPUB/package.opf', '') }),
  'OPF-018b': three(property('chapter', 'remote-resources scripted'), inHead('<script>var a</script>')),
  'OPF-021': two(
    {
      'a.xml': `<?xml version="1.0" encoding="UTF-8"?>
<dtbook xmlns="http://www.daisy.org/z3986/2005/dtbook/" version="2005-2" xml:lang="en"><head><meta name="dtb:uid" content="a"/></head>
<book><bodymatter><level1><p><a href="foo:bar" external="true">a</a></p></level1></bodymatter></book></dtbook>`,
    },
    items({ id: 'dtb', href: 'a.xml', type: 'application/x-dtbook+xml', spine: true }),
  ),
  'OPF-026': three(meta('<meta property="dcterms:">a</meta>')),
  'OPF-032': two(opf(put('</package>', '<guide><reference type="text" title="a" href="picture.png"/></guide>\n'))),
  'OPF-035': two({ 'b.html': simple('b') }, items({ id: 'b', href: 'b.html', type: 'text/html', spine: true })),
  'OPF-037': two({ 'b.html': simple('b') }, items({ id: 'b', href: 'b.html', type: 'text/x-oeb1-document', spine: true })),
  'OPF-038': two(opf(oeb1)),
  'OPF-039': two(opf(oeb1)),
  'OPF-041': two(opf(swap('id="style"', 'id="style" fallback-style="x"'))),
  'OPF-044': three(
    { 'b.bin': new Uint8Array(9) },
    opf(put('  </manifest>', '<item id="bin" href="b.bin" media-type="application/x-b" fallback="picture"/>\n')),
    opf(put('  </spine>', '<itemref idref="bin"/>\n')),
  ),
  'OPF-047': two(opf(oeb1)),
  'OPF-062': two(opf(swap('toc="ncx"', 'toc="ncx" page-map="style"'))),
  'OPF-063': two(opf(swap('toc="ncx"', 'toc="ncx" page-map="x"'))),
  'OPF-064': three(meta('<dc:type>preview</dc:type>')),
  'OPF-065': three(
    meta('<meta id="a" refines="#b" property="file-as">A</meta><meta id="b" refines="#a" property="file-as">B</meta>'),
  ),
  'OPF-066': three(edupub, inChapter('<p><span epub:type="pagebreak" id="p1" title="1"></span></p>')),
  'OPF-067': three(meta('<link rel="record" href="style.css" media-type="text/css"/>')),
  'OPF-070': three(collection('http://[x', chapterLink)),
  'OPF-071': three(collection('index', '<link href="picture.png"/>')),
  'OPF-072': two(meta('<dc:creator> </dc:creator>')),
  'OPF-073': three(
    { 'a.svg': `<!DOCTYPE svg PUBLIC "x" "http://example.org/x.dtd">${svg()}` },
    items(svgItem),
    inChapter('<p><img src="a.svg" alt="a"/></p>'),
  ),
  'OPF-075': three(collection('preview', '<link href="picture.png"/>')),
  'OPF-076': three(collection('preview', '<link href="chapter.xhtml#epubcfi(/2)"/>')),
  'OPF-077': three(
    ...dataNav(regionNav),
    items({ id: 'data', href: 'data.xhtml', type: 'application/xhtml+xml', properties: 'data-nav' }),
  ),
  'OPF-078': three(meta('<dc:type>dictionary</dc:type>')),
  'OPF-079': three({ 'chapter.xhtml': swap('<body>', '<body epub:type="dictionary">') }),
  'OPF-080': three(
    ...dictionary,
    { 'map.skm': skm('chapter.xhtml') },
    items({ id: 'map', href: 'map.skm', type: skmType, properties: 'search-key-map dictionary' }),
  ),
  'OPF-081': three(...dictionary, ...mapFile, dictionaryLinks(`${chapterLink}<link href="map.xml"/><link href="gone.xhtml"/>`)),
  'OPF-082': three(
    ...dictionary,
    ...mapFile,
    { 'map2.xml': skm('chapter.xhtml') },
    items({ id: 'map2', href: 'map2.xml', type: skmType, properties: 'search-key-map dictionary' }),
    dictionaryLinks(`${chapterLink}<link href="map.xml"/><link href="map2.xml"/>`),
  ),
  'OPF-083': three(...dictionary, dictionaryLinks(chapterLink)),
  'OPF-084': three(...dictionary, ...mapFile, dictionaryLinks(`${chapterLink}<link href="map.xml"/><link href="picture.png"/>`)),
  'OPF-086': three(meta('<meta property="rendition:viewport">width=600, height=600</meta>')),
  'OPF-086b': three(inChapter('<p epub:type="endnote">a</p>')),
  'OPF-087': three(inChapter('<p epub:type="table">a</p>')),
  'OPF-088': three(inChapter('<p epub:type="foo">a</p>')),
  'OPF-089': three(meta('<link rel="alternate record" href="a.xml" media-type="application/xml"/>'), { 'a.xml': '<a/>' }),
  'OPF-090': three({ 'a.otf': new Uint8Array(9) }, items({ id: 'f', href: 'a.otf', type: 'application/vnd.ms-opentype' })),
  'OPF-091': three(opf(swap('href="picture.png"', 'href="picture.png#a"'))),
  'OPF-094': three(meta('<link rel="record" href="https://example.org/a"/>')),
  'OPF-095': three(meta('<link rel="voicing" refines="#uid" href="a.xml" media-type="application/xml"/>'), { 'a.xml': '<a/>' }),
  'OPF-096b': three(
    { 'two.xhtml': simple('b') },
    items({ ...second, spine: false }),
    opf(put('  </spine>', '<itemref idref="two" linear="no"/>\n')),
    property('chapter', 'scripted'),
    inHead('<script>var a</script>'),
  ),
  'OPF-097': three({ 'b.png': png }, items({ id: 'b', href: 'b.png', type: 'image/png' })),
  'OPF-098': three(meta('<link rel="record" href="#uid" media-type="application/xml"/>')),
  'OPF-099': three(items({ id: 'self', href: 'package.opf', type: 'application/oebps-package+xml' })),
  'PKG-004': changed((bytes) => Uint8Array.from([...new TextEncoder().encode('junk'), ...bytes])),
  'PKG-005': changed(withExtraField),
  'PKG-006': changed(
    rezipped((zip) => {
      zip.remove('mimetype')
    }),
  ),
  'PKG-007': changed(rezipped((zip) => zip.file('mimetype', 'application/zip'))),
  'PKG-008': changed((bytes) => bytes.slice(0, bytes.length - 30)),
  'PKG-011': three({ 'a.': 'a' }),
  'PKG-012': three({ 'é.txt': 'a' }),
  'PKG-013': two({ 'META-INF/container.xml': swap(/(<rootfile .*)/, '$1\n$1') }),
  'PKG-014': changed(
    rezipped((zip) => {
      zip.folder('EPUB/empty')
    }),
  ),
  'PKG-016': of(book(), 'book.EPUB'),
  'PKG-017': of(book2(), 'book.zip'),
  'PKG-022': three(
    { 'b.jpg': png },
    items({ id: 'b', href: 'b.jpg', type: 'image/png' }),
    inChapter('<p><img src="b.jpg" alt="a"/></p>'),
  ),
  'PKG-024': of(book(), 'book.zip'),
  'PKG-025': three({ 'META-INF/a.txt': 'a' }, items({ id: 'a', href: '../META-INF/a.txt', type: 'text/plain' })),
  'PKG-027': changed(withBytesInName, book({ 'qqq.txt': 'a' })),
  'RSC-004': three(encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'EPUB/picture.png')),
  'RSC-006b': three(
    property('chapter', 'scripted'),
    inHead('<script>var a</script>'),
    items({ id: 'far', href: 'https://example.org/a.png', type: 'image/png' }),
  ),
  'RSC-009': three(inChapter('<p><img src="picture.png#a" alt="a"/></p>')),
  'RSC-013': three({ 'chapter.xhtml': swap('href="style.css"', 'href="style.css#a"') }),
  'RSC-014': three(
    inChapter('<p><a href="a.svg#g">a</a></p>'),
    { 'a.svg': svg(undefined, '<defs><symbol id="g"/></defs>') },
    items({ ...svgItem, spine: true }),
  ),
  'RSC-015': three(
    property('chapter', 'svg'),
    inChapter(`<p>${svg(undefined, '<use xlink:href="a.svg"/>')}</p>`),
    { 'a.svg': svg() },
    items(svgItem),
  ),
  'RSC-019': three({
    'META-INF/container.xml': swap(
      /(<rootfile .*)/,
      '$1\n<rootfile full-path="EPUB/b.opf" media-type="application/oebps-package+xml"/>',
    ),
    'b.opf': textOfPackage(),
  }),
  'RSC-021': three(
    ...dictionary,
    { 'map.xml': skm('two.xhtml'), 'two.xhtml': simple('a') },
    items({ id: 'map', href: 'map.xml', type: skmType, properties: 'search-key-map dictionary' }, { ...second, spine: false }),
  ),
  'RSC-025': three(property('chapter', 'svg'), inChapter(`<p>${svg(undefined, '<rect/>')}</p>`)),
  'RSC-027': three({ 'toc.ncx': inUtf16(textOfNcx()) }),
  'RSC-031': three(...remoteAudio('http://example.org/a.mp3')),
}

function textOf(path: string): string {
  return new TextDecoder().decode(book().resources.get(path)?.bytes)
}
function textOfPackage() {
  return textOf('EPUB/package.opf')
}
function textOfNcx() {
  return textOf('EPUB/toc.ncx')
}
