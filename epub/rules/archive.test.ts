import { expect, test } from 'vitest'
import { applyPatches } from '../patch.ts'
import { pixelsOf } from '../platforms/pixels.ts'
import { type ArchiveDefect, type Publication, written } from '../publication.ts'
import { book, filesOf } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { archiveClutter } from './archive-clutter.ts'
import { archiveDamagedFile } from './archive-damaged-file.ts'
import { archiveDirectory } from './archive-directory.ts'
import { archiveEntries } from './archive-entries.ts'
import { archiveNames } from './archive-names.ts'
import { mimetypeEntry } from './mimetype-entry.ts'
import { packingExtension } from './packing-extension.ts'

const at = (...kinds: ArchiveDefect['kind'][]) =>
  book({}, { defects: kinds.map((kind) => ({ kind, path: 'EPUB/chapter.xhtml' }) as ArchiveDefect) })

testRule(archiveDirectory, {
  sound: [book(), at('mimetype-missing')],
  cases: {
    'a cut archive is written anew': { broken: at('no-directory', 'trailing-junk'), repaired: book(), findings: 2 },
    'so is one inside another': { broken: at('nested-archive'), repaired: book() },
  },
})
testRule(archiveEntries, {
  cases: { 'what is lost is said': { broken: at('entry-damaged', 'entry-lost'), repaired: book(), findings: 2 } },
})
testRule(archiveNames, {
  cases: { 'names that are double': { broken: at('duplicate-name', 'link'), repaired: book(), findings: 2 } },
})
testRule(archiveClutter, { cases: { 'what packing programs add': { broken: at('clutter', 'wrapped'), repaired: book() } } })
testRule(mimetypeEntry, {
  sound: [book(), at('no-directory')],
  cases: {
    'a mimetype that is missing': { broken: at('mimetype-missing'), repaired: book(), findings: 1 },
    'a mimetype that is wrong in every way': {
      broken: at('mimetype-not-first', 'mimetype-packed', 'mimetype-content', 'mimetype-extra-field'),
      repaired: book(),
      findings: 4,
    },
  },
})

test('a defect of another kind stays on record', async () => {
  const { result } = await applyRule(mimetypeEntry, at('mimetype-missing', 'no-directory'))
  expect(result.defects).toEqual([{ kind: 'no-directory', path: 'EPUB/chapter.xhtml' }])
})

test('the extension is reported, never changed', async () => {
  const found = async (fileName: string) =>
    (await applyRule(packingExtension, book({}, { fileName }))).findings.map(({ id }) => id)
  expect(await found('a.epub')).toEqual([])
  expect(await found('')).toEqual([])
  expect(await found('A.EPUB')).toEqual(['PKG-016'])
  expect(await found('a.zip')).toEqual(['PKG-017'])
})

const cut = (publication: Publication, path: string, bytes: Uint8Array): Publication => {
  const resource = publication.resources.get(path)!
  const part = { ...resource, size: bytes.length, head: bytes, bytes: undefined, load: async () => bytes, survival: 0.4 }
  return { ...publication, resources: new Map(publication.resources).set(path, part) }
}
const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))
/** A JPEG and a WebP of 30 × 20 that stop after their headers. */
const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 30, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)
const webp = Uint8Array.of(...ascii('RIFF\u0020\0\0\0WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 19, 0, 0)

const withPicture = (name: string, type: string, bytes: Uint8Array) =>
  book({
    'picture.png': undefined,
    [name]: bytes,
    'package.opf': (text) => text.replace('picture.png', name).replace('image/png', type),
    'chapter.xhtml': (text) => text.replace('picture.png', name),
  })

test('a picture that was cut off becomes a grey one of its size', async () => {
  const broken = cut(withPicture('photo.jpg', 'image/jpeg', jpeg), 'EPUB/photo.jpg', jpeg)
  const { result, findings } = await applyRule(archiveDamagedFile, broken)
  expect(findings).toHaveLength(1)
  const picture = result.resources.get('EPUB/photo.jpg')!
  expect(pixelsOf(await picture.load())).toEqual({ width: 30, height: 20 })
  expect(picture.survival).toBe(1)
  expect((await applyRule(archiveDamagedFile, result)).findings).toEqual([])
})

test('in a form of its own it becomes a PNG, and all that names it follows', async () => {
  const broken = cut(withPicture('photo.webp', 'image/webp', webp), 'EPUB/photo.webp', webp)
  const { result } = await applyRule(archiveDamagedFile, broken)
  expect(pixelsOf(await result.resources.get('EPUB/photo.png')!.load())).toEqual({ width: 30, height: 20 })
  expect(new TextDecoder().decode(result.resources.get('EPUB/chapter.xhtml')!.bytes)).toContain('src="photo.png"')
})

test('a page cut before its first element becomes an empty one; any other keeps what there is', async () => {
  const page = (text: string) => {
    const resource = { ...written('EPUB/chapter.xhtml', text), survival: 0.01 }
    return { ...book(), resources: new Map(book().resources).set('EPUB/chapter.xhtml', resource) }
  }
  const { result } = await applyRule(archiveDamagedFile, page('<?xml version="1.0"'))
  expect(filesOf(result)['EPUB/chapter.xhtml']).toContain('<title>chapter</title>')
  expect((await applyRule(archiveDamagedFile, result)).findings).toEqual([])
  expect((await applyRule(archiveDamagedFile, page('<html><body><p>It was a'))).findings).toEqual([])
})

test('a font that was cut off is left out; a film keeps what there is', async () => {
  const font = Uint8Array.of(...ascii('OTTO'), 0, 1)
  const broken = cut(book({ 'serif.otf': font }), 'EPUB/serif.otf', font)
  expect((await applyRule(archiveDamagedFile, broken)).result.resources.has('EPUB/serif.otf')).toBe(false)
  const film = cut(book({ 'film.mp4': font }), 'EPUB/film.mp4', Uint8Array.of(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0))
  const { patches } = await applyRule(archiveDamagedFile, film)
  expect(applyPatches(film, patches)).toBe(film)
})
