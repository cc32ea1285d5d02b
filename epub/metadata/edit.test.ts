import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { createJudge, findJava } from '../node/judge.ts'
import { openPublication } from '../ocf/open.ts'
import { type Publication, textOf } from '../publication.ts'
import { fromBytes, toBytes } from '../source.ts'
import { book, book2, bytesOf, filesOf, png } from '../testing/book.ts'
import { editMetadata, readMetadata, withMetadata } from './edit.ts'
import type { MetadataEdits } from './metadata.ts'
import { metadataOf } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-metadata-'))
const judge = createJudge()
if (!judge) console.warn('No Java: the edited books are not judged.')
afterAll(async () => {
  await judge?.close()
  rmSync(folder, { recursive: true, force: true })
})

const packageText = (publication: Publication) => textOf(publication.resources.get('EPUB/package.opf')!)
const jpeg = Uint8Array.from(
  atob(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  ),
  (char) => char.charCodeAt(0),
)

const everything: MetadataEdits = {
  title: 'Moby-Dick & "the" <Whale>',
  creators: [
    { name: 'Herman Melville', role: 'aut', fileAs: 'Melville, Herman' },
    { name: 'Rockwell Kent', role: 'ill' },
  ],
  language: 'en-US',
  identifier: 'urn:isbn:9780142437247',
  publisher: 'Harper & Brothers',
  date: '1851-11-14',
  description: 'A captain, a whale.',
  series: { name: 'Voyages', position: 2.5 },
  subjects: ['Whaling', 'Sea stories'],
  cover: jpeg,
}

describe.each([
  ['EPUB 3', book],
  ['EPUB 2', book2],
] as const)('%s', (name, make) => {
  test('everything is written, read back, judged valid; written again it changes nothing', async () => {
    const source = fromBytes(await bytesOf(make()))
    const { metadata, parts, changed } = await editMetadata(source, everything, { codec: nodeCodec })
    const { cover, ...texts } = everything
    expect(changed).toBe(true)
    expect(metadata).toMatchObject({ ...texts, cover: { path: 'EPUB/cover.jpg', mediaType: 'image/jpeg' } })
    const result = await toBytes(parts)
    expect(await readMetadata(fromBytes(result))).toEqual(metadata)

    const file = join(folder, `${name}.epub`)
    writeFileSync(file, result)
    expect((await judge?.check(file))?.messages ?? []).toEqual([])
    expect((await editMetadata(fromBytes(result), everything)).changed).toBe(false)
  })

  test('other entries are the same bytes; only package, NCX and cover differ', async () => {
    const before = await openPublication(fromBytes(await bytesOf(make())), { codec: nodeCodec })
    const after = await withMetadata(before, everything)
    const touched = [...after.resources.values()].filter((one) => before.resources.get(one.path) !== one)
    expect(touched.map(({ path }) => path)).toEqual(['EPUB/package.opf', 'EPUB/toc.ncx', 'EPUB/cover.jpg'])
  })

  test('one field changes one place', async () => {
    const before = make()
    const after = await withMetadata(before, { title: 'Another' })
    expect(packageText(after)).toBe(packageText(before).replace('A Small Book', 'Another'))
  })

  test('what is taken out leaves nothing behind', async () => {
    const full = await withMetadata(make(), everything)
    const { metadata } = await editMetadata(fromBytes(await bytesOf(full)), {
      creators: [],
      publisher: null,
      date: '',
      description: null,
      series: null,
      subjects: [],
    })
    expect(metadata).toMatchObject({ title: everything.title, creators: [], subjects: [] })
    const text = packageText(
      await withMetadata(full, { creators: [], publisher: null, date: null, description: null, series: null, subjects: [] }),
    )
    expect(text).not.toMatch(/creator|publisher|dc:date|description|series|collection|subject|refines|Melville/)
  })
})

