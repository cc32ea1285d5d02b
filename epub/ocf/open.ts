import { decode } from '../content/encoding.ts'
import { baseName, decodePath } from '../href.ts'
import { type ArchiveDefect, type Publication, publicationOf, type Resource, textOf } from '../publication.ts'
import { BookRefused } from '../refusal.ts'
import { fromBytes, type Source } from '../source.ts'
import { type Codec, portable } from './codec.ts'
import { type FoundEntry, headerSignature, readDirectory, viewOf, windowed } from './directory.ts'
import { isPlain } from './kind.ts'
import { type Budget, createBudget, defaultLimits, type Limits, refuseTooComplex, refuseTooManyItems } from './limits.ts'
import { containerPath, guessName, isClutter, utf8Name } from './names.ts'
import { refuseProtected } from './protection.ts'
import { walkHeaders } from './salvage.ts'
import { type Unpacked, unpack } from './unpack.ts'

export interface OpenOptions {
  readonly fileName?: string
  readonly limits?: Partial<Limits>
  /** zlib in Node (`epub/node/codec.ts`); plain TypeScript where none is given. */
  readonly codec?: Codec
}

/**
 * Opens any archive that has a book in it, however broken, and says in `defects` what was wrong. Throws nothing but
 * `BookRefused`: no archive, no book, encrypted, protected, or beyond the limits.
 */
export async function openPublication(source: Source, options: OpenOptions = {}): Promise<Publication> {
  const budget = createBudget({ ...defaultLimits, ...options.limits })
  const { resources, defects } = await openArchive(source, { codec: options.codec ?? portable, budget, nested: false })
  const publication = publicationOf(resources, { defects, fileName: options.fileName ?? '' })
  if (!holdsBook(publication.resources))
    throw new BookRefused(defects.some(({ kind }) => damage.has(kind)) ? 'nothing-readable' : 'not-an-epub')
  refuseProtected(publication.resources)
  for (const resource of resources) {
    const { path, bytes } = resource
    if (bytes) {
      const text = textOf(resource)
      refuseTooComplex(text)
      if (/\.opf$/i.test(path)) refuseTooManyItems(text)
    }
  }
  return publication
}

/** The files of an archive that is no book: a manuscript with its pictures. The same limits, and the same refusals. */
export async function openFiles(source: Source, options: OpenOptions = {}): Promise<ReadonlyMap<string, Resource>> {
  const budget = createBudget({ ...defaultLimits, ...options.limits })
  const { resources } = await openArchive(source, { codec: options.codec ?? portable, budget, nested: true })
  return new Map(resources.map((resource) => [resource.path, resource]))
}

/** Files may be missing for these. */
const damage = new Set<ArchiveDefect['kind']>(['no-directory', 'directory-damaged', 'entry-lost', 'entry-damaged'])

interface Opening {
  readonly codec: Codec
  readonly budget: Budget
  /** Already inside another archive: no deeper. */
  readonly nested: boolean
}

interface Opened {
  readonly resources: readonly Resource[]
  readonly defects: readonly ArchiveDefect[]
}

interface Named {
  readonly entry: FoundEntry
  readonly path: string
  readonly nextStart: number
}

