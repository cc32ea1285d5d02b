import { expect, test } from 'vitest'
import { applyPatches } from './patch.ts'
import { textOf } from './publication.ts'
import { allReferences, referencesOf, renamePatches } from './references.ts'
import { book, filesOf, publicationFrom } from './testing/book.ts'

const read = (path: string, text: string) =>
  [...referencesOf(publicationFrom({ [path]: text }).resources.get(path)!)].map(({ raw, kind, element, path: to, fragment }) =>
    [element, kind, raw, to, fragment].filter((value) => value !== undefined).join(' | '),
  )

test('content documents name files in attributes, styles and instructions', () => {
  const page = `<?xml-stylesheet href="look.css" type="text/css"?>
<html><head><link href='../a.css'/><style>p { background: url("i/b&amp;c.png") } /* url(no.png) */</style></head>
<body style="background: url(x.png)"><a href="other%20page.xhtml#top">x</a><a href="#here">y</a><a href="https://example.org/">z</a>
<img srcset="one.png 1x, two.png 2x" src="one.png"/><svg><image xlink:href="p.svg#g"/></svg><object data="o.swf"/><p data="no">
<!-- <a href="comment.xhtml"/> --></p></body></html>`
  expect(read('EPUB/text/page.xhtml', page)).toEqual([
    ' | instruction | look.css | EPUB/text/look.css',
    'link | href | ../a.css | EPUB/a.css',
    'style | css | i/b&amp;c.png | EPUB/text/i/b&c.png',
    'body | css | x.png | EPUB/text/x.png',
    'a | href | other%20page.xhtml#top | EPUB/text/other page.xhtml | top',
    'a | href | #here | EPUB/text/page.xhtml | here',
    'a | href | https://example.org/',
    'img | srcset | one.png | EPUB/text/one.png',
    'img | srcset | two.png | EPUB/text/two.png',
    'img | src | one.png | EPUB/text/one.png',
    'image | href | p.svg#g | EPUB/text/p.svg | g',
    'object | data | o.swf | EPUB/text/o.swf',
  ])
})

test('style sheets name files in urls and imports', () => {
  const css = `@charset "utf-8";
@import "one.css"; @import url(two.css) screen;
/* url(no.png) */ .a { background: url( 'a b.png' ); content: "url(no.png)" }
@font-face { src: url(fonts/a\\20 b.otf) format("opentype"), url("f.woff?x#iefix") }
.b { background: url() ; }
.c { background: url("unclosed.png
}`
  expect(read('s/book.css', css)).toEqual([
    ' | import | one.css | s/one.css',
    ' | import | two.css | s/two.css',
    ' | css | a b.png | s/a b.png',
    ' | css | fonts/a\\20 b.otf | s/fonts/a b.otf',
    ' | css | f.woff?x#iefix | s/f.woff | iefix',
    ' | css | ',
  ])
})

test('container and encryption name files from the root', () => {
  const container = '<container><rootfiles><rootfile full-path="EPUB/package.opf"/></rootfiles></container>'
  expect(read('META-INF/container.xml', container)).toEqual(['rootfile | full-path | EPUB/package.opf | EPUB/package.opf'])
  const encryption = '<e><enc:CipherReference URI="EPUB/a%20b.otf"/></e>'
  expect(read('META-INF/encryption.xml', encryption)).toEqual(['CipherReference | URI | EPUB/a%20b.otf | EPUB/a b.otf'])
})

test('SMIL names the text and the sound', () => {
  const smil = '<smil><body epub:textref="c.xhtml"><par><text src="c.xhtml#p1"/><audio src="a.mp3"/></par></body></smil>'
  expect(read('o/c.smil', smil)).toEqual([
    'body | textref | c.xhtml | o/c.xhtml',
    'text | src | c.xhtml#p1 | o/c.xhtml | p1',
    'audio | src | a.mp3 | o/a.mp3',
  ])
})

test('a renamed file is followed by all that name it', () => {
  const before = book({ 'META-INF/encryption.xml': '<e><enc:CipherReference URI="EPUB/picture.png"/></e>' })
  const renames = new Map([
    ['EPUB/chapter.xhtml', 'EPUB/text/one.xhtml'],
    ['EPUB/picture.png', 'EPUB/dot.png'],
    ['EPUB/package.opf', 'EPUB/book.opf'],
  ])
  const after = applyPatches(before, renamePatches(before, renames))
  const files = filesOf(after)
  expect(Object.keys(files)).toContain('EPUB/text/one.xhtml')
  expect(files['META-INF/container.xml']).toContain('full-path="EPUB/book.opf"')
  expect(files['META-INF/encryption.xml']).toContain('URI="EPUB/dot.png"')
  expect(files['EPUB/book.opf']).toContain('href="text/one.xhtml"')
  expect(files['EPUB/nav.xhtml']).toContain('href="text/one.xhtml"')
  expect(files['EPUB/toc.ncx']).toContain('src="text/one.xhtml"')
  expect(files['EPUB/text/one.xhtml']).toContain('src="../dot.png"')
  expect(files['EPUB/text/one.xhtml']).toContain('href="../style.css"')
  expect(allReferences(after).filter(({ path }) => path && !after.resources.has(path))).toEqual([])
  expect(textOf(after.resources.get('EPUB/style.css')!)).toBe(textOf(before.resources.get('EPUB/style.css')!))
})
