import { crc32 } from 'node:zlib'
import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { nodeCodec } from '../node/codec.ts'
import { applyPatches } from '../patch.ts'
import { publicationOf, written } from '../publication.ts'
import { fromBytes, type Source, toBytes } from '../source.ts'
import { book, bytesOf, filesOf } from '../testing/book.ts'
import { lyingZip } from '../testing/lying-zip.ts'
import { openPublication } from './open.ts'
import { packedBytes, writePublication } from './write.ts'

const codec = nodeCodec

test('mimetype comes first, bare and stored, then container.xml; another reader finds every file', async () => {
  const bytes = await bytesOf(book({ 'größe.txt': 'x' }))
  expect(Buffer.from(bytes.subarray(30, 58)).toString()).toBe('mimetypeapplication/epub+zip')
  expect(Buffer.from(bytes).readUInt16LE(8)).toBe(0)
  expect(Buffer.from(bytes).readUInt16LE(28)).toBe(0)
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true })
  expect(Object.keys(zip.files).slice(0, 2)).toEqual(['mimetype', 'META-INF/container.xml'])
  expect(Object.keys(zip.files)).toContain('EPUB/größe.txt')
  expect(await zip.file('EPUB/style.css')!.async('string')).toBe(filesOf(book())['EPUB/style.css'])
})

test('the same publication gives the same bytes', async () => {
  expect(Buffer.compare(await bytesOf(book()), await bytesOf(book()))).toBe(0)
})

test('what was not touched is copied as it lies there, with its date; what was written is packed anew', async () => {
  const source = fromBytes(
    lyingZip(
      [...book().resources.values()].map(({ path, bytes }) => ({
        name: path,
        data: bytes!,
        method: path.endsWith('.css') ? 0 : 8,
      })),
    ),
  )
  const before = await openPublication(source, { codec })
  const after = applyPatches(before, [
    { kind: 'write', path: 'EPUB/toc.ncx', content: '<ncx/>' },
    { kind: 'rename', path: 'EPUB/style.css', to: 'EPUB/look.css' },
  ])
  const result = fromBytes(await packedBytes(after, source, { codec }))
  const again = await openPublication(result, { codec })
  expect(again.defects).toEqual([])
  expect(filesOf(again)).toEqual(filesOf(after))
  for (const [path, from] of [
    ['EPUB/chapter.xhtml', 'EPUB/chapter.xhtml'],
    ['EPUB/look.css', 'EPUB/style.css'],
  ] as const) {
    const [old, now] = [before.resources.get(from)!.entry!, again.resources.get(path)!.entry!]
    expect({ ...now, dataStart: 0, name: '' }).toEqual({ ...old, dataStart: 0, name: '' })
    expect(await result.read(now.dataStart, now.dataStart + now.packedSize)).toEqual(
      await source.read(old.dataStart, old.dataStart + old.packedSize),
    )
  }
})

test('the order of the other files is kept', async () => {
  const paths = ['z.css', 'a.css', 'META-INF/container.xml', 'm.css'].map((path) => written(path, 'x'))
  const zip = await JSZip.loadAsync(await bytesOf(publicationOf(paths)))
  expect(Object.keys(zip.files)).toEqual(['mimetype', 'META-INF/container.xml', 'z.css', 'a.css', 'm.css'])
})

/** A source that is never held: reading is counted, and what it holds is one byte over and over. */
function endless(size: number): Source & { largest: number } {
  const block = new Uint8Array(1 << 20).fill(65)
  const source = {
    size,
    largest: 0,
    async read(start: number, end: number) {
      source.largest = Math.max(source.largest, end - start)
      return block.subarray(0, end - start)
    },
  }
  return source
}

test('sizes and offsets past four gigabytes are written as ZIP64, and nothing large is loaded', async () => {
  const size = 4_400_000_000
  const source = endless(size)
  const entry = { name: 'a.bin', method: 0, crc: 1, packedSize: size, size, dataStart: 0, modified: 33 << 16 }
  const large = { ...written('EPUB/a.bin', 'x'), entry, size, bytes: undefined }
  let length = 0
  let tail = Buffer.alloc(0)
  for await (const piece of writePublication(publicationOf([large, written('EPUB/z.css', 'p {}')]), source, { codec })) {
    length += piece.length
    tail = Buffer.concat([tail, piece]).subarray(-1000)
  }
  expect(source.largest).toBeLessThanOrEqual(1 << 20)
  const locator = tail.length - 22 - 20
  expect(tail.readUInt32LE(locator)).toBe(0x07064b50)
  expect(length - Number(tail.readBigUInt64LE(locator + 8))).toBe(22 + 20 + 56)
  const directory = tail.subarray(tail.length - 98 - Number(tail.readBigUInt64LE(tail.length - 98 + 40)))
  const record = (name: string) => directory.indexOf(name) - 46
  const big = directory.subarray(record('EPUB/a.bin'))
  expect(big.readUInt32LE(24)).toBe(0xffffffff)
  expect(Number(big.readBigUInt64LE(46 + 10 + 4))).toBe(size)
  const far = directory.subarray(record('EPUB/z.css'))
  expect(far.readUInt32LE(42)).toBe(0xffffffff)
  expect(Number(far.readBigUInt64LE(46 + 10 + 4))).toBeGreaterThan(size)
})

test('more than 65,535 files are written as ZIP64, and read again', async () => {
  const many = publicationOf([
    ...book().resources.values(),
    ...Array.from({ length: 66_000 }, (_, n) => ({ ...written(`EPUB/${n}.css`, ''), entry: undefined })),
  ])
  const quick = { ...codec, deflate: async (bytes: Uint8Array) => bytes }
  const bytes = await toBytes(writePublication(many, fromBytes(new Uint8Array()), { codec: quick }))
  const again = await openPublication(fromBytes(bytes), { codec, limits: { entries: 70_000 } })
  expect(again.resources.size).toBe(66_007)
  expect(again.defects).toEqual([])
})

test('checksums are those of the bytes', async () => {
  const bytes = Buffer.from(await bytesOf(publicationOf([written('a.css', 'p {}')])))
  const at = bytes.indexOf('a.css') - 30
  expect(bytes.readUInt32LE(at + 14)).toBe(crc32('p {}'))
})
