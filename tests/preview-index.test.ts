import { expect, test } from 'vitest'
import { nodeCodec } from '../epub/node/codec.ts'
import { openPublication } from '../epub/ocf/open.ts'
import { type BookPreview, previewBook } from '../epub/preview/book.ts'
import type { Publication } from '../epub/publication.ts'
import { fromBytes } from '../epub/source.ts'
import { book, bytesOf, png, withItems } from '../epub/testing/book.ts'
import type { PreviewIndex } from '../gateway/preview.ts'

/** As the worker does it: from archives, one compared with the other. */
async function previewOf(publication: Publication, other?: Publication) {
  const opened = async (one: Publication) => openPublication(fromBytes(await bytesOf(one)), { codec: nodeCodec })
  const parts: Uint8Array[] = []
  const write = async (bytes: Uint8Array) => void parts.push(bytes)
  const made: BookPreview = await previewBook(await opened(publication), { write, other: other && (await opened(other)) })
  // what the library writes is what the gateway reads: where the two part, this does not compile
  const index: PreviewIndex = { ...made, ...(made.language && { language: made.language }) } as typeof made & { language: string }
  const text = Buffer.concat(parts)
  return { ...index, contentOf: (at: number) => text.subarray(...index.chapters[at]!.content).toString() }
}

const page = (title: string, body: string, head = '') => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const xhtml = (...names: string[]) =>
  withItems(...names.map((name) => ({ id: name, href: `${name}.xhtml`, type: 'application/xhtml+xml' })))

test('a place with another picture behind the same name is marked, and a page whose styles are others is named', async () => {
  const another = Uint8Array.from(png)
  another[another.length - 20]! ^= 1
  const pages = {
    'package.opf': xhtml('two', 'three'),
    'two.xhtml': page('two', '<p>Words alone.</p>', '<link rel="stylesheet" type="text/css" href="style.css"/>'),
    'three.xhtml': page('three', '<p>Words alone.</p>', '<style>p { color: red }</style>'),
  }
  const before = book({ ...pages, 'chapter.xhtml': page('One', '<p>a</p><p><img src="picture.png" alt=""/></p>') })
  const after = book({
    ...pages,
    'chapter.xhtml': page('One', '<p>a</p><p><img src="picture.png" alt=""/></p>'),
    'picture.png': another,
    'style.css': 'body { margin: 2em }',
    'three.xhtml': page('three', '<p>Words alone.</p>', '<style>p { color: blue }</style>'),
  })
  const same = await previewOf(before, before)
  expect(same.chapters.map(({ changed, restyled }) => [changed, restyled])).toEqual(same.chapters.map(() => [0, false]))

  const seen = await previewOf(after, before)
  expect(seen.chapters.map(({ path, changed, restyled }) => [path, changed, restyled])).toEqual([
    ['EPUB/chapter.xhtml', 1, false],
    ['EPUB/two.xhtml', 0, true],
    ['EPUB/three.xhtml', 0, true],
  ])
  expect(seen.contentOf(0)).toMatch(/<p>a<\/p><p data-bookmender-changed="true"><img/)
})

test('the side of a spread is the one that the package document says', async () => {
  const spine = (text: string) =>
    xhtml(
      'two',
      'three',
      'four',
    )(text)
      .replace('idref="two"', 'idref="two" properties="page-spread-left"')
      .replace('idref="three"', 'idref="three" properties="rendition:page-spread-right"')
      .replace('idref="four"', 'idref="four" properties="rendition:page-spread-center"')
  const files = {
    'two.xhtml': page('two', '<p>2</p>'),
    'three.xhtml': page('three', '<p>3</p>'),
    'four.xhtml': page('four', '<p>4</p>'),
  }
  const sides = async (change: (text: string) => string) =>
    (await previewOf(book({ ...files, 'package.opf': change }))).chapters.map(({ spread }) => spread)
  expect(await sides(spine)).toEqual([undefined, 'left', 'right', 'center'])
  const none = (text: string) => text.replace('</metadata>', '<meta property="rendition:spread">none</meta></metadata>')
  expect(await sides((text) => none(xhtml('two')(text)))).toEqual(['center', 'center'])
})
