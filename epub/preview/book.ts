import { contentKind, pagesOf } from '../content/documents.ts'
import { decodePath, encodePath, isRemote, parseHref, relative, resolve } from '../href.ts'
import { flatten, type TocEntry, tocOf } from '../navigation/navigation.ts'
import { encryptedOf } from '../package/encryption.ts'
import { fixedPages, sizeIn } from '../package/fixed-layout.ts'
import { magicOf, mediaTypeOf } from '../package/media-types.ts'
import { keyOf, obfuscationOf, scrambled } from '../package/obfuscation.ts'
import { packageOf } from '../package/package.ts'
import { likelyOrder } from '../package/reading-order.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import { findElements, innerText } from '../xml.ts'
import { isOutside, type SafePage, safePage } from './page.ts'
import { safeStyle } from './style.ts'

/** Half-open range of bytes of what was written. */
type Bytes = readonly [start: number, end: number]

export interface PreviewChapter {
  readonly path: string
  /** As the table of contents, the page or its first heading calls it; the file's name where none does. */
  readonly title: string
  /** Attributes of html and body and the inside of the head, escaped; all of them short. */
  readonly html: string
  readonly body: string
  readonly head: string
  /** What stands between the tags of the body: UTF-8. */
  readonly content: Bytes
  readonly words: number
  /** Places that the other version does not have, or has with another picture. */
  readonly changed: number
  /** It looks different in the other version: its styles, or those of the sheets that it names. */
  readonly restyled: boolean
  /** The other version has no such page at all. */
  readonly added: boolean
  /** In CSS pixels, for a page whose layout is fixed. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Which side of a spread the book wants for it; `center` stands alone (EPUB 3.3, 8.2.2.6 and 8.2.2.7). */
  readonly spread?: 'left' | 'right' | 'center'
}

export interface PreviewFile {
  readonly type: string
  /** Where it lies: in what was written, or packed in the book itself. */
  readonly at: 'written' | 'stored' | 'deflated'
  readonly bytes: Bytes
  /** Unpacked. */
  readonly size: number
}

export interface PreviewTocEntry {
  readonly label: string
  readonly depth: number
  /** Index of the chapter; absent for a heading without a link, or one that leads nowhere. */
  readonly chapter?: number
  readonly fragment?: string
}

/** All that is needed to show a book page by page. */
export interface BookPreview {
  readonly direction: 'ltr' | 'rtl'
  readonly language: string | undefined
  readonly chapters: readonly PreviewChapter[]
  readonly toc: readonly PreviewTocEntry[]
  readonly files: Readonly<Record<string, PreviewFile>>
  readonly counts: { readonly pictures: number; readonly styles: number; readonly fonts: number; readonly media: number }
}

export interface PreviewOptions {
  /** The other version of the book: what it does not have is marked. */
  readonly other?: Publication | undefined
  /** Takes bytes one after the other. */
  readonly write: (bytes: Uint8Array) => Promise<void>
}

/** How a page is named in the address it is shown at: those of the book begin with this. */
const folder = 'book/'
export const leavePage = 'leave'

/** Set on the tag of a place that the other version does not have. */
export const changedMark = ' data-bookmender-changed="true"'

const mostChapters = 5000
const mostFiles = 20_000
const mostToc = 5000
const longestTitle = 300
const largestLoaded = 64 << 20

const shownTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)|font\/(?:ttf|otf|woff2?|collection)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/** Writes everything of a book that may be shown, made harmless, and says where it lies. */
export async function previewBook(publication: Publication, { other, write }: PreviewOptions): Promise<BookPreview> {
  let written = 0
  const put = async (bytes: Uint8Array): Promise<Bytes> => {
    const start = written
    await write(bytes)
    written += bytes.length
    return [start, written]
  }

  const book = packageOf(publication)
  const order = spineOf(publication).slice(0, mostChapters)
  const chapterAt = new Map(order.map(({ path }, index) => [path, index]))
  const files = new Map<string, PreviewFile>()
  const types = shownFiles(publication, chapterAt)
  const isShown = (path: string) => types.has(path)
  const entries = flatten(tocOf(publication))
  const fixed = new Set(fixedPages(publication))

  const counts = { pictures: 0, styles: 0, fonts: 0, media: 0 }
  const keys = await fontKeys(publication)
  for (const [path, type] of types) {
    const resource = publication.resources.get(path)!
    if (type === 'text/css') counts.styles++
    else if (type.startsWith('image/')) counts.pictures++
    else if (type.startsWith('font/')) counts.fonts++
    else counts.media++
    const file = await fileOf(resource, type, { keys, isShown, put })
    if (file) files.set(path, file)
  }

  const changedFiles = new Set(other ? await filesThatDiffer(publication, other, types.keys()) : [])
  const sides = sidesOf(publication)
  const chapters: PreviewChapter[] = []
  for (const resource of order) {
    const page = pageOf(publication, resource, { isShown, chapterAt })
    const twin = other && twinOf(other, resource)
    const theirs = twin && pageOf(other, twin, { isShown, chapterAt })
    const { path } = resource
    const namesChanged = (markup: string) => changedFiles.size > 0 && namesOne(markup, path, changedFiles)
    const { content, changed } = theirs ? marked(page, theirs, namesChanged) : { content: page.content, changed: 0 }
    const spread = sides.get(path)
    const size = fixed.has(path) || contentKind(resource) === 'svg' ? sizeOf(page) : undefined
    chapters.push({
      path,
      title: titleOf(page, path, entries),
      html: page.html,
      body: page.body,
      head: page.head.slice(0, 4_000_000),
      content: await put(new TextEncoder().encode(content)),
      words: wordsIn(content),
      changed,
      restyled: theirs !== undefined && (looksOf(page) !== looksOf(theirs) || namesChanged(page.head)),
      added: other !== undefined && twin === undefined,
      ...(size && { size }),
      ...(spread && { spread }),
    })
  }

  return {
    direction: book?.spine?.attribs['page-progression-direction']?.trim() === 'rtl' ? 'rtl' : 'ltr',
    language: book?.languages[0],
    chapters,
    toc: tocIn(tocOf(publication), chapterAt),
    files: Object.fromEntries(files),
    counts,
  }
}

/** Pages in reading order; where the spine names none, in the order they are most likely read. */
function spineOf(publication: Publication): Resource[] {
  const book = packageOf(publication)
  const isPage = (resource: Resource | undefined): resource is Resource => {
    const kind = resource && contentKind(resource)
    return kind === 'xhtml' || kind === 'svg'
  }
  const found = (paths: Iterable<string | undefined>) =>
    [...new Set(paths)].map((path) => publication.resources.get(path ?? '')).filter(isPage)
  const spine = found(
    (book?.itemrefs ?? []).map(({ item }) => {
      let one = item
      for (let step = 0; one && step < 5 && !isPage(publication.resources.get(one.path ?? '')); step++)
        one = one.fallback === undefined ? undefined : book?.itemById(one.fallback)
      return one?.path ?? item?.path
    }),
  )
  if (spine.length > 0) return spine
  const likely = book ? found(likelyOrder(publication, book).map(({ path }) => path)) : []
  return likely.length > 0 ? likely : [...pagesOf(publication)]
}

/** Files that pages may ask for, by what their own bytes say. */
function shownFiles(publication: Publication, chapters: ReadonlyMap<string, number>): Map<string, string> {
  const types = new Map<string, string>()
  for (const resource of publication.resources.values()) {
    if (types.size >= mostFiles) break
    const { path } = resource
    if (chapters.has(path) && contentKind(resource) === 'xhtml') continue
    const type =
      contentKind(resource) === 'css'
        ? 'text/css'
        : contentKind(resource) === 'svg'
          ? 'image/svg+xml'
          : (magicOf(resource) ?? mediaTypeOf(resource) ?? '').replace(/;.*/, '')
    const shown = type.replace('application/vnd.ms-opentype', 'font/otf').replace('application/font-woff', 'font/woff')
    if (shown === 'text/css' || shownTypes.test(shown)) types.set(path, shown)
  }
  return types
}

/** What takes the scramble off the fonts that have one. */
async function fontKeys(publication: Publication) {
  const identifier = packageOf(publication)?.uniqueIdentifier
  const keys = new Map<string, (bytes: Uint8Array) => Uint8Array>()
  for (const { path, element } of encryptedOf(publication)) {
    const method = obfuscationOf(findElements(element, 'EncryptionMethod')[0]?.attribs.Algorithm?.trim())
    const key = method && identifier ? await keyOf(identifier, method) : undefined
    if (method && key) keys.set(path, (bytes) => scrambled(bytes, key, method))
  }
  return keys
}

