import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { textOf } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import { fromBytes } from '../source.ts'
import { book, bytesOf, filesOf } from '../testing/book.ts'
import { breakBook } from '../testing/breaker.ts'
import { type LyingEntry, type LyingZip, lyingZip } from '../testing/lying-zip.ts'
import { portable } from './codec.ts'
import { inspect } from './inspect.ts'
import { type OpenOptions, openPublication } from './open.ts'

const open = (bytes: Uint8Array, options: OpenOptions = {}) => openPublication(fromBytes(bytes), { codec: nodeCodec, ...options })

const mimetype: LyingEntry = { name: 'mimetype', data: 'application/epub+zip', method: 0 }
/** The entries of the smallest book, changed by path. */
const entries = (changes: Record<string, Partial<LyingEntry>> = {}): LyingEntry[] => [
  mimetype,
  ...[...book().resources.values()].map(({ path, bytes }) => ({ name: path, data: bytes!, ...changes[path] })),
]
const read = async (list: readonly LyingEntry[], lies?: LyingZip) => {
  const publication = await open(lyingZip(list, lies))
  return { files: filesOf(publication), kinds: publication.defects.map(({ kind }) => kind).sort(), publication }
}
const whole = filesOf(book())
const chapter = 'EPUB/chapter.xhtml'
const long = `<html>${'<p>It was a bright cold day in April, and the clocks were striking.</p>'.repeat(500)}</html>`

test('a sound archive has no defects, and only text is held', async () => {
  const publication = await open(await bytesOf(book()))
  expect(publication.defects).toEqual([])
  expect(filesOf(publication)).toEqual({ ...whole, 'EPUB/picture.png': whole['EPUB/picture.png'] })
  expect(publication.resources.has('mimetype')).toBe(false)
  const picture = publication.resources.get('EPUB/picture.png')!
  expect(picture.bytes).toBeUndefined()
  expect(await picture.load()).toEqual(book().resources.get('EPUB/picture.png')!.bytes)
  expect(picture.entry).toMatchObject({ name: 'EPUB/picture.png', size: picture.size })
})

test('the portable codec reads the same', async () => {
  const bytes = await bytesOf(book())
  expect(filesOf(await openPublication(fromBytes(bytes)))).toEqual(filesOf(await open(bytes)))
})

describe('the directory', () => {
  const cases: Record<string, [LyingZip, string[]]> = {
    'is missing': [{ directory: false }, ['no-directory']],
    'counts wrong': [{ count: 65535 }, ['directory-damaged']],
    'has rubbish before it': [{ before: new Uint8Array(5000).fill(7), directory: false }, ['leading-junk', 'no-directory']],
    'stands before rubbish': [{ after: new Uint8Array(1234).fill(7) }, ['trailing-junk']],
    'stands before so much rubbish that nobody looks for it': [{ after: new Uint8Array(200_000).fill(7) }, ['no-directory']],
  }
  for (const [name, [lies, kinds]] of Object.entries(cases))
    test(name, async () => {
      const found = await read(entries(), lies)
      expect(found.files).toEqual(whole)
      expect(found.kinds).toEqual(kinds)
    })

  test('has offsets that count from the book, not from what stands before it', async () => {
    const sound = lyingZip(entries())
    const shifted = new Uint8Array([...new Uint8Array(300).fill(1), ...sound])
    const publication = await open(shifted)
    expect(publication.defects).toEqual([{ kind: 'leading-junk' }])
    expect(filesOf(publication)).toEqual(whole)
  })

  test('is missing and sizes stand behind the data', async () => {
    const list = entries().map((entry, i) => ({ ...entry, descriptor: i > 0, method: i % 2 ? 8 : 0 }))
    const found = await read(list, { directory: false })
    expect(found.files).toEqual(whole)
    expect(found.kinds).toEqual(['no-directory'])
  })

  test('points two names at one entry', async () => {
    const many = [...entries(), ...[1, 2, 3, 4].map((n): LyingEntry => ({ name: `EPUB/${n}.xhtml`, data: '', sameAs: 3 }))]
    await expect(open(lyingZip(many))).rejects.toMatchObject({ code: 'overlapping' })
  })
})

