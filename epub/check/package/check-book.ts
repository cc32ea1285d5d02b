import { type Book, mediaTypeOf } from '../book.ts'
import { checkItemDocument } from '../content/check-item.ts'
import { clockSeconds } from '../content/clock.ts'
import { remarkNavigation } from '../content/remarks.ts'
import { ownValue } from '../own.ts'
import { checkReferences } from '../references.ts'
import { checkAfterwards } from './check-afterwards.ts'
import type { Item } from './item.ts'
import { isContentDocument, isImage, isOldDocument, isOldStyle, isStyle } from './media-types.ts'
import { overlaysUri } from './vocabulary.ts'

/** Checks a book from its manifest on: items, spine, guide, each document, then what lies between them. */
export async function checkBook(book: Book) {
  const { report, packagePath, version } = book
  const facts = book.package
  const say = report.about(packagePath)

  for (const item of facts.items) {
    if (facts.byUrl.get(addressOf(item)) !== item) say('OPF-074', item, `“${item.path}” is declared by another item too.`)
    else if (item.url.key === packagePath) say('OPF-099', item, 'The manifest must not list the package document itself.')
    else checkItem(book, item)
  }
  for (const item of facts.spine) checkSpineItem(book, item)
  if (facts.spine.length > 0 && !facts.spine.some(({ linear }) => linear))
    say('OPF-033', undefined, 'Nothing in the spine is linear: there is no reading order.')
  if (version === 2) {
    const seen = new Set<Item>()
    for (const item of facts.spine) {
      if (seen.has(item)) say('OPF-034', item, `“${item.id}” stands in the spine twice.`)
      seen.add(item)
    }
  }
  if (version === 3) {
    checkCollections(book)
    checkDurations(book)
  }

  if (!facts.hasIdentifier)
    say('OPF-030', undefined, `The unique identifier “${facts.uniqueIdentifier ?? ''}” is not among the identifiers of the book.`)
  for (const reference of facts.guide) {
    const item = reference.url && facts.byUrl.get(reference.url.key)
    if (!item) say('OPF-031', reference, `The guide leads to “${reference.href}”, which the manifest does not declare.`)
    else if (!isContentDocument(item.mediaType, version) && !isOldDocument(item.mediaType))
      say('OPF-032', reference, `The guide leads to “${reference.href}”, which is no document of the text.`)
  }
  for (const item of facts.items) if (item.url.is === 'local') await checkItemDocument(book, item)
  if (version === 3) for (const item of facts.items) checkAfterwards(book, item)
  checkReferences(book)
  if (version === 3) checkFeatures(book)
}

const addressOf = ({ url }: Item) => url.key + (url.fragment === undefined ? '' : `#${url.fragment}`)