async function openArchive(source: Source, { codec, budget, nested }: Opening): Promise<Opened> {
  if (source.size === 0) throw new BookRefused('empty')
  const defects: ArchiveDefect[] = []
  const read = windowed(source)
  const entries = await findEntries(source, { codec, budget, nested }, defects)
  if (entries.length === 0) throw new BookRefused('not-a-zip')

  const { files, names, folders, guesses } = nameEntries(entries, source.size, defects)
  const unpacked = new Map<string, { unpacked: Unpacked; named: Named; rank: number }>()
  let sealed = 0
  let lost = 0
  for (const named of files) {
    const { entry, path } = named
    const isSealed = (entry.flags & 1) !== 0
    const result = await unpack(entry, path, named.nextStart, { source, read, codec, budget })
    if (isSealed && !(result.intact && isPlain(result.head))) {
      sealed++
      defects.push({ kind: 'entry-lost', path })
      continue
    }
    const isUnknown = entry.method !== 0 && entry.method !== 8
    const isLost = isUnknown ? !result.intact : result.size === 0 && (!result.whole || entry.size > 0)
    if (isUnknown) defects.push({ kind: 'unknown-method', path })
    if (isLost) {
      lost++
      defects.push({ kind: 'entry-lost', path })
      continue
    }
    const rank = result.intact ? 2 : result.whole ? 1 : 0
    const other = unpacked.get(path)
    if (other) defects.push({ kind: 'duplicate-name', path })
    if (other && other.rank > rank) continue
    unpacked.set(path, { unpacked: result, named, rank })
  }
  if (sealed * 2 > files.length) throw new BookRefused('encrypted')

  const resources: Resource[] = []
  for (const [path, { unpacked: result, rank }] of unpacked) {
    if (rank === 1) defects.push({ kind: 'wrong-checksum', path })
    else if (rank === 0) defects.push({ kind: 'entry-damaged', path })
    resources.push(resourceOf(path, result, names.get(path) ?? path, source, codec))
  }

  const inner = nested ? undefined : onlyBookIn(resources)
  if (inner) {
    const start = inner.entry?.method === 0 ? inner.entry.dataStart : undefined
    const opened = await openArchive(start === undefined ? fromBytes(await inner.load()) : slice(source, start, inner.size), {
      codec,
      budget,
      nested: true,
    })
    const moved = opened.resources.map((resource) => ({
      ...resource,
      entry:
        resource.entry && start !== undefined ? { ...resource.entry, dataStart: resource.entry.dataStart + start } : undefined,
    }))
    return { resources: moved, defects: [{ kind: 'nested-archive' }, ...opened.defects] }
  }

  const hoisted = hoist(spelt(resources, guesses, defects), defects)
  await checkMimetype(hoisted, entries, source, defects)
  const kept = hoisted.filter(({ path }) => path.toLowerCase() !== 'mimetype')
  for (const folder of folders)
    if (!resources.some(({ path }) => path.startsWith(folder))) defects.push({ kind: 'empty-folder', path: folder })
  if (kept.length === 0 && lost > 0) throw new BookRefused('nothing-readable')
  return { resources: kept, defects }
}

/** By the central directory where it is sound, else by the headers that stand before each entry. In the order of the bytes. */
async function findEntries(source: Source, { codec, budget, nested }: Opening, defects: ArchiveDefect[]): Promise<FoundEntry[]> {
  const read = windowed(source)
  const directory = await readDirectory(source, read, budget.limits.entries)
  if (directory?.tooMany) throw new BookRefused('too-many-files')
  if (directory?.overlapping) throw new BookRefused('overlapping')
  if (directory?.sound) {
    if (directory.start > 0) defects.push({ kind: 'leading-junk' })
    if (directory.trailing > 0) defects.push({ kind: 'trailing-junk' })
    return [...directory.entries]
  }

  if (!directory && !nested && !(await hasHeader(source))) throw new BookRefused('not-a-zip')
  const walked = await walkHeaders(source, read, codec, budget)
  if (walked.length > budget.limits.entries) throw new BookRefused('too-many-files')
  if (walked.length === 0) throw new BookRefused('not-a-zip')
  defects.push({ kind: directory ? 'directory-damaged' : 'no-directory' })
  if ((walked[0]?.headerStart ?? 0) > 0) defects.push({ kind: 'leading-junk' })
  return withDirectory(walked, directory?.entries ?? [])
}

/** What only a directory knows (links, sizes of entries whose headers lack them) is taken where it fits. */
function withDirectory(walked: readonly FoundEntry[], listed: readonly FoundEntry[]): FoundEntry[] {
  const byStart = new Map(listed.map((entry) => [entry.headerStart, entry]))
  return walked.map((entry) => {
    const other = byStart.get(entry.headerStart)
    if (!other) return entry
    const agrees = other.packedSize === entry.packedSize
    return { ...entry, link: other.link, crc: entry.crc === 0 ? other.crc : entry.crc, size: agrees ? other.size : entry.size }
  })
}

