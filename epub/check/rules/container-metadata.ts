import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../document/xml-document.ts'
import { normal, type Rule, uniqueIds, wordsOf } from './tree.ts'

const metadataNamespace = 'http://www.idpf.org/2013/metadata'
const dateShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

const metadata: Rule = ({ elements }, say) => {
  const ids = new Set(elements.map((one) => attributeOf(one, 'id')))
  const is = (element: XmlElement, local: string) => element.namespace === metadataNamespace && element.local === local
  for (const element of elements) {
    const children = elementChildren(element)
    const siblings = element.parent ? elementChildren(element.parent) : []
    const refines = attributeOf(element, 'refines')
    const property = attributeOf(element, 'property')
    if (refines?.startsWith('#') && !ids.has(refines.slice(1)))
      say('RSC-005', element, `“refines” names “${refines.slice(1)}”, which is not there.`)
    if (is(element, 'metadata')) {
      const unique = attributeOf(element, 'unique-identifier')
      const isThere = children.some(
        (one) => one.namespace === ns.dc && one.local === 'identifier' && attributeOf(one, 'id') === unique,
      )
      if (unique !== undefined && !isThere)
        say('RSC-005', element, `The unique identifier “${unique}” is not the id of a “dc:identifier”.`)
      const modified = children.filter(
        (one) =>
          is(one, 'meta') && attributeOf(one, 'property') === 'dcterms:modified' && attributeOf(one, 'refines') === undefined,
      )
      if (modified.length !== 1) say('RSC-005', element, '“dcterms:modified” must be stated exactly once.')
    } else if (is(element, 'meta')) {
      const value = normal(textContent(element))
      if (property === 'dcterms:modified' && !dateShape.test(value))
        say('RSC-005', element, '“dcterms:modified” must have the form “2026-01-31T12:00:00Z”.')
      if (property === 'source-of') {
        if (value !== 'pagination') say('RSC-005', element, 'The value of “source-of” must be “pagination”.')
        const isThere = siblings.some((one) => one.local === 'source' && attributeOf(one, 'id') === refines?.slice(1))
        if (refines === undefined || !isThere) say('RSC-005', element, '“source-of” must refine a “dc:source”.')
      }
      if (property === 'belongs-to-collection' || property === 'collection-type') {
        const isThere = siblings.some(
          (one) => attributeOf(one, 'id') === refines?.slice(1) && attributeOf(one, 'property') === 'belongs-to-collection',
        )
        if (!isThere && !(property === 'belongs-to-collection' && refines === undefined))
          say('RSC-005', element, `“${property}” can refine a “belongs-to-collection” only.`)
      }
    } else if (is(element, 'link') && wordsOf(attributeOf(element, 'rel')).includes('record')) {
      if (attributeOf(element, 'media-type') === undefined) say('RSC-005', element, 'A “record” link must state its media type.')
      if (refines !== undefined) say('RSC-005', element, 'A “record” link speaks of the whole book: it must not refine anything.')
    }
  }
}

/** What the metadata of a container with several renditions must say. */
export const containerMetadata: readonly Rule[] = [metadata, uniqueIds()]