interface FileTools {
  readonly keys: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array>
  readonly isShown: (path: string) => boolean
  readonly put: (bytes: Uint8Array) => Promise<Bytes>
}

/** Style sheets, drawings and scrambled fonts are written anew; what is whole in the archive stays there. */
async function fileOf(resource: Resource, type: string, { keys, isShown, put }: FileTools): Promise<PreviewFile | undefined> {
  const anew = async (bytes: Uint8Array): Promise<PreviewFile> => ({
    type: type === 'text/css' ? 'text/css; charset=utf-8' : type,
    at: 'written',
    bytes: await put(bytes),
    size: bytes.length,
  })
  const { path, entry, size } = resource
  if (type === 'text/css') return anew(new TextEncoder().encode(safeStyle(textOf(resource), leadsFrom(path, isShown))))
  if (type === 'image/svg+xml') return anew(new TextEncoder().encode(drawing(resource, isShown)))
  const unscramble = keys.get(path)
  if (!unscramble && entry && resource.survival === 1 && (entry.method === 0 || entry.method === 8))
    return {
      type,
      at: entry.method === 0 ? 'stored' : 'deflated',
      bytes: [entry.dataStart, entry.dataStart + entry.packedSize],
      size,
    }
  if (size > largestLoaded) return undefined
  const bytes = await resource.load()
  return anew(unscramble ? unscramble(bytes) : bytes)
}

/** A drawing alone, as an image shows it. */
function drawing(resource: Resource, isShown: (path: string) => boolean): string {
  const { content } = safePage(textOf(resource), { resource: leadsFrom(resource.path, isShown), link: () => undefined })
  const start = content.indexOf('<svg')
  return `<?xml version="1.0" encoding="utf-8"?>\n${start < 0 ? `<svg xmlns="http://www.w3.org/2000/svg"/>` : content.slice(start, content.lastIndexOf('</svg>') + 6)}`
}

/** Pictures in the text itself; nothing that holds markup. */
const plainData = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/

const leadsFrom = (from: string, isShown: (path: string) => boolean) => (href: string) => {
  const trimmed = href.trim()
  if (plainData.test(trimmed)) return trimmed.replace(/\s+/g, '')
  if (trimmed === '' || isRemote(trimmed)) return undefined
  const path = resolve(from, trimmed)
  return path !== undefined && isShown(path) ? relative(from, path) || encodePath(path) : undefined
}

interface PageTools {
  readonly isShown: (path: string) => boolean
  readonly chapterAt: ReadonlyMap<string, number>
}

function pageOf(publication: Publication, resource: Resource, { isShown, chapterAt }: PageTools): SafePage {
  const { path } = resource
  const upwards = '../'.repeat(path.split('/').length - 1 + folder.split('/').length - 1)
  return safePage(textOf(resource), {
    resource: leadsFrom(path, isShown),
    link(href) {
      const trimmed = href.trim()
      if (isOutside(trimmed)) return `${upwards}${leavePage}?to=${encodeURIComponent(trimmed)}`
      if (trimmed === '' || isRemote(trimmed)) return undefined
      const to = resolve(path, trimmed)
      const { fragment } = parseHref(trimmed)
      const hash = fragment === undefined ? '' : `#${encodeURIComponent(decodePath(fragment))}`
      if (to === path) return hash || '#'
      return to !== undefined && chapterAt.has(to) && publication.resources.has(to) ? `${relative(path, to)}${hash}` : undefined
    },
  })
}

/** The same page of the other version: by its path, else by a name that only one file has. */
function twinOf(other: Publication, { path }: Resource): Resource | undefined {
  const same = other.resources.get(path)
  if (same?.bytes) return same
  const name = path.slice(path.lastIndexOf('/') + 1)
  const named = [...other.resources.values()].filter((one) => one.bytes && one.path.endsWith(`/${name}`))
  return named.length === 1 ? named[0] : undefined
}

/** Pictures, styles and fonts that the other version has under the same path with another content, or not at all. */
async function filesThatDiffer(publication: Publication, other: Publication, paths: Iterable<string>): Promise<string[]> {
  const differing: string[] = []
  for (const path of paths) {
    const [ours, theirs] = [publication.resources.get(path), other.resources.get(path)]
    if (!ours || !theirs || !(await isAlike(ours, theirs))) differing.push(path)
  }
  return differing
}

