import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, type XmlElement } from '../document/xml-document.ts'
import { isBookMetadata, isOpf, opfElements } from './opf.ts'
import { normal, type Rule, wordsOf } from './tree.ts'

const hasRole = (element: XmlElement | undefined, role: string) =>
  element !== undefined && isOpf(element, 'collection') && wordsOf(attributeOf(element, 'role')).includes(role)
const inside = (element: XmlElement, name: string) => elementChildren(element).filter((child) => isOpf(child, name))
const dublinCore = (element: XmlElement, name: string) =>
  elementChildren(element).filter((child) => child.namespace === ns.dc && child.local === name)

/** What each kind of collection must hold (EPUBCheck's Schematron for collections of EPUB 3). */
export const collections: Rule = (document, say) => {
  const bookMetadata = document.elements.filter(isBookMetadata)
  for (const collection of opfElements(document, 'collection')) {
    const links = inside(collection, 'link')
    const inner = inside(collection, 'collection')
    const metadata = inside(collection, 'metadata')
    const manifests = inner.filter((one) => attributeOf(one, 'role') === 'manifest')

    if (hasRole(collection, 'distributable-object')) {
      if (metadata.length === 0) say('RSC-005', collection, 'A “distributable-object” needs metadata of its own.')
      if (manifests.length > 1) say('RSC-005', collection, 'A “distributable-object” can have one “manifest” only.')
      if (links.length === 0) say('RSC-005', collection, 'A “distributable-object” needs a link.')
      for (const one of metadata) {
        if (dublinCore(one, 'identifier').length !== 1)
          say('RSC-005', one, 'A “distributable-object” needs exactly one “dc:identifier”.')
        if (dublinCore(one, 'title').length === 0) say('RSC-005', one, 'A “distributable-object” needs a “dc:title”.')
        if (dublinCore(one, 'language').length === 0) say('RSC-005', one, 'A “distributable-object” needs a “dc:language”.')
      }
    }
    if (hasRole(collection, 'manifest')) {
      if (metadata.length + inner.length > 0) say('RSC-005', collection, 'A “manifest” collection holds links only.')
      if (links.length === 0) say('RSC-005', collection, 'A “manifest” collection needs a link.')
      if (!isOpf(collection.parent, 'collection'))
        say('RSC-005', collection, 'A “manifest” collection must be inside another one.')
    }
    if (hasRole(collection, 'index') && inner.some((one) => !hasRole(one, 'index-group')))
      say('RSC-005', collection, 'An “index” can hold collections of the role “index-group” only.')
    else if (!hasRole(collection, 'index') && hasRole(collection, 'index-group')) {
      if (!hasRole(collection.parent, 'index')) say('RSC-005', collection, 'An “index-group” must be inside an “index”.')
      if (inner.length > 0) say('RSC-005', collection, 'An “index-group” must not hold collections.')
    }
    if (hasRole(collection, 'dictionary')) {
      if (inner.length > 0) say('RSC-005', collection, 'A “dictionary” must not hold collections.')
      const count = (property: string, places: readonly XmlElement[]) =>
        places.flatMap((place) => inside(place, 'meta')).filter((meta) => normal(attributeOf(meta, 'property')) === property)
          .length
      for (const property of ['source-language', 'target-language'])
        if (count(property, [...bookMetadata, ...metadata]) === 0)
          say('RSC-005', collection, `A dictionary must state its “${property}”.`)
      if (count('source-language', metadata) > 1) say('RSC-005', collection, 'A dictionary has one “source-language” only.')
    }
    if (hasRole(collection, 'preview')) {
      if (manifests.length !== 1) say('RSC-005', collection, 'A “preview” needs exactly one “manifest” collection.')
      if (links.length === 0) say('RSC-005', collection, 'A “preview” needs a link.')
    }
  }
}
