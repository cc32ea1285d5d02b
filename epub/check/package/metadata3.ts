import * as ns from '../document/namespaces.ts'
import { ancestors, attributeOf, type Place, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import type { Say } from '../report.ts'
import type { Url } from '../url.ts'
import { checkTag } from './language.ts'
import { isAudio } from './media-types.ts'
import type { Collection, LinkedFile, Meta, PackageFacts } from './package-document.ts'
import type { PropertyReader } from './properties.ts'
import { linkUri, renditionUri } from './vocabulary.ts'

interface Reading {
  readonly path: string
  readonly resolve: (written: string | undefined, place: Place) => Url | undefined
  readonly properties: PropertyReader
  readonly say: Say
}

type Found = Pick<PackageFacts, 'links' | 'collections' | 'activeClasses' | 'metadata' | 'references'>

type Building = Collection & { readonly links: LinkedFile[]; readonly collections: Collection[] }

/** Metadata, links and collections of an EPUB 3 package document. */
export function readMetadata3({ elements }: XmlDocument, { path, resolve, properties, say }: Reading): Found {
  const metadata: Meta[] = []
  const links: LinkedFile[] = []
  const collections = new Map<XmlElement, Building>()
  const references: Found['references'][number][] = []
  const activeClasses = new Set<string>()

  const insideOf = (element: XmlElement, local: string) =>
    [...ancestors(element)].find((one) => one.namespace === ns.opf && one.local === local)

  function readMeta(element: XmlElement) {
    const value = element.children
      .filter((child) => typeof child === 'string')
      .join('')
      .trim()
    const place = element.end ?? element
    const [property] = properties.meta(attributeOf(element, 'property'), place)
    if (property && insideOf(element, 'metadata') && !insideOf(element, 'collection')) {
      const { uri, name } = property
      const refines = attributeOf(element, 'refines')?.trim() || undefined
      metadata.push({ id: attributeOf(element, 'id'), property: uri + name, value, refines })
      if (name === 'active-class' || name === 'playback-active-class') activeClasses.add(name)
      if (uri === renditionUri && name === 'spread' && value === 'portrait')
        say('OPF-086', place, '“rendition:spread” with the value “portrait” is outdated.')
    }
    properties.meta(attributeOf(element, 'scheme'), place)
  }

  function readLink(element: XmlElement) {
    const href = attributeOf(element, 'href')
    const url = resolve(href, element)
    const language = attributeOf(element, 'hreflang')
    if (language) checkTag(language, element, say)
    if (!url) return
    if (url.is === 'data') {
      say('RSC-029', element, 'A link must not hold its target as a “data:” address.')
      return
    }
    if (url.fragment && url.is === 'local' && url.path === path) {
      say('OPF-098', element, `The link “${href}” points into the package document itself.`)
      return
    }
    references.push({ url, place: element, type: 'link' })
    readRelation(element, url)
    properties.link(attributeOf(element, 'properties'), element)
    const collection = collections.get(insideOf(element, 'collection')!)
    const inMetadata = insideOf(element, 'metadata')
    const target = { url, line: element.line, column: element.column }
    if (!collection && inMetadata) links.push(target)
    else if (collection && !inMetadata) collection.links.push(target)
  }

  function readRelation(element: XmlElement, url: Url) {
    const rel = attributeOf(element, 'rel')
    const relations = properties.relation(rel, element)
    const known = new Set(relations.filter(({ uri }) => uri === linkUri).map(({ name }) => name))
    if (known.has('alternate') && relations.length > 1)
      say('OPF-089', element, 'A link that is an “alternate” cannot be something else too.')
    const type = attributeOf(element, 'media-type')
    const inMetadata = insideOf(element, 'metadata')
    if (type === undefined) {
      if (url.is !== 'remote' && inMetadata) {
        if (!insideOf(element, 'collection')) say('OPF-093', element, 'A link to a file of the book lacks its media type.')
      } else if (known.has('record') || known.has('voicing'))
        say('OPF-094', element, `A link that is a “${rel}” lacks its media type.`)
    } else if (known.has('voicing') && !isAudio(type))
      say('OPF-095', element, `A link that is a “voicing” must lead to sound, not to “${type}”.`)
  }

  function readCollection(element: XmlElement) {
    const roles: string[] = []
    for (const role of (attributeOf(element, 'role') ?? '').split(/\s+/)) {
      if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(role) && !URL.canParse(role)) {
        say('OPF-070', element, `“${role}” is not a valid role of a collection.`)
        break
      }
      roles.push(role)
    }
    const collection: Building = { roles, links: [], collections: [] }
    collections.set(element, collection)
    collections.get(insideOf(element, 'collection')!)?.collections.push(collection)
  }

  for (const element of elements) {
    if (element.namespace === ns.dc && element.local === 'source' && !insideOf(element, 'collection'))
      metadata.push({ id: attributeOf(element, 'id'), property: ns.dc + element.local, value: '', refines: undefined })
    if (element.namespace !== ns.opf) continue
    if (element.local === 'meta' && element.end) readMeta(element)
    else if (element.local === 'link') readLink(element)
    else if (element.local === 'collection') readCollection(element)
  }
  if (hasCircle(metadata)) {
    const end = elements.find(({ namespace, local }) => namespace === ns.opf && local === 'metadata')?.end
    if (end) say('OPF-065', end, 'Metadata refine each other in a circle.')
  }
  const outer = [...collections].filter(([element]) => !insideOf(element, 'collection')).map(([, collection]) => collection)
  // EPUBCheck takes metadata in at their end tag: of a document that breaks off before, it knows none.
  const isWhole = elements.some(
    (one) => one.namespace === ns.opf && one.local === 'metadata' && one.end && !insideOf(one, 'collection'),
  )
  return { metadata: isWhole ? metadata : [], links: isWhole ? links : [], collections: outer, references, activeClasses }
}

function hasCircle(metadata: readonly Meta[]): boolean {
  const next = new Map(metadata.flatMap(({ id, refines }) => (id && refines ? [[id, refines.replace(/^#/, '')] as const] : [])))
  for (const start of next.keys()) {
    const seen = new Set<string>()
    for (let at: string | undefined = start; at !== undefined; at = next.get(at)) {
      if (seen.has(at)) return true
      seen.add(at)
    }
  }
  return false
}
