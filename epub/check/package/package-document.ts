import * as ns from '../document/namespaces.ts'
import { attributeOf, type Place, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import type { Say } from '../report.ts'
import { createResolver, type Url } from '../url.ts'
import { isDate } from './dates.ts'
import { resolveFallbacks } from './fallbacks.ts'
import type { Item, ItemDraft } from './item.ts'
import { checkTag } from './language.ts'
import type { Version } from './media-types.ts'
import { readMetadata3 } from './metadata3.ts'
import { createPropertyReader, type PropertyReader } from './properties.ts'
import { isRole } from './roles.ts'

export interface GuideReference extends Place {
  readonly url: Url | undefined
  readonly href: string
}

/** A `link`, with how it belongs to a collection or to the book itself. */
export interface LinkedFile extends Place {
  readonly url: Url
}

export interface Collection {
  readonly roles: readonly string[]
  readonly links: readonly LinkedFile[]
  readonly collections: readonly Collection[]
}

/** What EPUBCheck knows of a book after it has read the package document. */
export interface PackageFacts {
  readonly version: Version
  readonly isOeb1: boolean
  readonly uniqueIdentifier: string | undefined
  /** Value of the unique identifier; undefined when it is not there. */
  readonly identifier: string | undefined
  readonly hasIdentifier: boolean
  readonly items: readonly Item[]
  readonly byId: ReadonlyMap<string, Item>
  /** By URL; the last item wins where two have the same. */
  readonly byUrl: ReadonlyMap<string, Item>
  readonly spine: readonly Item[]
  readonly guide: readonly GuideReference[]
  /** Links of the book's own metadata. */
  readonly links: readonly LinkedFile[]
  readonly collections: readonly Collection[]
  readonly activeClasses: ReadonlySet<string>
  readonly metadata: readonly Meta[]
  /** Links that are to be checked as references. */
  readonly references: readonly { readonly url: Url; readonly place: Place; readonly type: 'link' | 'generic' }[]
}

export interface Meta {
  readonly id: string | undefined
  readonly property: string
  readonly value: string
  readonly refines: string | undefined
}

const packageNamespaces = new Set(['', ns.oldOpf, ns.opf])

/** Reads a package document and says what EPUBCheck says while it reads. */
export function readPackage(document: XmlDocument, path: string, version: Version, say: Say): PackageFacts {
  const resolver = createResolver(path)
  const items = new Map<string, ItemDraft>()
  const spineIds: string[] = []
  const guide: GuideReference[] = []
  const references: PackageFacts['references'][number][] = []
  const { root } = document
  const isOeb1 = root?.local === 'package' && root.namespace !== ns.opf
  const isPackage = root?.local === 'package' && packageNamespaces.has(root.namespace)
  const uniqueIdentifier = (isPackage && attributeOf(root, 'unique-identifier')) || undefined
  let hasIdentifier = false
  let pageMap: { readonly id: string; readonly place: Place } | undefined

  const resolve = (written: string | undefined, place: Place) =>
    written === undefined ? undefined : resolver.resolve(written, (id, text) => say(id, place, text))

  let properties: PropertyReader | undefined

  for (const element of document.elements) {
    if (version === 3) checkLanguage(element, say)
    const base = attributeOf(element, 'base', ns.xml)
    if (base !== undefined) resolver.setBase(base, (id, text) => say(id, element, text))
    if (element.namespace === ns.dc) readDublinCore(element)
    else if (packageNamespaces.has(element.namespace)) readElement(element)
  }

  function readDublinCore(element: XmlElement) {
    if (element.local === 'identifier') {
      const id = attributeOf(element, 'id')
      if (id && id === uniqueIdentifier) hasIdentifier = true
    } else if (element.local === 'creator') {
      const role = attributeOf(element, 'role', ns.opf)
      if (role && !isRole(role)) say('OPF-052', element, `“${role}” is not a role that a creator can have.`)
    }
  }

  function readElement(element: XmlElement) {
    switch (element.local) {
      case 'package':
        if (element.namespace !== ns.opf) say('OPF-047', element, 'The package document is written as in OEB 1.2.')
        if (!uniqueIdentifier) say('OPF-048', element, 'The package names no unique identifier.')
        if (version === 3 && element.namespace === ns.opf) properties = createPropertyReader(element, say)
        break
      case 'item':
        readItem(element)
        break
      case 'reference': {
        const href = attributeOf(element, 'href')
        const url = resolve(href, element)
        if (url) references.push({ url, place: element, type: 'generic' })
        guide.push({ url, href: href ?? '', line: element.line, column: element.column })
        break
      }
      case 'spine':
        readSpine(element)
        break
      case 'itemref':
        readItemref(element)
        break
      case 'dc-metadata':
      case 'x-metadata':
        if (!isOeb1) say('OPF-049', element, `There is no item “${element.local}” in the manifest.`)
    }
  }

  function readItem(element: XmlElement) {
    const id = attributeOf(element, 'id')
    const href = attributeOf(element, 'href')
    if (id === undefined || href === undefined) return
    const url = resolve(href, element)
    if (!url) return
    const item: ItemDraft = {
      id: id.trim(),
      url,
      path: url.is === 'local' ? url.path : url.key,
      line: element.line,
      column: element.column,
      mediaType: (attributeOf(element, 'media-type') ?? 'undefined').trim(),
      fallback: (attributeOf(element, 'fallback') ?? '').trim(),
      fallbackStyle: (attributeOf(element, 'fallback-style') ?? '').trim(),
      overlay: attributeOf(element, 'media-overlay'),
      properties: new Set(),
      isNcx: false,
      isNav: false,
      spine: undefined,
      linear: true,
      fixedLayout: false,
      inIndex: false,
      hasCoreFallback: false,
      hasContentFallback: false,
    }
    items.set(item.id, item)
    if (version === 3 && element.namespace === ns.opf && items.has(id)) properties?.item(element, item)
  }

  function readSpine(element: XmlElement) {
    const map = attributeOf(element, 'page-map')
    if (map !== undefined) {
      pageMap = { id: map, place: element }
      say('OPF-062', element, 'The spine has an Adobe page map.')
    }
    const toc = attributeOf(element, 'toc')
    if (toc === undefined) return
    const item = items.get(toc.trim())
    if (item) item.isNcx = true
    else say('OPF-049', element, `There is no item “${toc}” in the manifest.`)
  }

  function readItemref(element: XmlElement) {
    const idref = attributeOf(element, 'idref')
    if (idref === undefined) return
    const item = items.get(idref.trim())
    if (!item) {
      say('OPF-049', element, `There is no item “${idref}” in the manifest.`)
      return
    }
    item.spine = spineIds.push(idref.trim()) - 1
    if (attributeOf(element, 'linear')?.trim() === 'no') item.linear = false
    if (version === 3 && element.namespace === ns.opf && items.has(idref)) properties?.itemref(element, item)
  }

  const three = version === 3 && properties ? readMetadata3(document, { path, resolve, properties, say }) : undefined
  for (const layout of properties?.layouts ?? []) layout(three?.metadata ?? [])
  references.push(...(three?.references ?? []))

  for (const element of document.elements) if (element.namespace === ns.dc && element.end) checkValue(element, version, say)

  for (const collection of three?.collections ?? []) markIndexes(collection, items)
  const isWhole = isPackage && root.end !== undefined
  if (isWhole) resolveFallbacks(items, version, say)
  const list: Item[] = isWhole ? [...items.values()] : []
  for (const item of list) (item as ItemDraft).isNav = item.properties.has('nav')
  for (const item of list)
    if (item.isNcx && item.mediaType !== 'application/x-dtbncx+xml')
      say('OPF-050', item, `The table of contents that the spine names has the type “${item.mediaType}”, not that of an NCX.`)
  const byId = new Map(list.map((item) => [item.id, item]))
  if (pageMap && isWhole && !byId.has(pageMap.id))
    say('OPF-063', pageMap.place, `The page map “${pageMap.id}” is not in the manifest.`)

  return {
    version,
    isOeb1,
    uniqueIdentifier,
    identifier: identifierValue(document, uniqueIdentifier, say),
    hasIdentifier,
    items: list,
    byId,
    byUrl: new Map(list.map((item) => [item.url.key + (item.url.fragment === undefined ? '' : `#${item.url.fragment}`), item])),
    spine: spineIds.flatMap((id) => byId.get(id) ?? []),
    guide,
    links: three?.links ?? [],
    collections: three?.collections ?? [],
    activeClasses: three?.activeClasses ?? new Set(),
    metadata: three?.metadata ?? [],
    references,
  }
}

function markIndexes(collection: Collection, items: ReadonlyMap<string, ItemDraft>) {
  if (!collection.roles.includes('index') && !collection.roles.includes('index-group')) return
  for (const { url } of collection.links) for (const item of items.values()) if (item.url.key === url.key) item.inIndex = true
  for (const child of collection.collections) markIndexes(child, items)
}

function identifierValue({ elements }: XmlDocument, uniqueIdentifier: string | undefined, say: Say): string | undefined {
  let found: string | undefined
  for (const element of elements) {
    if (element.namespace !== ns.dc || element.local !== 'identifier' || !element.end) continue
    const id = attributeOf(element, 'id')
    if (!id || id.trim() !== uniqueIdentifier) continue
    const text = ownText(element)
    if (text === undefined) continue
    found = text.trim()
    const isUuid = found.startsWith('urn:uuid:') || attributeOf(element, 'scheme', ns.opf)?.toLowerCase() === 'uuid'
    if (isUuid && !/^[0-9a-f]{1,8}(?:-[0-9a-f]{1,4}){3}-[0-9a-f]{1,12}$/i.test(found.replaceAll('urn:uuid:', '')))
      say('OPF-085', element.end, `“${found}” is marked as a UUID but is none.`)
  }
  return found
}

/** Text directly inside; undefined when there is none at all. */
function ownText({ children }: XmlElement): string | undefined {
  const parts = children.filter((child) => typeof child === 'string')
  return parts.length > 0 ? parts.join('') : undefined
}

function checkValue(element: XmlElement, version: Version, say: Say) {
  const { local, end } = element
  const text = ownText(element)
  if (local === 'date') {
    if (!text || !isDate(text.trim())) say(version === 3 ? 'OPF-053' : 'OPF-054', end, `“${text ?? ''}” is not a date.`)
  } else if (local === 'title' || local === 'language') {
    if (version === 2 && !text?.trim()) say('OPF-055', end, `The ${local} is empty.`)
  } else if (local !== 'identifier' && version === 2 && !text?.trim()) say('OPF-072', end, `dc:${local} is empty.`)
}

function checkLanguage(element: XmlElement, say: Say) {
  const language = attributeOf(element, 'lang', ns.xml)
  if (language) checkTag(language, element, say)
  if (element.namespace === ns.dc && element.local === 'language' && element.end) {
    const text = ownText(element)?.trim()
    if (text) checkTag(text, element.end, say)
  }
}
