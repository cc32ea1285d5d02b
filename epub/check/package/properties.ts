import { attributeOf, type Place, type XmlElement } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import type { Say } from '../report.ts'
import type { ItemDraft } from './item.ts'
import type { Meta } from './package-document.ts'
import { readPrefixes, withPrefixes } from './prefixes.ts'
import * as vocabulary from './vocabulary.ts'

/** Media types that an item of each property may have; `image/` stands for every image. */
const typesOf: Record<string, readonly string[]> = {
  'cover-image': ['image/'],
  'data-nav': ['application/xhtml+xml'],
  dictionary: ['application/vnd.epub.search-key-map+xml'],
  glossary: ['application/vnd.epub.search-key-map+xml', 'application/xhtml+xml'],
  index: ['application/xhtml+xml'],
  mathml: ['application/xhtml+xml', 'image/svg+xml'],
  nav: ['application/xhtml+xml'],
  'remote-resources': ['application/xhtml+xml', 'application/smil+xml', 'image/svg+xml', 'text/css'],
  scripted: ['application/xhtml+xml', 'image/svg+xml'],
  'search-key-map': ['application/vnd.epub.search-key-map+xml'],
  svg: ['application/xhtml+xml'],
  switch: ['application/xhtml+xml', 'image/svg+xml'],
}

export type PropertyReader = ReturnType<typeof createPropertyReader>

/** Reads the property attributes of an EPUB 3 package document with the prefixes that its root declares. */
export function createPropertyReader(root: XmlElement, say: Say) {
  const mappings = readPrefixes(attributeOf(root, 'prefix'), root, say)
  const declared = (attribute: vocabulary.Attribute, speak?: Say) =>
    withPrefixes(attribute, mappings, vocabulary.packageDefaults, root, speak)
  const metaNames = declared(vocabulary.metaProperties, say)
  const itemNames = declared(vocabulary.itemProperties)
  const itemrefNames = declared(vocabulary.itemrefProperties)
  const linkNames = declared(vocabulary.linkProperties)
  const relationNames = declared(vocabulary.linkRelations)
  const list = { isList: true }
  const layouts: ((metadata: readonly Meta[]) => void)[] = []

  return {
    /** To be called when the metadata are known: whether a spine item has a fixed layout depends on them. */
    layouts,
    meta: (value: string | undefined, place: Place) => vocabulary.readProperties(value, metaNames, { isList: false }, place, say),
    link: (value: string | undefined, place: Place) => vocabulary.readProperties(value, linkNames, list, place, say),
    relation: (value: string | undefined, place: Place) => vocabulary.readProperties(value, relationNames, list, place, say),

    item(element: XmlElement, item: ItemDraft) {
      const found = vocabulary.readProperties(attributeOf(element, 'properties'), itemNames, list, element, say)
      for (const { uri, name } of found) {
        if (uri !== vocabulary.itemUri) {
          item.properties.add(uri + name)
          continue
        }
        item.properties.add(name)
        const fits = ownValue(typesOf, name)?.some(
          (type) => item.mediaType === type || (type.endsWith('/') && item.mediaType.startsWith(type)),
        )
        if (!fits && attributeOf(element, 'media-type') !== undefined)
          say('OPF-012', element, `An item of the type “${item.mediaType}” cannot have the property “${name}”.`)
      }
    },

    itemref(element: XmlElement, item: ItemDraft) {
      const found = vocabulary.readProperties(attributeOf(element, 'properties'), itemrefNames, list, element, say)
      const layout = found.filter(({ uri }) => uri === vocabulary.renditionUri).map(({ name }) => name)
      layouts.push((metadata) => {
        const isFixed = metadata.some(
          ({ property, value, refines }) =>
            property === `${vocabulary.renditionUri}layout` && value === 'pre-paginated' && refines === undefined,
        )
        if (layout.includes('layout-pre-paginated') || (isFixed && !layout.includes('layout-reflowable'))) item.fixedLayout = true
      })
    },
  }
}