async function hasHeader(source: Source) {
  const piece = 1 << 20
  for (let at = 0; at < source.size; at += piece) {
    const bytes = await source.read(at, Math.min(source.size, at + piece + 3))
    const view = viewOf(bytes)
    for (let i = bytes.indexOf(0x50); i >= 0 && i + 4 <= bytes.length; i = bytes.indexOf(0x50, i + 1))
      if (view.getUint32(i, true) === headerSignature) return true
  }
  return false
}

function nameEntries(entries: readonly FoundEntry[], end: number, defects: ArchiveDefect[]) {
  const files: Named[] = []
  const folders = new Set<string>()
  const names = new Map<string, string>()
  const guesses = new Map<string, Uint8Array>()
  const decodedNames = decodeNames(entries, defects)
  const rooted = decodedNames.every((name) => /^[/\\][^/\\]/.test(name) || name === 'mimetype')

  for (const [i, entry] of entries.entries()) {
    const written = decodedNames[i]!
    const name = rooted ? written.replace(/^[/\\]/, '') : written
    const place = containerPath(name)
    if ('unsafe' in place || place.path === '') {
      defects.push({ kind: 'unsafe-name', path: written })
      continue
    }
    const { path } = place
    if (entry.link) defects.push({ kind: 'link', path })
    else if (path.endsWith('/')) folders.add(path)
    else if (isClutter(path)) defects.push({ kind: 'clutter', path })
    else {
      if (path !== written) defects.push({ kind: 'odd-name', path })
      names.set(path, name)
      if (utf8Name(entry.name) === undefined) guesses.set(path, entry.name)
      files.push({ entry, path, nextStart: entries[i + 1]?.headerStart ?? end })
    }
  }
  return { files, folders: [...folders].filter((folder) => !isClutter(folder)), names, guesses }
}

/** OCF wants UTF-8; a name in another code page is guessed, and told by its bytes. */
function decodeNames(entries: readonly FoundEntry[], defects: ArchiveDefect[]): string[] {
  return entries.map(({ name }) => {
    const text = utf8Name(name)
    if (text !== undefined) return text
    const guess = guessName(name, () => false)
    defects.push({ kind: 'name-encoding', path: guess })
    return guess
  })
}