describe('an entry', () => {
  test('that is cut keeps what decodes, and is not copied raw', async () => {
    const list = entries({ [chapter]: { data: long } })
    const at = list.findIndex(({ name }) => name === chapter)
    const bytes = lyingZip([...list.slice(0, at), ...list.slice(at + 1), list[at]!], { directory: false })
    const publication = await open(bytes.subarray(0, bytes.length - 60))
    expect(publication.defects.map(({ kind }) => kind)).toEqual(['no-directory', 'entry-damaged'])
    const resource = publication.resources.get(chapter)!
    expect(resource.survival).toBeGreaterThan(0.1)
    expect(resource.survival).toBeLessThan(1)
    expect(resource.entry).toBeUndefined()
    expect(long.startsWith(textOf(resource))).toBe(true)
  })

  test('that breaks in its middle keeps what decodes', async () => {
    const packed = deflateRawSync(long)
    packed.fill(0xff, packed.length - 40)
    const { kinds, publication } = await read(entries({ [chapter]: { data: long, packed } }))
    expect(kinds).toEqual(['entry-damaged'])
    expect(textOf(publication.resources.get(chapter)!)).toContain('It was a bright cold day')
  })

  test('with a wrong checksum, or a wrong size, is kept and its numbers set right', async () => {
    for (const lie of [{ crc: 1 }, { size: 5 }]) {
      const { kinds, files, publication } = await read(entries({ [chapter]: lie }))
      expect(files).toEqual(whole)
      expect(kinds).toEqual(['wrong-checksum'])
      expect(publication.resources.get(chapter)!.entry).toMatchObject({ size: whole[chapter]!.length })
    }
  })

  test('with a packed size too small is read to its real end', async () => {
    const { files, kinds } = await read(entries({ [chapter]: { packedSize: 20 } }))
    expect(files).toEqual(whole)
    expect(kinds).toEqual([])
  })

  test('of an unknown method is lost, unless the method is a lie', async () => {
    const lost = await read(entries({ [chapter]: { method: 99, packed: Uint8Array.of(1, 2, 3) } }))
    expect(lost.kinds).toEqual(['entry-lost', 'unknown-method'])
    const lie = await read(entries({ [chapter]: { method: 99 } }))
    expect(lie.files).toEqual(whole)
    expect(lie.kinds).toEqual(['unknown-method'])
  })

  test('with a flipped bit keeps the text up to where it turns to rubbish', async () => {
    const parts = Array.from({ length: 400 }, (_, n) => `<p>Sentence ${n} <b>of</b> <em>many</em> ${(n * 7919) % 1009}.</p>\n`)
    const data = `<html><body>${parts.join('')}</body></html>`
    const packed = deflateRawSync(data)
    const outcomes = new Set<string>()
    for (let at = 300; at < packed.length - 300; at += 97) {
      const flipped = Buffer.from(packed)
      flipped[at]! ^= 4
      const { kinds, publication } = await read(entries({ [chapter]: { data, packed: flipped } }))
      const text = textOf(publication.resources.get(chapter)!)
      const rubbish = [...text.matchAll(/<\/([^<>]*)/g)].filter(([, name]) => !/^(html|body|p|b|em)$/.test(name!))
      expect(rubbish.length, `flip at ${at}`).toBeLessThan(12)
      expect(text.slice(0, 400)).toBe(data.slice(0, Math.min(400, text.length)))
      for (const kind of kinds) outcomes.add(kind)
    }
    expect(outcomes).toContain('entry-damaged')
  })

  test('with a wrong checksum in another encoding is not cut', async () => {
    const data = Buffer.from(`<html><p>${'caf\xe9 na\xefve '.repeat(40)}</p></html>`, 'latin1')
    const { kinds, publication } = await read(entries({ [chapter]: { data, crc: 1 } }))
    expect(kinds).toEqual(['wrong-checksum'])
    expect(publication.resources.get(chapter)!.size).toBe(data.length)
  })

  test('of which nothing is left is said', async () => {
    const { kinds, files } = await read(entries({ [chapter]: { packed: Uint8Array.of(0xff, 0xff) } }))
    expect(kinds).toEqual(['entry-lost'])
    expect(files[chapter]).toBeUndefined()
  })
})

