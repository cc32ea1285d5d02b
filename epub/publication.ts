import { type Decoded, decode, encode, encodeUtf8 } from './content/encoding.ts'

/**
 * One file of the container. Immutable: a change makes another object, so identity says "untouched",
 * and whatever was computed for a resource can be kept in a WeakMap under it.
 */
export interface Resource {
  /** Container path, Unicode as in the archive. */
  readonly path: string
  /** Size in bytes, unpacked. */
  readonly size: number
  /** The first bytes (at most 1,024), enough to tell what the file is. */
  readonly head: Uint8Array
  /** Present for everything that may hold markup, style or metadata; other files are read by `load`. */
  readonly bytes: Uint8Array | undefined
  readonly load: () => Promise<Uint8Array>
  /** The archive entry whose packed bytes are copied as they are; undefined for what we wrote. */
  readonly entry: ArchiveEntry | undefined
  /** Share of the bytes that could be read, 0 to 1; below 1 the entry was damaged. */
  readonly survival: number
}

/** An entry as it lies in the source: enough to copy it raw. Offsets and sizes in bytes of the source. */
export interface ArchiveEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly dataStart: number
  /** MS-DOS date and time, as stored: date in the high 16 bits. */
  readonly modified: number
}

/** What is wrong with the archive itself, before any file is looked at. */
export type ArchiveDefect =
  | { readonly kind: 'mimetype-missing' | 'mimetype-not-first' | 'mimetype-packed' | 'mimetype-extra-field' | 'mimetype-content' }
  | { readonly kind: 'no-directory' | 'directory-damaged' | 'leading-junk' | 'trailing-junk' | 'nested-archive' }
  | {
      readonly kind:
        | 'entry-damaged' // the data stop or do not inflate
        | 'entry-lost' // nothing could be read
        | 'wrong-checksum' // data whole, CRC or size field wrong
        | 'duplicate-name'
        | 'unsafe-name' // absolute, `..`, drive letter: dropped
        | 'odd-name' // backslashes, `./`, doubled slashes: read as a path
        | 'name-encoding' // not UTF-8
        | 'link' // symbolic link: dropped
        | 'clutter' // __MACOSX, .DS_Store, Thumbs.db
        | 'empty-folder'
        | 'wrapped' // one folder wrapped round the book; path = the folder
        | 'unknown-method'
      readonly path: string
    }

export interface Publication {
  /** By container path, in archive order, without `mimetype`. */
  readonly resources: ReadonlyMap<string, Resource>
  readonly defects: readonly ArchiveDefect[]
  /** Name of the file as given, for rules on its extension; may be empty. */
  readonly fileName: string
}

export const publicationOf = (
  resources: Iterable<Resource>,
  { defects = [], fileName = '' }: Partial<Pick<Publication, 'defects' | 'fileName'>> = {},
): Publication => ({
  resources: new Map([...resources].map((resource) => [resource.path, resource])),
  defects,
  fileName,
})

/** A resource that we wrote: text is stored as UTF-8. */
export function written(path: string, content: string | Uint8Array): Resource {
  const bytes = typeof content === 'string' ? encodeUtf8(content) : content
  return {
    path,
    bytes,
    size: bytes.length,
    head: bytes.subarray(0, 1024),
    load: async () => bytes,
    entry: undefined,
    survival: 1,
  }
}

/** What was computed for an object, by the function that computed it. */
const derived = new WeakMap<object, Map<(key: never) => unknown, unknown>>()

/** Value kept per object, computed at first use. */
export function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  return (key) => {
    let values = derived.get(key)
    if (!values) derived.set(key, (values = new Map()))
    if (values.has(compute)) return values.get(compute) as V
    const value = compute(key)
    values.set(compute, value)
    return value
  }
}

/**
 * Lets go of the trees, references and words of a version that another one has taken the place of; they are computed
 * again if somebody asks. Books with a hundred thousand faults would fill the memory with their past otherwise.
 */
export function forgetSuperseded(before: Publication, after: Publication) {
  if (before === after) return
  derived.delete(before)
  for (const [path, resource] of before.resources) if (after.resources.get(path) !== resource) derived.delete(resource)
}

/** The text of a resource whose bytes are loaded; a resource without bytes reads as empty. */
export const decoded = remembered<Resource, Decoded>((resource) => decode(resource.bytes ?? new Uint8Array()))
export const textOf = (resource: Resource) => decoded(resource).text

const mentioned = remembered((_: Resource) => new Map<string, boolean>())

/** Whether a pattern (without the flag `g`) is found in the text of a resource; looked for once, since many rules ask the same. */
export function mentions(resource: Resource, pattern: RegExp): boolean {
  const known = mentioned(resource)
  const key = `${pattern.flags}/${pattern.source}`
  let answer = known.get(key)
  if (answer === undefined) known.set(key, (answer = pattern.test(textOf(resource))))
  return answer
}

/** The same file with another text, in the encoding it has where that can hold it (UTF-8, UTF-16), else UTF-8 with its declaration set right. */
export function withText(resource: Resource, text: string): Resource {
  const { encoding, bom } = decoded(resource)
  if (/^utf-(8|16)/.test(encoding)) return written(resource.path, encode(text, { encoding, bom }))
  return written(resource.path, text.replace(/^(\s*<\?xml[^>]*?\sencoding\s*=\s*["'])[^"']*/, '$1utf-8'))
}
