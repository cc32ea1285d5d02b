import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openBucket } from './blobs/bucket.ts'
import { openFolder } from './blobs/folder.ts'

/** Half open, like `slice`: `start` up to but not including `end`. */
export interface Range {
  readonly start?: number
  readonly end?: number
}

export interface Written {
  readonly bytes: number
  readonly sha256: string
}

export interface Stored {
  readonly key: string
  readonly storedAt: Date
}

/** Where the bytes lie. A put happens whole or not at all. */
export interface Store {
  /** A path on this machine for bytes that are still arriving. */
  draft(): Promise<string>
  /** Makes a finished draft the blob; the draft is gone afterwards. */
  put(key: string, draft: string, bytes: number): Promise<void>
  /** Never asked for an empty range. */
  read(key: string, range: Range): Promise<Readable>
  size(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** Names right below a folder of keys, in any order. */
  names(folder: string): AsyncIterable<string>
  list(folder: string): Promise<Stored[]>
  removeAll(folder: string): Promise<void>
  discard(draft: string): Promise<void>
  sweep(): Promise<number>
}

export interface Blobs {
  /** Replaces what was there; on any failure what was there stays. Throws `BlobTooLarge` beyond `maxBytes`. */
  write(key: string, source: AsyncIterable<Uint8Array>, options?: { readonly maxBytes?: number }): Promise<Written>
  writeFile(key: string, path: string): Promise<Written>
  /** Throws `NoBlob`. */
  read(key: string, range?: Range): Promise<Readable>
  bytes(key: string): Promise<Buffer>
  /** In bytes; throws `NoBlob`. */
  size(key: string): Promise<number>
  exists(key: string): Promise<boolean>
  /** Content to remove what is not there. */
  remove(key: string): Promise<void>
  /** Ids of all jobs that have any blob. */
  jobs(): AsyncIterable<string>
  /** Everything of one job. */
  ofJob(jobId: string): Promise<Stored[]>
  removeJob(jobId: string): Promise<void>
  /** Copies a blob to a file of this machine; answers with its size. */
  saveTo(key: string, path: string): Promise<number>
  /** Removes what processes that died had begun to write; answers with how many. */
  sweep(): Promise<number>
}

export class NoBlob extends Error {
  override name = 'NoBlob'
  constructor(key: string) {
    super(`There is no blob ${key}`)
  }
}

export class BlobTooLarge extends Error {
  override name = 'BlobTooLarge'
  constructor(key: string, maxBytes: number) {
    super(`Blob ${key} is larger than ${maxBytes} bytes`)
  }
}

export class BadBlobKey extends Error {
  override name = 'BadBlobKey'
}

const part = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/

/** Keys are made by us from ids; whatever else arrives here is a mistake or an attack. */
export function checkKey(key: string) {
  const parts = key.split('/')
  if (parts.length < 2 || parts.length > 6 || parts.some((one) => !part.test(one) || one.endsWith('.')))
    throw new BadBlobKey(`${JSON.stringify(key.slice(0, 100))} is not a key of ours`)
  return key
}

const jobsFolder = 'jobs'
const jobFolder = (jobId: string) => checkKey(`${jobsFolder}/${jobId}`)
export const uploadKey = (jobId: string) => `jobs/${jobId}/upload.epub`
/** What is to be converted. */
export const manuscriptKey = (jobId: string) => `jobs/${jobId}/manuscript`
export const resultKey = (jobId: string) => `jobs/${jobId}/result.epub`
export const reportKey = (jobId: string) => `jobs/${jobId}/report.json`
/** Of all results of a batch, under the batch's id; 1, 2, 3 … where one would be too large. */
export const batchArchiveKey = (batchId: string, part: number) => `jobs/${batchId}/batch-${part}.zip`
/** What stands beside a report, by the report's own key: its page, and what the checker said. */
export const besideReport = (report: string, form: 'html' | 'epubcheck-before' | 'epubcheck-after') =>
  report.replace(/\.json$/, form === 'html' ? '.html' : `-${form}.json`)
/** Metadata edits of one version, sealed with their owner's key, and a picture that was sent for them. */
export const editsKey = (jobId: string, revision: number) => `jobs/${jobId}/edits-${revision}`
/** Suggestions that were accepted for one version, with the words they were given, sealed likewise. */
export const picksKey = (jobId: string, revision: number) => `jobs/${jobId}/picks-${revision}`
export const coverKey = (jobId: string, cover: string) => `jobs/${jobId}/cover-${cover}`

/** What of one version is shown page by page, and where it lies in there (JSON); `version` is the name of that version's file. */
export const previewKey = (jobId: string, version: string) => `jobs/${jobId}/preview-${version}`
export const previewIndexKey = (jobId: string, version: string) => `jobs/${jobId}/preview-${version}.json`

/** Counts and hashes what passes, and stops at the limit. */
function measure(key: string, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) return done(new BlobTooLarge(key, maxBytes))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { meter, written: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

export const createBlobs = (store: Store): Blobs => {
  const write: Blobs['write'] = async (key, source, { maxBytes = Number.POSITIVE_INFINITY } = {}) => {
    checkKey(key)
    const draft = await store.draft()
    try {
      const { meter, written } = measure(key, maxBytes)
      await pipeline(
        source instanceof Readable ? source : Readable.from(source),
        meter,
        createWriteStream(draft, { flush: true }),
      )
      const result = written()
      await store.put(key, draft, result.bytes)
      return result
    } catch (error) {
      await store.discard(draft).catch(() => {})
      throw error
    }
  }

  const size: Blobs['size'] = async (key) => {
    const bytes = await store.size(checkKey(key))
    if (bytes === undefined) throw new NoBlob(key)
    return bytes
  }

  const read: Blobs['read'] = async (key, range = {}) => {
    const { start = 0, end = Number.POSITIVE_INFINITY } = range
    if (end > start) return store.read(checkKey(key), range)
    await size(key)
    return Readable.from([])
  }

  return {
    write,
    writeFile: (key, path) => write(key, createReadStream(path)),
    read,
    async bytes(key) {
      return Buffer.concat(await (await read(key)).toArray())
    },
    size,
    exists: async (key) => (await store.size(checkKey(key))) !== undefined,
    remove: (key) => store.remove(checkKey(key)),
    async *jobs() {
      for await (const name of store.names(jobsFolder)) if (part.test(name)) yield name
    },
    ofJob: (jobId) => store.list(jobFolder(jobId)),
    removeJob: (jobId) => store.removeAll(jobFolder(jobId)),
    async saveTo(key, path) {
      await pipeline(await read(key), createWriteStream(path))
      return (await stat(path)).size
    },
    sweep: () => store.sweep(),
  }
}

/** `BLOB_STORE`: a folder, or `s3://bucket[/prefix]?endpoint=…&region=…` with credentials from the environment as AWS names them. */
export const openBlobs = (place: string): Blobs =>
  createBlobs(place.startsWith('s3://') ? openBucket(new URL(place)) : openFolder(place))

/** How often a process sweeps, in ms. */
const sweeping = 3_600_000

/** Drafts lie on the machine of the process that wrote them, so every process sweeps; returns what ends it. */
export function keepSwept(blobs: Pick<Blobs, 'sweep'>, onTrouble: (error: unknown) => void): () => void {
  const timer = setInterval(() => blobs.sweep().catch(onTrouble), sweeping).unref()
  return () => clearInterval(timer)
}