/** By the checksums of the two archives; only what one of them had to write anew is read. */
async function isAlike(one: Resource, two: Resource): Promise<boolean> {
  if (one.size !== two.size) return false
  if (one.entry && two.entry && one.survival === 1 && two.survival === 1) return one.entry.crc === two.entry.crc
  if (one.size > largestLoaded) return false
  const [a, b] = [await one.load(), await two.load()]
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** What a page brings along for its looks. */
const looksOf = ({ html, body, head }: SafePage) => `${html}\n${body}\n${head}`

/** Markup that we wrote for a page names one of these files. */
function namesOne(markup: string, from: string, files: ReadonlySet<string>): boolean {
  for (const [, href = ''] of markup.matchAll(/\s(?:src|href|xlink:href|poster)="([^"]*)"/g)) {
    const path = resolve(from, href)
    if (path !== undefined && files.has(path)) return true
  }
  return false
}

/** The side of a spread that the package document gives a page; where spreads are unwanted, each stands alone. */
function sidesOf(publication: Publication): Map<string, 'left' | 'right' | 'center'> {
  const book = packageOf(publication)
  const isUnwanted = book
    ?.metas('meta')
    .some((meta) => meta.attribs.property?.trim() === 'rendition:spread' && innerText(meta).trim() === 'none')
  const sides = new Map<string, 'left' | 'right' | 'center'>()
  for (const { item, properties } of book?.itemrefs ?? []) {
    const has = (name: string) => properties.includes(name) || properties.includes(`rendition:${name}`)
    const side = has('page-spread-left') ? 'left' : has('page-spread-right') ? 'right' : undefined
    const isAlone = has('page-spread-center') || has('spread-none') || (isUnwanted && !has('spread-both') && !has('spread-auto'))
    if (item?.path && (side || isAlone)) sides.set(item.path, isAlone ? 'center' : side!)
  }
  return sides
}

/** Marks the places that the other page does not have, each as often as it has it more, or whose picture is another. */
function marked(
  { content, places }: SafePage,
  other: SafePage,
  namesChanged: (markup: string) => boolean,
): { content: string; changed: number } {
  const theirs = new Map<string, number>()
  for (const { start, end } of other.places) {
    const text = other.content.slice(start, end)
    theirs.set(text, (theirs.get(text) ?? 0) + 1)
  }
  let out = ''
  let at = 0
  let changed = 0
  for (const { start, end, insertAt } of [...places].sort((a, b) => a.start - b.start)) {
    const text = content.slice(start, end)
    const left = theirs.get(text) ?? 0
    if (left > 0 && !namesChanged(text)) {
      theirs.set(text, left - 1)
      continue
    }
    changed++
    out += content.slice(at, insertAt) + changedMark
    at = insertAt
  }
  return { content: out + content.slice(at), changed }
}

function sizeOf({ viewport, content }: SafePage): { width: number; height: number } | undefined {
  const said = sizeIn(viewport)
  const [, , width, height] =
    /<svg\b[^>]*\sviewBox="([^"]{1,200})"/
      .exec(content.slice(0, 20_000))?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const found = { width: Number(said.width ?? width), height: Number(said.height ?? height) }
  return found.width > 0 && found.height > 0 && found.width < 20_000 && found.height < 20_000 ? found : undefined
}

function titleOf({ title, heading }: SafePage, path: string, entries: readonly TocEntry[]): string {
  const listed = entries.find((one) => one.path === path && one.label !== '')?.label
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return (listed || heading || title || name).slice(0, longestTitle)
}

/** Words of markup that we wrote ourselves. */
const wordsIn = (content: string) => content.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0

function tocIn(entries: readonly TocEntry[], chapterAt: ReadonlyMap<string, number>): PreviewTocEntry[] {
  const listed: PreviewTocEntry[] = []
  const walk = (some: readonly TocEntry[], depth: number) => {
    for (const { label, path, fragment, children } of some) {
      if (listed.length >= mostToc) return
      const chapter = path === undefined ? undefined : chapterAt.get(path)
      if (label !== '')
        listed.push({
          label: label.slice(0, longestTitle),
          depth,
          ...(chapter !== undefined && { chapter }),
          ...(chapter !== undefined && fragment && { fragment: decodePath(fragment) }),
        })
      walk(children, depth + 1)
    }
  }
  walk(entries, 0)
  return listed
}
