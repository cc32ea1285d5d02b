import { expect, test } from 'vitest'
import { readingOrder } from './package/package.ts'
import { reconstruct } from './reconstruct.ts'
import { allReferences } from './references.ts'
import { book, filesOf, publicationFrom } from './testing/book.ts'

const page = (title: string, body = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de" lang="de"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`

const build = async (files: Record<string, string | Uint8Array>, fileName = '') => {
  const result = await reconstruct(publicationFrom(files, { fileName }))
  return { files: filesOf(result), order: readingOrder(result), result }
}

test('chapters alone become a book in natural order, with a title, a language and contents', async () => {
  const { files, order } = await build(
    {
      'text/c10.xhtml': page('Zehn'),
      'text/c9.xhtml': page('Neun'),
      'text/cover.xhtml': page('Umschlag'),
      'a.css': 'p { margin: 0 }',
    },
    'Der_Roman.epub',
  )
  expect(order).toEqual(['text/cover.xhtml', 'text/c9.xhtml', 'text/c10.xhtml'])
  const opf = files['text/package.opf']!
  expect(opf).toContain('<dc:title>Umschlag</dc:title>')
  expect(opf).toContain('<dc:language>de</dc:language>')
  expect(opf).toContain('href="../a.css" media-type="text/css"')
  expect(opf).toMatch(/<item id="nav.xhtml" [^>]*properties="nav"/)
  expect(files['text/nav.xhtml']).toContain('<a href="c10.xhtml">Zehn</a>')
  expect(files['META-INF/container.xml']).toContain('full-path="text/package.opf"')
})

test('what is left of the package is believed: title, identifier, order, dates', async () => {
  const cut = filesOf(book({ 'two.xhtml': page('Two'), 'a.xhtml': page('A') }))
    ['EPUB/package.opf']!.replace('href="chapter.xhtml"', 'href="two.xhtml"')
    .replace(/<\/spine>[\s\S]*$/, '')
  const { files, order } = await build({
    ...filesOf(book({ 'two.xhtml': page('Two') })),
    'EPUB/picture.png': Uint8Array.of(0x89),
    'EPUB/package.opf': cut,
  })
  expect(order).toEqual(['EPUB/two.xhtml', 'EPUB/chapter.xhtml'].sort((a) => (a.includes('two') ? 1 : -1)))
  const opf = files['EPUB/package.opf']!
  expect(opf).toContain('<dc:identifier id="pub-id">urn:uuid:12345678-1234-4234-8234-123456789abc</dc:identifier>')
  expect(opf).toContain('<dc:title>A Small Book</dc:title>')
  expect(opf).toContain('2020-01-01T00:00:00Z')
})

test('the contents give the order when the package is gone', async () => {
  const navMap = ['b', 'a', 'c']
    .map((name) => `<navPoint><navLabel><text>${name}</text></navLabel><content src="${name}.xhtml"/></navPoint>`)
    .join('')
  const { order, files } = await build({
    'a.xhtml': page('A'),
    'b.xhtml': page('B'),
    'c.xhtml': page('C'),
    'b2.xhtml': page('B2'),
    'toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><docTitle><text>Saved</text></docTitle><navMap>${navMap}</navMap></ncx>`,
  })
  expect(order).toEqual(['b.xhtml', 'b2.xhtml', 'a.xhtml', 'c.xhtml'])
  expect(files['package.opf']).toContain('<dc:title>Saved</dc:title>')
  expect(files['toc.ncx']).toContain('<docTitle><text>Saved</text></docTitle>')
})

test('pictures without a page, and plain texts, become pages', async () => {
  const png = book().resources.get('EPUB/picture.png')!.bytes!
  const comic = await build({ 'p 10.png': png, 'p 2.png': png })
  expect(comic.order).toEqual(['p 2.xhtml', 'p 10.xhtml'])
  expect(comic.files['p 2.xhtml']).toContain('<img src="p%202.png" alt="p 2"/>')
  const text = await build({ 'book.txt': 'One & only.\n\nTwo.' })
  expect(text.files['book.xhtml']).toContain('<p>One &amp; only.</p>\n    <p>Two.</p>')
})

test('a rebuilt book is rebuilt to itself, and every reference leads to a file', async () => {
  const once = await reconstruct(book({ 'META-INF/container.xml': undefined, 'package.opf': undefined, 'toc.ncx': undefined }))
  const twice = await reconstruct(once)
  expect(filesOf(twice)).toEqual(filesOf(once))
  expect(allReferences(once).filter(({ path }) => path && !once.resources.has(path))).toEqual([])
})

test('nothing to build from stays as it is', async () => {
  const empty = publicationFrom({ 'META-INF/container.xml': '<container/>' })
  expect(await reconstruct(empty)).toBe(empty)
})
