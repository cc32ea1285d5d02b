import { isRemote, resolve } from '../href.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { childElements, type Document, type Element, findElements, innerText, localName, treeOf } from '../xml.ts'
import { locatePackage } from './locate.ts'

export type PackageVersion = '2.0' | '3.0'

export interface ManifestItem {
  readonly id: string | undefined
  /** As written, entities decoded. */
  readonly href: string
  /** Container path the href leads to, whether or not a file stands there; undefined when remote, empty or outside. */
  readonly path: string | undefined
  readonly remote: boolean
  /** As written, trimmed; undefined when missing or empty. */
  readonly mediaType: string | undefined
  readonly properties: readonly string[]
  readonly fallback: string | undefined
  readonly mediaOverlay: string | undefined
  readonly element: Element
}

export interface Itemref {
  readonly idref: string | undefined
  readonly linear: boolean
  readonly properties: readonly string[]
  /** First item of that id; undefined when there is none. */
  readonly item: ManifestItem | undefined
  readonly element: Element
}

/** The package document as a tolerant reader sees it: any letter case, any prefix, whatever is missing stays undefined or empty. */
export interface PackageDocument {
  readonly path: string
  readonly resource: Resource
  readonly root: Document
  /** What the rules of the book are: the `version` written, else what the package makes use of. */
  readonly version: PackageVersion
  readonly element: Element
  readonly metadata: Element | undefined
  readonly manifest: Element | undefined
  readonly spine: Element | undefined
  readonly guide: Element | undefined
  readonly items: readonly ManifestItem[]
  readonly itemrefs: readonly Itemref[]
  /** Text of the identifier that `unique-identifier` names, trimmed. */
  readonly uniqueIdentifier: string | undefined
  readonly titles: readonly string[]
  readonly languages: readonly string[]
  readonly itemById: (id: string) => ManifestItem | undefined
  /** First item whose href leads to this container path. */
  readonly itemAt: (path: string) => ManifestItem | undefined
  /** Elements of the metadata by local name (`*` for all), those of the deprecated `dc-metadata` wrappers included. */
  readonly metas: (name: string) => Element[]
}

export const words = (value: string | undefined) => value?.split(/\s+/).filter(Boolean) ?? []

const same = (element: Element, name: string) => localName(element).toLowerCase() === name

const child = (element: Element | undefined, name: string) => element && childElements(element).find((one) => same(one, name))

/** The package document that META-INF/container.xml names, else the best one there is. */
export const packageOf: (publication: Publication) => PackageDocument | undefined = remembered((publication: Publication) => {
  const resource = locatePackage(publication)
  return resource && packageIn(resource)
})

/** Reads a package document; undefined when the file has no `package` element. */
export const packageIn = remembered<Resource, PackageDocument | undefined>((resource) => {
  const root = treeOf(resource)
  const element = childElements(root).find((one) => same(one, 'package'))
  if (!element) return undefined

  const metadata = child(element, 'metadata')
  const manifest = child(element, 'manifest')
  const spine = child(element, 'spine')
  const items = (manifest ? everyElement(manifest, 'item') : []).map((one) => itemOf(resource.path, one))
  const byId = firstOf(items, ({ id }) => id)
  const byPath = firstOf(items, ({ path }) => path)
  const metas = (name: string) => (metadata ? everyElement(metadata, name) : [])
  const texts = (name: string) =>
    metas(name)
      .map((one) => innerText(one).trim())
      .filter(Boolean)
  const uid = attribute(element, 'unique-identifier')?.trim()

  return {
    path: resource.path,
    resource,
    root,
    version: versionOf(element, items),
    element,
    metadata,
    manifest,
    spine,
    guide: child(element, 'guide'),
    items,
    itemrefs: (spine ? everyElement(spine, 'itemref') : []).map((one) => {
      const idref = attribute(one, 'idref')?.trim() || undefined
      return {
        idref,
        linear: attribute(one, 'linear')?.trim().toLowerCase() !== 'no',
        properties: words(attribute(one, 'properties')),
        item: idref === undefined ? undefined : byId.get(idref),
        element: one,
      }
    }),
    uniqueIdentifier:
      metas('identifier')
        .filter((one) => uid && one.attribs.id?.trim() === uid)
        .map((one) => innerText(one).trim())[0] || undefined,
    titles: texts('title'),
    languages: texts('language'),
    itemById: (id) => byId.get(id),
    itemAt: (path) => byPath.get(path),
    metas,
  }
})

const attribute = (element: Element, name: string) =>
  element.attribs[name] ?? Object.entries(element.attribs).find(([key]) => key.toLowerCase() === name)?.[1]

const everyElement = (root: Element, name: string) => findElements(root, '*').filter((one) => name === '*' || same(one, name))

function itemOf(from: string, element: Element): ManifestItem {
  const href = attribute(element, 'href')?.trim() ?? ''
  const remote = isRemote(href)
  const at = remote || href === '' || href.startsWith('#') ? undefined : resolve(from, href)
  return {
    id: attribute(element, 'id')?.trim() || undefined,
    href,
    path: at || undefined,
    remote,
    mediaType: attribute(element, 'media-type')?.trim() || undefined,
    properties: words(attribute(element, 'properties')),
    fallback: attribute(element, 'fallback')?.trim() || undefined,
    mediaOverlay: attribute(element, 'media-overlay')?.trim() || undefined,
    element,
  }
}

function firstOf<T>(items: readonly T[], key: (item: T) => string | undefined): ReadonlyMap<string, T> {
  const map = new Map<string, T>()
  for (const item of items) {
    const name = key(item)
    if (name !== undefined && !map.has(name)) map.set(name, item)
  }
  return map
}

function versionOf(element: Element, items: readonly ManifestItem[]): PackageVersion {
  const written = attribute(element, 'version')?.trim() ?? ''
  if (/^[12](\.|$)/.test(written)) return '2.0'
  if (/^3(\.|$)/.test(written)) return '3.0'
  const usesThree =
    items.some(({ properties }) => properties.length > 0) ||
    everyElement(element, 'meta').some((meta) => meta.attribs.property !== undefined)
  return usesThree ? '3.0' : '2.0'
}

/** Container paths of the content documents in reading order, doubles and dead references left out. */
export function readingOrder(publication: Publication): readonly string[] {
  const paths = (packageOf(publication)?.itemrefs ?? []).flatMap(({ item }) => item?.path ?? [])
  return [...new Set(paths)].filter((path) => publication.resources.has(path))
}

/** Where Dublin Core elements belong: the metadata, or its deprecated `dc-metadata` wrapper. */
export const dublinCoreHome = ({ metadata }: PackageDocument): Element =>
  childElements(metadata!).find((one) => same(one, 'dc-metadata')) ?? metadata!