const mediaTypeShape = /^[a-zA-Z0-9!#$&+-^_]+\/[a-zA-Z0-9!#$&+-^_]+$/

function checkItem(book: Book, item: Item) {
  const say = book.report.about(book.packagePath)
  const { mediaType } = item
  if (book.version === 2) {
    if (mediaTypeShape.test(mediaType) && (isOldDocument(mediaType) || isOldStyle(mediaType))) {
      if (mediaType === 'text/html')
        say(book.package.isOeb1 ? 'OPF-038' : 'OPF-035', item, 'The type “text/html” is not one for an EPUB; XHTML is.')
      else if (!book.package.isOeb1) say('OPF-037', item, `The type “${mediaType}” is outdated.`)
    }
    if (book.package.isOeb1 && !item.fallback) {
      if (isContentDocument(mediaType, 2)) say('OPF-038', item, `“${mediaType}” is not a type of OEB 1.2.`)
      else if (isStyle(mediaType)) say('OPF-039', item, `“${mediaType}” is not a type of OEB 1.2.`)
    }
    return
  }
  if (item.url.is === 'data') {
    say('RSC-029', item, 'A manifest item must not be a “data:” address.')
    return
  }
  if (item.path.startsWith('META-INF/')) say('PKG-025', item, 'Files of the book must not lie in “META-INF”.')
  if (!mediaType || !mediaTypeShape.test(mediaType)) return
  const preferred = preferredType(mediaType, item.path)
  if (preferred) say('OPF-090', item, `“${preferred}” is the better name for “${mediaType}”.`)
  if (item.url.is === 'local' && item.url.fragment !== undefined)
    say('OPF-091', item, 'The address of a manifest item must not have a fragment.')
  const overlay = item.overlay && book.package.byId.get(item.overlay)
  if (overlay) book.links.push({ type: 'overlay', url: overlay.url, from: book.packagePath, place: item, hasFallback: false })
}

const preferredTypes: Record<string, string> = {
  'application/vnd.ms-opentype': 'font/otf',
  'application/font-woff': 'font/woff',
  'application/x-font-ttf': 'font/ttf',
  'text/javascript': 'application/javascript',
  'application/ecmascript': 'application/javascript',
}

function preferredType(type: string, path: string): string | undefined {
  if (type !== 'application/font-sfnt') return ownValue(preferredTypes, type)
  return path.endsWith('.otf') ? 'font/otf' : 'font/ttf'
}

function checkSpineItem({ report, packagePath, version }: Book, item: Item) {
  const say = report.about(packagePath)
  const { mediaType } = item
  if (version === 3 && item.url.is === 'data') return
  if (version === 3 && item.properties.has('data-nav'))
    say('OPF-077', item, 'A data navigation document should not be in the spine.')
  if (version === 2 && (isStyle(mediaType) || isOldStyle(mediaType) || isImage(mediaType, 2)))
    say('OPF-042', item, `“${mediaType}” cannot be in the spine.`)
  else if (!isContentDocument(mediaType, version) && !(version === 2 && isOldDocument(mediaType))) {
    if (!item.fallback)
      say('OPF-043', item, `“${mediaType}” can be in the spine only with a fallback, and “${item.id}” has none.`)
    else if (!item.hasContentFallback) say('OPF-044', item, `No fallback of “${item.id}” is a document of the text.`)
  }
}

function checkCollections(book: Book) {
  const say = book.report.about(book.packagePath)
  for (const { url } of book.package.links) {
    const item = book.package.byUrl.get(url.key)
    if (item && item.spine === undefined)
      say(
        'OPF-067',
        undefined,
        `“${item.path}” is linked as a resource and declared in the manifest; it can be only one of the two.`,
      )
  }
  for (const collection of book.package.collections) {
    if (collection.roles.includes('dictionary')) checkDictionary(book, collection)
    if (collection.roles.includes('index')) checkIndex(book, collection)
    if (collection.roles.includes('preview')) checkPreview(book, collection)
  }
}

/** The duration of the whole must be that of its overlays together, to a second. */
function checkDurations({ report, packagePath, package: { metadata } }: Book) {
  const durations = metadata.filter(({ property }) => property === `${overlaysUri}duration`)
  const total = durations.find(({ refines }) => refines === undefined)
  if (!total) return
  const parts = durations.filter(({ refines }) => refines !== undefined)
  const [whole, ...seconds] = [total, ...parts].map(({ value }) => clockSeconds(value))
  if (whole === undefined || seconds.includes(undefined)) return
  const sum = seconds.reduce<number>((result, one) => result + (one ?? 0), 0)
  if (Math.abs(whole - sum) > 1)
    report.say('MED_016', packagePath, undefined, `The media overlays last ${sum} s together, but ${whole} s are stated for all.`)
}

type Collection = Book['package']['collections'][number]

function checkDictionary(book: Book, { links }: Collection) {
  const say = book.report.about(book.packagePath)
  let maps = 0
  for (const { url } of links) {
    const type = book.package.byUrl.get(url.key)?.mediaType
    if (type === undefined) say('OPF-081', undefined, `The dictionary names “${url.key}”, which is not in the manifest.`)
    else if (type === 'application/vnd.epub.search-key-map+xml') {
      if (++maps > 1) say('OPF-082', undefined, 'A dictionary must not have more than one search key map.')
    } else if (type !== 'application/xhtml+xml')
      say('OPF-084', undefined, `The dictionary names “${url.key}”, which is not XHTML.`)
  }
  if (maps === 0) say('OPF-083', undefined, 'The dictionary has no search key map.')
}

function checkIndex(book: Book, { roles, links, collections }: Collection) {
  if (!roles.includes('index') && !roles.includes('index-group')) return
  for (const { url } of links)
    if (book.package.byUrl.get(url.key)?.mediaType !== 'application/xhtml+xml')
      book.report.say('OPF-071', book.packagePath, undefined, `The index names “${url.key}”, which is not XHTML.`)
  for (const collection of collections) checkIndex(book, collection)
}

function checkPreview(book: Book, { links }: Collection) {
  const say = book.report.about(book.packagePath)
  for (const { url } of links) {
    const type = book.package.byUrl.get(url.key)?.mediaType
    if (type !== 'application/xhtml+xml' && type !== 'image/svg+xml')
      say('OPF-075', undefined, `The preview names “${url.key}”, which is no document of the text.`)
    else if (/^epubcfi\(.*\)$/.test(url.fragment ?? ''))
      say('OPF-076', undefined, 'A preview must not point inside a document by EPUB CFI.')
  }
}

function checkFeatures(book: Book) {
  const { report, packagePath, features, types, profile } = book
  const say = report.about(packagePath)
  const dictionary = features.get('dictionary')?.[0]
  const isDictionary = types.has('dictionary') || profile === 'dict'
  for (const { roles, links } of book.package.collections) {
    if (!roles.includes('dictionary')) continue
    const isThere = links.some(
      ({ url }) =>
        mediaTypeOf(book, url) === 'application/xhtml+xml' && features.get('dictionary')?.some(({ path }) => path === url.key),
    )
    if (!isThere) say('OPF-078', undefined, 'The dictionary has no document that is marked as one.')
  }
  if (types.has('edupub') || profile === 'edupub') checkEdupub(book)
  if (dictionary && !types.has('dictionary'))
    report.say(
      'OPF-079',
      dictionary.path,
      dictionary.place,
      'The document is a dictionary, but the book does not say so in “dc:type”.',
    )
  if (isDictionary && !dictionary) say('OPF-078', undefined, 'The book is a dictionary, but no document is marked as one.')
}

function checkEdupub(book: Book) {
  const {
    report,
    packagePath,
    features,
    package: { metadata },
  } = book
  const say = report.about(packagePath)
  const microdata = features.get('microdata')?.[0]
  if (report.tells('USAGE')) remarkNavigation(book)
  if (features.has('page-break')) {
    if (!features.has('page-list'))
      say('NAV-003', undefined, 'The text has page breaks, but the navigation has no list of pages.')
    const sources = metadata.filter(({ property }) => property === 'http://purl.org/dc/elements/1.1/source')
    const hasPagination = sources.some(({ id }) =>
      metadata.some(
        ({ property, value, refines }) =>
          id !== undefined && refines?.replace(/^#/, '') === id && property.endsWith('source-of') && value === 'pagination',
      ),
    )
    if (!hasPagination) say('OPF-066', undefined, 'The text has page breaks, but no “dc:source” says where they come from.')
  }
  if (microdata && !features.has('rdfa'))
    report.say('HTM-051', microdata.path, microdata.place, 'Educational publications should use RDFa rather than microdata.')
}