test('who stays keeps id and details; who goes takes them along', async () => {
  const before = book({
    'package.opf': (text) =>
      text.replace(
        '    <dc:language>',
        `    <dc:creator id="a">Anna</dc:creator>
    <meta refines="#a" property="role" scheme="marc:relators">aut</meta>
    <meta refines="#a" property="alternate-script" xml:lang="ru">Анна</meta>
    <dc:creator id="b">Ben</dc:creator>
    <meta refines="#b" property="role" scheme="marc:relators">edt</meta>
    <dc:language>`,
      ),
  })
  const after = await withMetadata(before, { creators: [{ name: 'Cleo' }, { name: 'Anna', role: 'trl' }] })
  expect(metadataOf(after)?.creators).toEqual([{ name: 'Cleo' }, { name: 'Anna', role: 'trl' }])
  expect(packageText(after)).toContain('Анна')
  expect(packageText(after)).not.toMatch(/Ben|#b/)
})

test("a title's sort name and calibre's go with the old title; calibre's series is kept in step", async () => {
  const before = book({
    'package.opf': (text) =>
      text.replace('<dc:title>', '<dc:title id="t">').replace(
        '  </metadata>',
        `    <meta refines="#t" property="file-as">Small Book, A</meta>
    <meta name="calibre:title_sort" content="Small Book, A"/>
    <meta name="calibre:series" content="Old"/>
    <meta name="calibre:series_index" content="1.0"/>
  </metadata>`,
      ),
  })
  const text = packageText(await withMetadata(before, { title: 'New', series: { name: 'Other', position: 3 } }))
  expect(text).not.toMatch(/Small Book, A|Old/)
  expect(text).toMatch(/name="calibre:series" content="Other"/)
  expect(text).toMatch(/name="calibre:series_index" content="3"/)
  expect(text).toMatch(/belongs-to-collection" id="series">Other</)
})

test('EPUB 2 without the opf prefix gets it where it is needed', async () => {
  const bare = book2({
    'package.opf': (text) => text.replace(' xmlns:opf="http://www.idpf.org/2007/opf"', '').replace(' opf:scheme="UUID"', ''),
  })
  const after = await withMetadata(bare, { creators: [{ name: 'Anna', role: 'aut', fileAs: 'A' }] })
  const file = join(folder, 'bare.epub')
  writeFileSync(file, await bytesOf(after))
  expect((await judge?.check(file))?.messages ?? []).toEqual([])
  expect(metadataOf(after)?.creators).toEqual([{ name: 'Anna', role: 'aut', fileAs: 'A' }])
})

describe('the cover', () => {
  const page = (image: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Cover</title></head><body>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1" preserveAspectRatio="none"><image width="1" height="1" xlink:href="${image}"/></svg>
</body></html>`
  const withCoverPage = () =>
    book({
      'front.png': png,
      'cover.xhtml': page('front.png'),
      'package.opf': (text) =>
        text
          .replace(
            '  </manifest>',
            `    <item id="front" href="front.png" media-type="image/png" properties="cover-image"/>
    <item id="page" href="cover.xhtml" media-type="application/xhtml+xml" properties="svg"/>
  </manifest>`,
          )
          .replace('<itemref idref="chapter"/>', '<itemref idref="page"/>\n    <itemref idref="chapter"/>'),
    })
  const wide = (() => {
    // the same picture, said to be 3 × 2 pixels in its header
    const bytes = png.slice()
    bytes.set([0, 0, 0, 3, 0, 0, 0, 2], 16)
    return bytes
  })()

  test('a picture that is the cover only becomes the new one, in its frame', async () => {
    const after = await withMetadata(withCoverPage(), { cover: wide })
    expect(after.resources.get('EPUB/front.png')?.bytes).toEqual(wide)
    expect(textOf(after.resources.get('EPUB/cover.xhtml')!)).toMatch(/viewBox="0 0 3 2"[^>]*><image width="3" height="2"/)
    expect(packageText(after)).toContain('<meta name="cover" content="front"/>')
  })

  test('of another kind it has another name and type, and the cover page shows it', async () => {
    const after = await withMetadata(withCoverPage(), { cover: jpeg })
    expect(metadataOf(after)?.cover).toEqual({ path: 'EPUB/front.jpg', mediaType: 'image/jpeg' })
    expect(filesOf(after)).not.toHaveProperty('EPUB/front.png')
    expect(textOf(after.resources.get('EPUB/cover.xhtml')!)).toContain('xlink:href="front.jpg"')
    const file = join(folder, 'kind.epub')
    writeFileSync(file, await bytesOf(after))
    expect((await judge?.check(file))?.messages ?? []).toEqual([])
  })

  test('a picture that the text shows stays in the text', async () => {
    const shown = book({
      'two.xhtml': page('x.png').replace('x.png', 'picture.png'),
      'package.opf': (text) =>
        text
          .replace('media-type="image/png"', 'media-type="image/png" properties="cover-image"')
          .replace(
            '  </manifest>',
            '    <item id="two" href="two.xhtml" media-type="application/xhtml+xml" properties="svg"/>\n  </manifest>',
          )
          .replace('<itemref idref="chapter"/>', '<itemref idref="chapter"/>\n    <itemref idref="two"/>'),
    })
    const after = await withMetadata(shown, { cover: jpeg })
    expect(after.resources.get('EPUB/picture.png')).toBe(shown.resources.get('EPUB/picture.png'))
    expect(metadataOf(after)?.cover?.path).toBe('EPUB/cover.jpg')
    expect(packageText(after).match(/properties="cover-image"/g)).toHaveLength(1)
    expect(packageText(after)).toMatch(/<item id="picture" href="picture.png" media-type="image\/png"\/>/)
  })
})

test('fonts scrambled with the identifier are scrambled anew', async () => {
  const font = new Uint8Array(2000).map((_, at) => at % 251)
  font.set([0, 1, 0, 0])
  const scrambled = async (identifier: string) => {
    const key = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(identifier)))
    return font.map((byte, at) => (at < 1040 ? byte ^ key[at % 20]! : byte))
  }
  const before = book({
    'font.ttf': await scrambled('urn:uuid:12345678-1234-4234-8234-123456789abc'),
    'META-INF/encryption.xml': `<?xml version="1.0"?>
<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
  <enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
  <enc:CipherData><enc:CipherReference URI="EPUB/font.ttf"/></enc:CipherData></enc:EncryptedData>
</encryption>`,
  })
  const after = await withMetadata(before, { identifier: 'urn:isbn:9780142437247' })
  expect(after.resources.get('EPUB/font.ttf')?.bytes).toEqual(await scrambled('urn:isbn:9780142437247'))
})

test.each([
  ['title', { title: '  ' }, 'A book needs a title.'],
  ['language', { language: 'klingonish?' }, /no language code/],
  ['identifier', { identifier: '9780142437248' }, /check digit/],
  ['date', { date: 'soon' }, /no date/],
  ['creators', { creators: [{ name: 'Anna', role: 'boss' }] }, /MARC/],
  ['cover', { cover: new Uint8Array(100) }, /JPEG, PNG or GIF/],
  ['title', { title: 'a\u0000b' }, /characters that no book/],
] as const)('refused with a sentence: %s', async (field, edits, sentence) => {
  await expect(withMetadata(book(), edits)).rejects.toMatchObject({
    name: 'BadMetadata',
    field,
    message: expect.stringMatching(sentence),
  })
})

test('the time of the change is written when it is given, and only then', async () => {
  const modified = new Date('2026-05-05T05:05:05Z')
  expect(packageText(await withMetadata(book(), { title: 'New' }, { modified }))).toContain('2026-05-05T05:05:05Z')
  expect(await withMetadata(book(), { title: 'A Small Book' }, { modified })).toMatchObject({ defects: [] })
  expect(packageText(await withMetadata(book(), { title: 'A Small Book' }, { modified }))).toContain('2020-01-01')
  expect(packageText(await withMetadata(book2(), { title: 'New' }, { modified }))).not.toContain('2026')
})

test.runIf(findJava())('hostile words stay words', async () => {
  const after = await withMetadata(book(), {
    title: ']]><script>alert(1)</script>&amp;',
    creators: [{ name: '"><dc:title>', fileAs: "'&<" }],
  })
  expect(metadataOf(after)).toMatchObject({
    title: ']]><script>alert(1)</script>&amp;',
    creators: [{ name: '"><dc:title>', fileAs: "'&<" }],
  })
  const file = join(folder, 'hostile.epub')
  writeFileSync(file, await bytesOf(after))
  expect((await judge!.check(file)).messages).toEqual([])
})