describe('names', () => {
  const extra = (name: string | Uint8Array, more: Partial<LyingEntry> = {}) => [...entries(), { name, data: 'x', ...more }]

  test('that lead out of the container, and links, are left out', async () => {
    for (const name of ['../../tmp/x', '/etc/x', 'C:\\x', 'OEBPS\\..\\..\\x', '..', 'a\0b']) {
      const { kinds, files } = await read(extra(name))
      expect(kinds).toEqual(['unsafe-name'])
      expect(files).toEqual(whole)
    }
    const link = await read(extra('EPUB/link.xhtml', { attributes: 0o120777 << 16 }))
    expect(link.kinds).toEqual(['link'])
    expect(link.files).toEqual(whole)
  })

  test('with back-slashes are paths', async () => {
    const list = entries().map((entry) => ({ ...entry, name: String(entry.name).replaceAll('/', '\\') }))
    expect((await read(list)).files).toEqual(whole)
  })

  test('that all begin with a slash are taken from the root', async () => {
    const list = entries().map((entry) => (entry === mimetype ? entry : { ...entry, name: `/${String(entry.name)}` }))
    expect((await read(list)).files).toEqual(whole)
  })

  test('in an old code page are spelt as the book spells them', async () => {
    const opf = whole['EPUB/package.opf']!.replace('picture.png', 'gr%C3%B6sse.png')
    const list = entries({
      'EPUB/picture.png': { name: Buffer.from('EPUB/gr\xf6sse.png', 'latin1'), flags: 0 },
      'EPUB/package.opf': { data: opf },
    })
    const { kinds, files } = await read(list)
    expect(kinds).toEqual(['name-encoding'])
    expect(Object.keys(files)).toContain('EPUB/grösse.png')
  })

  test('that are double give the last whole one', async () => {
    const twice = await read(extra(chapter, { data: '<html>new</html>' }))
    expect(twice.kinds).toEqual(['duplicate-name'])
    expect(twice.files[chapter]).toBe('<html>new</html>')
    const broken = await read(extra(chapter, { data: long, packed: deflateRawSync(long).subarray(0, 50) }))
    expect(broken.files).toEqual(whole)
  })

  test('of packing programs and empty folders are left out', async () => {
    const { kinds, files } = await read([
      ...entries(),
      { name: '__MACOSX/._x', data: 'x' },
      { name: 'EPUB/.DS_Store', data: 'x' },
      { name: 'EPUB/empty/', data: '' },
      { name: 'EPUB/', data: '' },
    ])
    expect(kinds).toEqual(['clutter', 'clutter', 'empty-folder'])
    expect(files).toEqual(whole)
  })
})

describe('a book inside', () => {
  test('a folder is moved up', async () => {
    const list = entries().map((entry) => ({ ...entry, name: `My Book/${String(entry.name)}` }))
    const { kinds, files } = await read(list)
    expect(files).toEqual(whole)
    expect(kinds).toEqual(['mimetype-not-first', 'wrapped'])
  })

  test('another archive is opened, packed there or not', async () => {
    const inner = await bytesOf(book())
    for (const method of [0, 8]) {
      const bytes = lyingZip([{ name: 'books/my book.epub', data: inner, method }])
      const publication = await open(bytes)
      expect(publication.defects).toEqual([{ kind: 'nested-archive' }])
      expect(filesOf(publication)).toEqual(whole)
      const { entry } = publication.resources.get(chapter)!
      expect(entry === undefined).toBe(method === 8)
      if (entry) expect(Buffer.from(bytes).readUInt32LE(entry.dataStart - 30 - entry.name.length)).toBe(0x04034b50)
    }
  })

  test('another archive inside another one is not', async () => {
    const inner = lyingZip([{ name: 'a.epub', data: await bytesOf(book()) }])
    await expect(open(lyingZip([{ name: 'b.epub', data: inner }]))).rejects.toMatchObject({ code: 'not-an-epub' })
  })
})

test('the first entry is judged as OCF says', async () => {
  const rest = entries().slice(1)
  const kindsOf = async (list: readonly LyingEntry[]) => (await read(list)).kinds
  expect(await kindsOf(rest)).toEqual(['mimetype-missing'])
  expect(await kindsOf([...rest, mimetype])).toEqual(['mimetype-not-first'])
  expect(await kindsOf([{ ...mimetype, method: 8 }, ...rest])).toEqual(['mimetype-packed'])
  expect(await kindsOf([{ ...mimetype, data: 'application/epub+zip\n' }, ...rest])).toEqual(['mimetype-content'])
  expect(await kindsOf([{ ...mimetype, extra: new Uint8Array(9) }, ...rest])).toEqual(['mimetype-extra-field'])
})

