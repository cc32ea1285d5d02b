import { baseName, decodePath, directoryOf, extensionOf, normalise, relative } from '../href.ts'
import { flatten, navEntries, ncxEntries, type TocEntry } from '../navigation/navigation.ts'
import { asciiPath, safePath } from '../ocf/safe-path.ts'
import type { Publication, Resource } from '../publication.ts'
import { textOf } from '../publication.ts'
import { referencesTo } from '../references.ts'
import { childElements, type Element, escapeXml, findElement, findElements, innerText, localName, treeOf } from '../xml.ts'
import { asModified, fromDos } from './dates.ts'
import { contentUuid, ncxIdentifierOf } from './identifier.ts'
import { asId } from './ids.ts'
import { isOutside } from './item.ts'
import { isLanguageTag, languageTag } from './language.ts'
import { rootfilesOf } from './locate.ts'
import { naturally } from './match.ts'
import { mediaTypeOf } from './media-types.ts'
import { type PackageDocument, type PackageVersion, packageOf } from './package.ts'

/** A package document made from the files that are there, and from whatever can still be read of the old one. */
export interface RebuiltPackage {
  readonly path: string
  readonly content: string
}

const page = 'application/xhtml+xml'
const fold = (text: string) => text.replace(/\s+/g, ' ').trim()

