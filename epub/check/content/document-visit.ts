import { addFeature, addTarget, type Book, type Feature, type LinkType, mediaTypeOf, type TargetType } from '../book.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, type Place, type XmlElement } from '../document/xml-document.ts'
import type { Item } from '../package/item.ts'
import type { Say } from '../report.ts'
import { createResolver, type Url } from '../url.ts'

export type Visit = ReturnType<typeof createVisit>

/** One content document being read: what it links to, what can be linked to in it, what it requires of its item. */
export function createVisit(book: Book, item: Item) {
  const { path } = item
  const say: Say = book.report.about(path)
  const resolver = createResolver(path)
  const required = new Set<string>()
  const allowed = new Set<string>()

  const resolve = (written: string | undefined, place: Place): Url | undefined =>
    written === undefined ? undefined : resolver.resolve(written, (id, text) => say(id, place, text))

  return {
    book,
    item,
    path,
    say,
    /** Properties that the manifest must give this document, and ones that it may. */
    required,
    allowed,
    resolve,

    /** Resolves an address from which something is loaded: that may call for a property of the item. */
    load(written: string | undefined, place: Place): Url | undefined {
      if (!written?.trim()) return undefined
      const url = resolve(written, place)
      if (url?.is === 'remote') required.add('remote-resources')
      if (mediaTypeOf(book, url)?.toLowerCase() === 'image/svg+xml' && item.mediaType.toLowerCase() !== 'image/svg+xml')
        allowed.add('svg')
      return url
    },

    link(type: LinkType, url: Url | undefined, place: Place, hasFallback = false) {
      if (url) book.links.push({ type, url, from: path, place, hasFallback })
    },

    target(id: string | undefined, type: TargetType) {
      if (id !== undefined) addTarget(book, path, id, type)
    },

    rebase(element: XmlElement) {
      const isBase = element.namespace === ns.xhtml && element.local === 'base'
      const base = isBase ? attributeOf(element, 'href') : attributeOf(element, 'base', ns.xml)
      if (base !== undefined) resolver.setBase(base, (id, text) => say(id, element, text))
    },

    feature: (feature: Feature, place: Place) => addFeature(book, feature, path, place),

    /** Says which required properties the manifest does not declare. */
    checkRequired(place?: Place) {
      for (const property of required)
        if (!item.properties.has(property))
          say('OPF-014', place, `The manifest must declare the property “${property}” for this document.`)
    },
  }
}