describe('refused', () => {
  const refusal = async (bytes: Uint8Array, options?: OpenOptions) => {
    const error: unknown = await open(bytes, options).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof BookRefused ? error.code : error
  }
  const locked = (files: readonly LyingEntry[]) =>
    lyingZip([...entries({ [chapter]: { data: new Uint8Array(900).map((_, i) => (i * 89) % 256) } }), ...files])
  const list = (algorithm: string, path = chapter): LyingEntry => ({
    name: 'META-INF/encryption.xml',
    data: `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${path}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  })
  const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'

  test('what is no archive, empty or no book', async () => {
    expect(await refusal(new Uint8Array())).toBe('empty')
    expect(await refusal(new TextEncoder().encode('%PDF-1.4 '.repeat(50)))).toBe('not-a-zip')
    expect(await refusal(lyingZip([]))).toBe('not-a-zip')
    expect(await refusal(lyingZip([{ name: 'word/document.xml', data: '<w/>' }]))).toBe('not-an-epub')
    expect(await refusal(lyingZip(entries().slice(0, 2), { directory: false }))).toBe('nothing-readable')
  })

  test('what is encrypted or protected', async () => {
    expect(await refusal(lyingZip(entries().map((entry) => ({ ...entry, flags: 0x801, crc: 1 }))))).toBe('encrypted')
    expect(await refusal(locked([list(aes)]))).toBe('drm')
    expect(await refusal(locked([{ name: 'META-INF/rights.xml', data: '<rights/>' }, list(aes)]))).toBe('drm')
  })

  test('but not what only looks like it', async () => {
    expect(await refusal(lyingZip([...entries(), list(aes)]))).toBeUndefined()
    expect(await refusal(lyingZip([...entries(), list(aes, 'EPUB/gone.xhtml')]))).toBeUndefined()
    expect(await refusal(lyingZip([...entries(), { name: 'META-INF/rights.xml', data: '<rights' }]))).toBeUndefined()
    expect(await refusal(locked([list('http://www.idpf.org/2008/embedding')]))).toBeUndefined()
  })

  test('what unpacks to too much, counted as it comes out', async () => {
    const zeros = new Uint8Array(3_000_000)
    const big = lyingZip([...entries(), { name: 'EPUB/a.bin', data: zeros, size: 10 }])
    expect(await refusal(big)).toBeUndefined()
    expect(await refusal(big, { limits: { entry: 2_000_000 } })).toBe('too-large')
    expect(await refusal(big, { limits: { total: 2_000_000 } })).toBe('too-large')
    expect(await refusal(big, { limits: { entries: 5 } })).toBe('too-many-files')
    expect(await refusal(big.subarray(0, -30), { limits: { entries: 5 } })).toBe('too-many-files')
    const words = lyingZip([...entries(), { name: 'EPUB/a.xhtml', data: ' '.repeat(3_000_000) }])
    expect(await refusal(words, { limits: { text: 2_000_000 } })).toBe('too-large')
    expect(await refusal(words, { limits: { allText: 2_000_000 } })).toBe('too-large')
  })

  test('a bomb, at once and in little memory', async () => {
    const chunk = deflateRawSync(new Uint8Array(4_000_000), { finishFlush: constants.Z_FULL_FLUSH })
    const packed = Buffer.concat([...Array.from({ length: 1000 }, () => chunk), Uint8Array.of(3, 0)])
    for (const size of [1000, 4_000_000_000])
      for (const name of ['EPUB/a.bin', 'EPUB/a.xhtml']) {
        const bytes = lyingZip([...entries(), { name, data: '', packed, size }])
        for (const codec of [nodeCodec, portable]) {
          const [start, held] = [performance.now(), process.memoryUsage().rss]
          expect(await refusal(bytes, { codec })).toBe('too-large')
          expect(performance.now() - start).toBeLessThan(8000)
          expect(process.memoryUsage().rss - held).toBeLessThan(200_000_000)
        }
      }
  })

  test('what nobody can parse', async () => {
    const deep = lyingZip(entries({ [chapter]: { data: `<html>${'<div>'.repeat(6000)}</html>` } }))
    expect(await refusal(deep)).toBe('too-complex')
  })
})

test('an inspection says what is inside', async () => {
  const bytes = lyingZip(entries().slice(1))
  const { entries: count, version, defects, drm } = await inspect(fromBytes(bytes), { codec: nodeCodec })
  expect({ count, version, defects, drm }).toEqual({
    count: 7,
    version: '3.0',
    defects: [{ kind: 'mimetype-missing' }],
    drm: false,
  })
})

test('three hundred mangled books end as a publication or a refusal', async () => {
  const pages = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`page${n}.xhtml`, long]))
  const sound = book(pages)
  const outcomes = { opened: 0, refused: 0 }
  for (let seed = 0; seed < 300; seed++) {
    const { broken, faults } = await breakBook(sound, seed)
    try {
      const publication = await openPublication(fromBytes(broken), { codec: seed % 3 ? nodeCodec : undefined })
      for (const { path, size, load } of publication.resources.values()) {
        expect((await load()).length, `${seed} ${faults.join(', ')}: ${path}`).toBe(size)
        expect(path).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/)
      }
      outcomes.opened++
    } catch (error) {
      if (!(error instanceof BookRefused)) throw new Error(`seed ${seed}: ${faults.join(', ')}`, { cause: error })
      outcomes.refused++
    }
  }
  expect(outcomes.opened).toBeGreaterThan(240)
  expect(outcomes.refused).toBeGreaterThan(0)
}, 60_000)
