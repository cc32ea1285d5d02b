import type { Publication, Resource } from '../publication.ts'
import type { Place } from './document/xml-document.ts'
import type { Item } from './package/item.ts'
import type { Version } from './package/media-types.ts'
import type { PackageFacts } from './package/package-document.ts'
import type { Report } from './report.ts'
import type { SchemaLibrary } from './schemas.ts'
import type { Url } from './url.ts'

export type LinkType =
  | 'link'
  | 'generic'
  | 'stylesheet'
  | 'overlay'
  | 'hyperlink'
  | 'font'
  | 'image'
  | 'audio'
  | 'video'
  | 'track'
  | 'cite'
  | 'svg-paint'
  | 'svg-symbol'
  | 'region'
  | 'search-key'
  | 'toc'
  | 'page-list'
  | 'overlay-text'

/** A reference from one file to another, as written in `from`. */
export interface Link {
  readonly type: LinkType
  readonly url: Url
  readonly from: string
  readonly place: Place
  /** The element brings a fallback of its own. */
  readonly hasFallback: boolean
}

export type TargetType = 'generic' | 'svg-paint' | 'svg-clip-path' | 'svg-symbol'

/** What documents say of themselves that other checks ask for. */
export type Feature =
  | 'scripts'
  | 'dictionary'
  | 'page-break'
  | 'page-list'
  | 'microdata'
  | 'rdfa'
  | 'section'
  | 'toc-link'
  | 'audio'
  | 'figure'
  | 'table'
  | 'video'
  | 'loa'
  | 'loi'
  | 'lot'
  | 'lov'

export type Profile = 'default' | 'idx' | 'dict' | 'edupub' | 'preview'

/** One book under check. Documents add to `links`, `targets` and the rest; the last checks read them. */
export interface Book {
  readonly publication: Publication
  readonly library: SchemaLibrary
  readonly report: Report
  readonly version: Version
  readonly profile: Profile
  /** `dc:type` of the publication, lower case, as far as EPUBCheck knows it. */
  readonly types: ReadonlySet<string>
  readonly packagePath: string
  readonly package: PackageFacts
  readonly encrypted: ReadonlySet<string>
  readonly links: Link[]
  /** Ids by document and in order. */
  readonly targets: Map<string, Map<string, TargetType>>
  readonly features: Map<Feature, { readonly path: string; readonly place: Place }[]>
  /** The overlay that speaks of a document, by the document's path. */
  readonly overlays: Map<string, string>
  /** Notes which types of the manifest were asked for, by address, where somebody wants to know. */
  readonly asked?: Map<Url, string | undefined>
}

export const fileAt = ({ publication }: Pick<Book, 'publication'>, path: string): Resource | undefined =>
  publication.resources.get(path) ?? filesByCanonicalPath(publication).get(path)

const canonical = new WeakMap<Publication, Map<string, Resource>>()

function filesByCanonicalPath(publication: Publication): Map<string, Resource> {
  let files = canonical.get(publication)
  if (!files) {
    files = new Map([...publication.resources.values()].map((file) => [file.path.normalize('NFC'), file]))
    canonical.set(publication, files)
  }
  return files
}

const keyOf = (url: Url) => url.key

/** The item with this address, its fragment left out; the first where several have it. */
export function itemAt({ package: { items }, asked }: Book, url: Url): Item | undefined {
  const item = firstByUrl(items).get(keyOf(url))
  asked?.set(url, item?.mediaType)
  return item
}

const indexes = new WeakMap<readonly Item[], Map<string, Item>>()

function firstByUrl(items: readonly Item[]): Map<string, Item> {
  let index = indexes.get(items)
  if (!index) {
    index = new Map()
    for (const item of items) if (item.url.fragment === undefined && !index.has(keyOf(item.url))) index.set(keyOf(item.url), item)
    indexes.set(items, index)
  }
  return index
}

/** Declared media type of an address; undefined where nothing declares it. */
export function mediaTypeOf(book: Book, url: Url | undefined): string | undefined {
  if (!url) return undefined
  if (url.is === 'data') return url.type
  if (url.is === 'local' && url.path === book.packagePath) return 'application/oebps-package+xml'
  return itemAt(book, url)?.mediaType
}

/** The first element with an id is the one that links lead to. */
export function addTarget({ targets }: Book, path: string, id: string, type: TargetType) {
  let ids = targets.get(path)
  if (!ids) targets.set(path, (ids = new Map()))
  if (!ids.has(id)) ids.set(id, type)
}

export function addFeature({ features }: Book, feature: Feature, path: string, place: Place) {
  const places = features.get(feature)
  if (places) places.push({ path, place })
  else features.set(feature, [{ path, place }])
}

export const isRemote = (book: Book, url: Url) => url.is === 'remote' && !fileAt(book, url.key)