export function rebuiltPackage(publication: Publication): RebuiltPackage | undefined {
  const old = packageOf(publication)
  const path = packagePath(publication, old)
  const resources = partsOf(publication, path)
  const pages = resources.filter((resource) => mediaTypeOf(resource) === page)
  const order = readingOrderOf(publication, pages, old)
  if (order.length === 0) return undefined

  const version = old?.version ?? versionOfPages(pages)
  const ids = new Map<string, string>()
  const taken = new Set(['pub-id'])
  for (const resource of resources) {
    const known = old?.itemAt(resource.path)?.id
    const base = known && asId(known) === known ? known : asId(baseName(asciiPath(resource.path)))
    let id = base
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
    taken.add(id)
    ids.set(resource.path, id)
  }
  const nav = version === '3.0' ? pages.find(isNav) : undefined
  const cover = coverOf(publication, resources, old)
  const ncx = resources.find((resource) => mediaTypeOf(resource) === 'application/x-dtbncx+xml')

  const items = resources.map((resource) => {
    const properties = version === '3.0' ? propertiesOf(resource, resource === nav, resource === cover) : []
    return `    <item id="${ids.get(resource.path)}" href="${escapeXml(relative(path, resource.path))}" media-type="${escapeXml(mediaTypeOf(resource, version))}"${properties.length > 0 ? ` properties="${properties.join(' ')}"` : ''}/>\n`
  })
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="pub-id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
${metadata(publication, { old, order, version })}${cover ? `    <meta name="cover" content="${ids.get(cover.path)}"/>\n` : ''}  </metadata>
  <manifest>
${items.join('')}  </manifest>
  <spine${ncx ? ` toc="${ids.get(ncx.path)}"` : ''}>
${order.map(({ path: at }) => `    <itemref idref="${ids.get(at)}"/>\n`).join('')}  </spine>
</package>
`
  return { path, content }
}

/** Where the package document is, or was said to be, else beside the pages. */
function packagePath(publication: Publication, old: PackageDocument | undefined): string {
  if (old) return old.path
  for (const rootfile of rootfilesOf(publication)) {
    const path = normalise(decodePath(rootfile.attribs['full-path']?.trim() ?? ''))
    if (path && extensionOf(path) === 'opf' && !/^META-INF\//i.test(path)) return safePath(path)
  }
  const existing = [...publication.resources.keys()].find((path) => extensionOf(path) === 'opf' && !isOutside(path))
  if (existing) return existing
  const folders = [...publication.resources.values()]
    .filter((resource) => !isOutside(resource.path) && mediaTypeOf(resource) === page)
    .map(({ path }) => directoryOf(path))
  const common = folders.reduce<string | undefined>((shared, folder) => {
    if (shared === undefined) return folder
    while (!folder.startsWith(shared)) shared = directoryOf(shared.slice(0, -1))
    return shared
  }, undefined)
  return `${common ?? ''}package.opf`
}

/** Everything that belongs to the book: no packages, nothing of the container, nothing empty that was lost. */
const partsOf = (publication: Publication, packagePath: string): Resource[] =>
  [...publication.resources.values()].filter(
    (resource) =>
      resource.path !== packagePath &&
      !isOutside(resource.path) &&
      extensionOf(resource.path) !== 'opf' &&
      (resource.size > 0 || (referencesTo(publication).get(resource.path)?.length ?? 0) > 0),
  )

const isNav = (resource: Resource) =>
  findElements(treeOf(resource), 'nav').some(
    (nav) => /(^|\s)toc(\s|$)/.test(nav.attribs['epub:type'] ?? '') && findElement(nav, 'a') !== undefined,
  )

/** What the pages themselves are written in: only EPUB 3 knows the short document type, `epub:` and sections. */
function versionOfPages(pages: readonly Resource[]): PackageVersion {
  const signs = /<!DOCTYPE\s+html\s*>|xmlns:epub\s*=|<(?:section|nav|aside|figure|article|header|footer|video|audio)[\s>]/i
  const newer = pages.filter((resource) => signs.test(textOf(resource).slice(0, 65_536)))
  return pages.some(isNav) || newer.length * 2 > pages.length ? '3.0' : '2.0'
}

/**
 * The order of the old spine where one is left, else of the contents; a page in neither follows the one before it in
 * natural order of names. Nothing known: natural order, covers and title pages first.
 */
function readingOrderOf(publication: Publication, pages: readonly Resource[], old: PackageDocument | undefined): Resource[] {
  const byPath = new Map(pages.map((resource) => [resource.path, resource]))
  const known = new Set<Resource>()
  const add = (path: string | undefined) => {
    const resource = path === undefined ? undefined : byPath.get(path)
    if (resource) known.add(resource)
  }
  for (const { item } of old?.itemrefs ?? []) add(item?.path)
  if (known.size === 0) for (const { path } of contentsOf(publication)) add(path)
  const isAside = (resource: Resource) =>
    old !== undefined && isNav(resource) && !isLinked(publication, resource.path) && pages.length > 1
  for (const resource of old?.itemrefs.length ? [] : [...known]) if (isAside(resource)) known.delete(resource)

  const order = [...known]
  const natural = pages
    .filter((resource) => known.has(resource) || !isAside(resource))
    .sort((a, b) => rank(a.path) - rank(b.path) || naturally(stem(a.path), stem(b.path)))
  for (const [at, resource] of natural.entries()) {
    if (known.has(resource)) continue
    const before = natural[at - 1]
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, resource)
    known.add(resource)
  }
  return order
}

/** What a link leads to has to stand in the spine (EPUBCheck RSC-011). */
const isLinked = (publication: Publication, path: string) =>
  (referencesTo(publication).get(path) ?? []).some(({ element }) => element === 'a')

const stem = (path: string) => path.replace(/\.[^./]*$/, '')

const rank = (path: string) => {
  const name = baseName(path).toLowerCase()
  if (/^(front[-_]?)?cover|^capa\b|^umschlag/.test(name)) return 0
  if (/^(half[-_]?)?title([-_]?page)?\b/.test(name)) return 1
  return /^(nav|toc|contents)\.x?html?$/.test(name) ? 2 : 3
}

/** Entries of the contents that any file of the book can still give. */
function contentsOf(publication: Publication): TocEntry[] {
  for (const resource of publication.resources.values()) {
    if (!resource.bytes || isOutside(resource.path)) continue
    const map = extensionOf(resource.path) === 'ncx' ? findElement(treeOf(resource), 'navMap') : undefined
    if (map) return flatten(ncxEntries(resource.path, map))
  }
  for (const resource of publication.resources.values()) {
    if (!resource.bytes || isOutside(resource.path) || mediaTypeOf(resource) !== page || !isNav(resource)) continue
    const nav = findElements(treeOf(resource), 'nav').find(({ attribs }) => /\btoc\b/.test(attribs['epub:type'] ?? ''))
    if (nav) return flatten(navEntries(resource.path, nav))
  }
  return []
}

function coverOf(publication: Publication, resources: readonly Resource[], old: PackageDocument | undefined) {
  const named = old?.items.find(({ properties }) => properties.includes('cover-image')) ?? old?.itemById(coverId(old) ?? '')
  const isPicture = (resource: Resource | undefined) =>
    resource && mediaTypeOf(resource).startsWith('image/') && resource.size > 0
  const known = named?.path ? publication.resources.get(named.path) : undefined
  if (isPicture(known)) return known
  return resources.find((resource) => isPicture(resource) && /(^|[/_-])(front)?cover[^/]*$/i.test(resource.path))
}

const coverId = (book: PackageDocument) => book.metas('meta').find(({ attribs }) => attribs.name === 'cover')?.attribs.content

/** Item properties that EPUBCheck demands of a page (EPUB 3.3 section 5.6.2.1, D.4). */
function propertiesOf(resource: Resource, nav: boolean, cover: boolean): string[] {
  const properties: string[] = []
  if (nav) properties.push('nav')
  if (cover) properties.push('cover-image')
  const type = mediaTypeOf(resource)
  if (type !== page && type !== 'image/svg+xml') return properties
  const root = treeOf(resource)
  const elements = findElements(root, '*')
  const has = (name: string) => elements.some((element) => localName(element) === name)
  if (has('math')) properties.push('mathml')
  if (type === page && has('svg')) properties.push('svg')
  if (elements.some(isScripted)) properties.push('scripted')
  if (
    elements.some(({ attribs, name }) => /^(audio|video|source|track)$/.test(name) && /^https?:/i.test(attribs.src?.trim() ?? ''))
  )
    properties.push('remote-resources')
  if (has('switch')) properties.push('switch')
  return properties
}

const isScripted = (element: Element) => {
  const name = localName(element)
  if (name === 'form') return true
  if (name === 'script') return /^(|module|(text|application)\/(java|ecma)script.*)$/i.test(element.attribs.type?.trim() ?? '')
  return Object.keys(element.attribs).some((key) => /^on[a-z]+$/.test(key))
}

/** Elements of Dublin Core that are kept from the old package, in this order. */
const kept = [
  'creator',
  'contributor',
  'publisher',
  'date',
  'description',
  'subject',
  'rights',
  'source',
  'type',
  'relation',
  'coverage',
]

function metadata(
  publication: Publication,
  { old, order, version }: { old: PackageDocument | undefined; order: readonly Resource[]; version: PackageVersion },
): string {
  const line = (name: string, text: string, attributes = '') => `    <dc:${name}${attributes}>${escapeXml(text)}</dc:${name}>\n`
  const identifier =
    old?.uniqueIdentifier ?? firstText(old, 'identifier') ?? ncxIdentifierOf(publication) ?? contentUuid(publication)
  const titles = old?.titles.length ? old.titles : [titleOf(publication, order)]
  const lines = [line('identifier', identifier, ' id="pub-id"'), ...titles.map((title) => line('title', title))]
  for (const language of languagesOf(old, order)) lines.push(line('language', language))
  for (const name of kept)
    for (const element of old?.metas(name) ?? []) {
      const text = fold(innerText(element))
      const role = version === '2.0' ? element.attribs['opf:role'] : undefined
      if (text && name !== 'date') lines.push(line(name, text, role ? ` opf:role="${escapeXml(role)}"` : ''))
    }
  const date = firstText(old, 'date')
  if (date && /^\d{4}(-\d\d(-\d\d)?)?$/.test(date)) lines.push(line('date', date))
  if (version === '3.0') lines.push(`    <meta property="dcterms:modified">${modifiedOf(publication, old)}</meta>\n`)
  return lines.join('')
}

const firstText = (book: PackageDocument | undefined, name: string) =>
  book
    ?.metas(name)
    .map((element) => innerText(element).trim())
    .find(Boolean)

/** From the old contents, the first page's title or heading, else the name of the file. */
function titleOf(publication: Publication, order: readonly Resource[]): string {
  const ncx = [...publication.resources.values()].find(({ path, bytes }) => bytes && extensionOf(path) === 'ncx')
  const named = ncx && findElement(treeOf(ncx), 'docTitle')
  const said = named && fold(innerText(named))
  if (said) return said
  const dull = /^(unknown|untitled|cover|contents|table of contents|title ?page|chapter\b.*|[^\s]*\.x?html?|\d+)?$/i
  for (const tag of ['title', 'h1'])
    for (const resource of order.slice(0, 5)) {
      const element = findElement(treeOf(resource), tag)
      const text = element ? fold(innerText(element)) : ''
      if (!dull.test(text)) return text.slice(0, 300)
    }
  const file = baseName(publication.fileName)
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return file || 'Untitled'
}

/** What the old package says, else what most pages say, else undetermined. */
function languagesOf(old: PackageDocument | undefined, order: readonly Resource[]): string[] {
  const said = (old?.languages ?? []).flatMap((language) => (isLanguageTag(language) ? language : (languageTag(language) ?? [])))
  if (said.length > 0) return said
  const counts = new Map<string, number>()
  for (const resource of order) {
    const root = childElements(treeOf(resource))[0]
    const language = root?.attribs['xml:lang'] ?? root?.attribs.lang
    if (language && isLanguageTag(language)) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [[...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'und']
}

/** What the old package says, else the newest file of the archive, else a fixed day: no clock is asked. */
function modifiedOf(publication: Publication, old: PackageDocument | undefined): string {
  const said = old?.metas('meta').find(({ attribs }) => attribs.property?.trim() === 'dcterms:modified')
  const date = said && asModified(innerText(said))
  if (date) return date
  let newest = ''
  for (const { entry } of publication.resources.values()) {
    const at = entry && fromDos(entry.modified)
    if (at && at > newest) newest = at
  }
  return newest > '1981' ? newest : '2000-01-01T00:00:00Z'
}