/** Guessed names again, by what the package documents and pages call the files. */
function spelt(
  resources: readonly Resource[],
  guesses: ReadonlyMap<string, Uint8Array>,
  defects: ArchiveDefect[],
): readonly Resource[] {
  if (guesses.size === 0) return resources
  const called = new Set<string>()
  for (const { path, bytes } of resources)
    if (bytes && /\.(opf|ncx|x?html?|css|xml)$/i.test(path))
      for (const [, href] of decode(bytes).text.matchAll(/(?:href|src|full-path)\s*=\s*["']([^"'#]+)/g))
        called.add(baseName(decodePath(href!)).normalize('NFC'))

  return resources.map((resource) => {
    const name = guesses.get(resource.path)
    const better = name && containerPath(guessName(name, (text) => called.has(baseName(text).normalize('NFC'))))
    if (!better || 'unsafe' in better || better.path === resource.path) return resource
    if (resources.some(({ path }) => path === better.path)) return resource
    for (const [i, defect] of defects.entries())
      if ('path' in defect && defect.path === resource.path) defects[i] = { ...defect, path: better.path }
    return { ...resource, path: better.path }
  })
}

function resourceOf(path: string, result: Unpacked, name: string, source: Source, codec: Codec): Resource {
  const { head, size, bytes, survival, whole, at } = result
  return {
    path,
    size,
    head,
    bytes,
    survival,
    entry: whole ? { name, ...at } : undefined,
    load: bytes ? async () => bytes : () => loadEntry(source, at, codec),
  }
}

async function loadEntry(source: Source, { method, dataStart, packedSize, size }: Unpacked['at'], codec: Codec) {
  const packed = await source.read(dataStart, dataStart + packedSize)
  if (method === 0) return packed
  const bytes = new Uint8Array(size)
  let at = 0
  codec.inflate(
    packed,
    (piece) => {
      const part = piece.subarray(0, size - at)
      bytes.set(part, at)
      at += part.length
      return at < size
    },
    size,
  )
  return bytes
}

const slice = (source: Source, from: number, size: number): Source => ({
  size,
  read: (start, end) => source.read(from + start, from + Math.min(end, size)),
})

/** The one EPUB of an archive that is only a wrapping. */
function onlyBookIn(resources: readonly Resource[]): Resource | undefined {
  if (resources.some(({ path }) => /(^|\/)container\.xml$|\.(opf|x?html?|ncx)$/i.test(path))) return undefined
  const books = resources.filter(({ path, head }) => /\.(epub|zip)$/i.test(path) && head[0] === 0x50 && head[1] === 0x4b)
  return books.length === 1 ? books[0] : undefined
}

/** Takes a folder away that was wrapped round the whole book. */
function hoist(resources: readonly Resource[], defects: ArchiveDefect[]): readonly Resource[] {
  const files = resources.filter(({ path }) => path !== 'mimetype')
  const folder = /^[^/]+\//.exec(files[0]?.path ?? '')?.[0]
  if (!folder || !files.every(({ path }) => path.startsWith(folder))) return resources
  const isBookRoot = files.some(({ path }) => /^[^/]+\/(META-INF\/container\.xml|mimetype)$/i.test(path))
  const isDeeper = !isBookRoot && files.every(({ path }) => path.startsWith(/^[^/]+\/[^/]+\//.exec(files[0]!.path)?.[0] ?? '\0'))
  const isWrapped = isBookRoot || (isDeeper && files.some(({ path }) => /\/META-INF\/container\.xml$/i.test(path)))
  if (!isWrapped || /^META-INF\/$/i.test(folder)) return resources
  defects.push({ kind: 'wrapped', path: folder.slice(0, -1) })
  const seen = new Set(resources.filter(({ path }) => !path.startsWith(folder)).map(({ path }) => path))
  return hoist(
    resources.flatMap((resource) => {
      if (!resource.path.startsWith(folder)) return [resource]
      const path = resource.path.slice(folder.length)
      return seen.has(path) ? [] : [{ ...resource, path }]
    }),
    defects,
  )
}

/** EPUB 3.3 section 4.2.3: first, stored, without an extra field, exactly these 20 bytes. */
async function checkMimetype(
  resources: readonly Resource[],
  entries: readonly FoundEntry[],
  source: Source,
  defects: ArchiveDefect[],
) {
  const mimetype = resources.find(({ path }) => path === 'mimetype')
  if (!mimetype) {
    defects.push({ kind: 'mimetype-missing' })
    return
  }
  const found = entries.find(({ name }) => utf8Name(name) === 'mimetype')
  const isFirst = found !== undefined && entries.every(({ headerStart }) => headerStart >= found.headerStart)
  if (!isFirst) defects.push({ kind: 'mimetype-not-first' })
  if (found && found.method !== 0) defects.push({ kind: 'mimetype-packed' })
  const header = found && viewOf(await source.read(found.headerStart, found.headerStart + 30))
  if (header && header.byteLength >= 30 && header.getUint16(28, true) > 0) defects.push({ kind: 'mimetype-extra-field' })
  const content = mimetype.bytes ?? (await mimetype.load())
  const text = String.fromCharCode(...content.subarray(0, 64))
  if (content.length !== 20 || text !== 'application/epub+zip') defects.push({ kind: 'mimetype-content' })
}

/** Something to make a book of: a package document or a page; or a signpost, and any file it may point to. */
const holdsBook = (resources: ReadonlyMap<string, Resource>) => {
  const files = [...resources.values()].filter(({ path, size }) => size > 0 && !/^META-INF\//i.test(path))
  const isSigned = [...resources.keys()].some((path) => /(^|\/)META-INF\/container\.xml$/i.test(path))
  return files.some(({ path }) => /\.(opf|x?html?|htm|xht)$/i.test(path)) || (isSigned && files.length > 0)
}
