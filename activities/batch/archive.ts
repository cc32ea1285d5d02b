import { Readable } from 'node:stream'
import JSZip from 'jszip'
import { type Blobs, NoBlob } from '../../db/blobs.ts'
import { type Summary, summaryPage, summaryTable } from './summary.ts'

export interface ArchiveFile {
  /** As the person who unpacks it sees it; made safe and unique here. */
  readonly name: string
  /** Blob key of its bytes. */
  readonly key: string
}

export interface Archive {
  /** Blob key. */
  readonly key: string
  readonly bytes: number
  readonly files: number
}

interface Packing {
  /** Blob key of archive 1, 2, 3 …: there are several where one would be too large. */
  readonly keyOf: (part: number) => string
  readonly files: readonly ArchiveFile[]
  /** Goes into each archive as `summary.html` and `summary.csv`. */
  readonly summary: Summary
  /** Stands on every entry, so that the same batch gives the same bytes. */
  readonly date: Date
  readonly signal?: AbortSignal
  /** Of one archive, in bytes, before what a ZIP adds; without the 64-bit form a ZIP ends at 4 GB. */
  readonly maxBytes?: number
}

const largest = 3_900_000_000
const longestName = 150

/** No path, nothing that a file system refuses, never the same twice, whatever the case of its letters. */
export function entryNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  return names.map((name) => {
    const plain =
      name
        .normalize('NFC')
        .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
        .replace(/^[\s.]+|[\s.]+$/g, '') || 'book'
    const extension = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? ''
    const stem = [...plain.slice(0, plain.length - extension.length)].slice(0, longestName).join('')
    for (let copy = 1; ; copy += 1) {
      const candidate = copy === 1 ? `${stem}${extension}` : `${stem} (${copy})${extension}`
      if (used.has(candidate.toLowerCase())) continue
      used.add(candidate.toLowerCase())
      return candidate
    }
  })
}

interface Sized {
  readonly name: string
  readonly key: string
  readonly bytes: number
}

/** What is there, with its size; files that were deleted meanwhile are left out. */
async function present(blobs: Pick<Blobs, 'size'>, files: readonly ArchiveFile[]): Promise<Sized[]> {
  const names = entryNames(
    files.map(({ name }) => name),
    ['summary.html', 'summary.csv'],
  )
  const sized: Sized[] = []
  for (const [index, { key }] of files.entries())
    try {
      sized.push({ key, name: names[index]!, bytes: await blobs.size(key) })
    } catch (error) {
      if (!(error instanceof NoBlob)) throw error
    }
  return sized
}

/** In their order, as many into one as fit. */
export function inParts<File extends { readonly bytes: number }>(files: readonly File[], maxBytes: number): File[][] {
  const parts: File[][] = [[]]
  let filled = 0
  for (const file of files) {
    if (filled > 0 && filled + file.bytes > maxBytes) {
      parts.push([])
      filled = 0
    }
    parts.at(-1)!.push(file)
    filled += file.bytes
  }
  return parts
}

/** Opened when it is its turn, not before: hundreds of files are never open at once. */
async function* bytesOf(blobs: Pick<Blobs, 'read'>, key: string, fail: (error: Error) => void) {
  try {
    yield* await blobs.read(key)
  } catch (error) {
    // the archiver loses what fails while it is paused
    fail(error as Error)
    throw error
  }
}

/** Archives need a whole file in memory at a time, so only one is made at a time. */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work, work)
  turn = mine.catch(() => {})
  return mine
}

/**
 * The files of a batch and what became of each, as one ZIP in the store, or as several past 4 GB. Books are archives
 * already, so they are stored and not compressed again; sizes stand before the bytes, as every program reads it.
 */
export const writeArchives = (blobs: Pick<Blobs, 'read' | 'write' | 'size'>, packing: Packing): Promise<Archive[]> =>
  inTurn(async () => {
    const { keyOf, files, summary, date, signal, maxBytes = largest } = packing
    const archives: Archive[] = []
    for (const [index, part] of inParts(await present(blobs, files), maxBytes).entries()) {
      signal?.throwIfAborted()
      const zip = new JSZip()
      const options = { date, createFolders: false }
      zip.file('summary.html', summaryPage(summary), { ...options, compression: 'DEFLATE' })
      zip.file('summary.csv', summaryTable(summary), { ...options, compression: 'DEFLATE' })
      let output: Readable | undefined
      let failure: Error | undefined
      const fail = (error: Error) => {
        failure ??= error
        output?.destroy(error)
      }
      const sources = part.map(({ name, key }) => {
        const source = Readable.from(bytesOf(blobs, key, fail))
        zip.file(name, source, options)
        return source
      })
      output = new Readable().wrap(zip.generateNodeStream({ compression: 'STORE', platform: 'UNIX' }))
      // it flows at once, and may break before anybody writes it
      output.on('error', () => {})
      const stop = () => fail(new Error('The archive is not wanted any more'))
      signal?.addEventListener('abort', stop, { once: true })
      try {
        const { bytes } = await blobs.write(keyOf(index + 1), output)
        archives.push({ key: keyOf(index + 1), bytes, files: part.length })
      } catch (error) {
        throw failure ?? error
      } finally {
        signal?.removeEventListener('abort', stop)
        for (const source of sources) source.destroy()
      }
    }
    return archives
  })
