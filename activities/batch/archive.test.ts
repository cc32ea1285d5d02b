import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import JSZip from 'jszip'
import { afterAll, describe, expect, test } from 'vitest'
import { openBlobs } from '../../db/blobs.ts'
import { entryNames, inParts, writeArchives } from './archive.ts'
import { type Summary, summaryPage, summaryTable } from './summary.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-archive-'))
const blobs = openBlobs(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const summary: Summary = {
  title: 'Two books',
  lines: ['1 came out, 1 did not.'],
  columns: [{ name: 'File' }, { name: 'Outcome' }, { name: 'Fixed', isFigure: true }],
  rows: [
    { cells: ['A <b> & "C".epub', 'Valid', 1234], tone: 'good' },
    { cells: ['=HYPERLINK("x"),\n', 'Not an EPUB', ''], tone: 'bad' },
  ],
}
const date = new Date('2026-01-02T03:04:06Z')
const put = (key: string, bytes: Uint8Array) => blobs.write(key, Readable.from([bytes]))
const random = (length: number, seed: number) => Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) & 255)

test('every file is in it byte for byte beside the summary, the missing ones are not; the same twice', async () => {
  const books = [random(300_000, 7), random(5, 3), new Uint8Array()]
  for (const [index, bytes] of books.entries()) await put(`jobs/a${index}/result.epub`, bytes)
  const files = [
    ...books.map((_, index) => ({ name: 'Book.epub', key: `jobs/a${index}/result.epub` })),
    { name: 'Deleted.epub', key: 'jobs/gone/result.epub' },
  ]
  const write = (key: string) =>
    writeArchives(blobs, { keyOf: (part) => `jobs/${key}/archive-${part}.zip`, files, summary, date })
  const [archive, ...others] = await write('batch')
  expect(others).toEqual([])
  const bytes = await blobs.bytes(archive!.key)
  expect(archive).toEqual({ key: 'jobs/batch/archive-1.zip', bytes: bytes.length, files: 3 })
  const zip = await JSZip.loadAsync(bytes, { checkCRC32: true })
  expect(Object.keys(zip.files)).toEqual(['summary.html', 'summary.csv', 'Book.epub', 'Book (2).epub', 'Book (3).epub'])
  for (const [index, name] of ['Book.epub', 'Book (2).epub', 'Book (3).epub'].entries())
    expect(Buffer.from(await zip.file(name)!.async('uint8array')).equals(Buffer.from(books[index]!))).toBe(true)
  // no entry says that its size comes after its bytes, which some programs refuse for stored entries
  expect(bytes.readUInt16LE(6) & 8).toBe(0)

  const [again] = await write('again')
  expect((await blobs.bytes(again!.key)).equals(bytes)).toBe(true)
})

test('what is too much for one goes into several, each with the summary', async () => {
  for (const index of [0, 1, 2]) await put(`jobs/b${index}/result.epub`, random(1000, index + 1))
  const archives = await writeArchives(blobs, {
    keyOf: (part) => `jobs/parts/archive-${part}.zip`,
    files: [0, 1, 2].map((index) => ({ name: `${index}.epub`, key: `jobs/b${index}/result.epub` })),
    summary,
    date,
    maxBytes: 2000,
  })
  expect(archives.map(({ files }) => files)).toEqual([2, 1])
  const second = await JSZip.loadAsync(await blobs.bytes(archives[1]!.key))
  expect(Object.keys(second.files)).toEqual(['summary.html', 'summary.csv', '2.epub'])
  expect(inParts([{ bytes: 9 }, { bytes: 1 }], 5)).toEqual([[{ bytes: 9 }], [{ bytes: 1 }]])
})

test('a store that breaks in the middle breaks the archive, and leaves none', async () => {
  await put('jobs/c/result.epub', random(200_000, 5))
  const broken = {
    ...blobs,
    read: async () =>
      Readable.from(
        (async function* () {
          yield random(70_000, 5)
          throw new Error('the disk is gone')
        })(),
      ),
  }
  // also where it breaks before the writing has begun
  const late = {
    ...broken,
    write: async (...write: Parameters<typeof blobs.write>) => {
      await pause(100)
      return blobs.write(...write)
    },
  }
  for (const store of [broken, late]) {
    const writing = writeArchives(store, {
      keyOf: () => 'jobs/c/archive-1.zip',
      files: [{ name: 'c.epub', key: 'jobs/c/result.epub' }],
      summary,
      date,
    })
    await expect(writing).rejects.toThrow('the disk is gone')
    expect(await blobs.exists('jobs/c/archive-1.zip')).toBe(false)
  }
  const stopped = writeArchives(blobs, {
    keyOf: () => 'jobs/c/archive-1.zip',
    files: [{ name: 'c.epub', key: 'jobs/c/result.epub' }],
    summary,
    date,
    signal: AbortSignal.abort(),
  })
  await expect(stopped).rejects.toThrow()
})

describe('what people named', () => {
  test('is no path, and never the same twice', () => {
    expect(entryNames(['../../etc/passwd', 'A.epub', 'a.EPUB', '', '..', 'summary.html', 'a:b?.epub'], ['summary.html'])).toEqual(
      ['_.._etc_passwd', 'A.epub', 'a (2).EPUB', 'book', 'book (2)', 'summary (2).html', 'a_b_.epub'],
    )
    expect(entryNames([`${'x'.repeat(400)}.epub`])[0]).toHaveLength(155)
  })

  test('is text in a page and in a spreadsheet', () => {
    expect(summaryPage(summary)).toContain('<bdi>A &lt;b&gt; &amp; &quot;C&quot;.epub</bdi>')
    expect(summaryTable(summary)).toBe(
      `\uFEFFFile,Outcome,Fixed\r\n"A <b> & ""C"".epub",Valid,1234\r\n"'=HYPERLINK(""x""),\n",Not an EPUB,\r\n`,
    )
  })
})
