import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlElement } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import { normal, type Rule } from './tree.ts'

const isMeta = (element: XmlElement) => element.namespace === ns.opf && element.local === 'meta'
const propertyOf = (element: XmlElement) => normal(attributeOf(element, 'property'))
const refinesOf = (element: XmlElement) => normal(attributeOf(element, 'refines'))
const siblings = ({ parent }: XmlElement) => (parent ? elementChildren(parent) : [])

/** Which Dublin Core elements a property may refine. */
const subjects: Record<string, readonly string[]> = {
  authority: ['subject'],
  term: ['subject'],
  'identifier-type': ['identifier', 'source'],
  role: ['creator', 'contributor', 'publisher'],
  'source-of': ['source'],
  'title-type': ['title'],
}

/** Properties that can be stated once only of the same thing. */
const single = new Set([
  'collection-type',
  'display-seq',
  'file-as',
  'group-position',
  'identifier-type',
  'source-of',
  'title-type',
])

/** What each property of the metadata may refine, and how often. */
export const metadataProperties: Rule = ({ elements }, say) => {
  const metas = elements.filter(isMeta)
  for (const meta of metas) {
    const property = propertyOf(meta)
    const refines = refinesOf(meta)
    const around = siblings(meta)
    const refined = ownValue(subjects, property)
    if (refined) {
      const isThere = around.some(
        (one) => one.namespace === ns.dc && refined.includes(one.local) && refines === `#${normal(attributeOf(one, 'id'))}`,
      )
      if (!isThere) say('RSC-005', meta, `“${property}” must refine one of: ${refined.map((name) => `dc:${name}`).join(', ')}.`)
    }
    if (property === 'source-of' && normal(textContent(meta)) !== 'pagination')
      say('RSC-005', meta, 'The value of “source-of” must be “pagination”.')
    if (property === 'belongs-to-collection' || property === 'collection-type') {
      const isFree = property === 'belongs-to-collection' && attributeOf(meta, 'refines') === undefined
      const isThere = around.some(
        (one) =>
          isMeta(one) && normal(attributeOf(one, 'id')) === refines.slice(1) && propertyOf(one) === 'belongs-to-collection',
      )
      if (!isFree && !isThere) say('RSC-005', meta, `“${property}” can refine a “belongs-to-collection” only.`)
    }
    if (single.has(property)) {
      const earlier = around.slice(0, around.indexOf(meta))
      if (earlier.some((one) => isMeta(one) && propertyOf(one) === property && refinesOf(one) === refines))
        say('RSC-005', meta, `“${property}” is stated more than once of the same thing.`)
    }
  }

  for (const subject of elements) {
    if (subject.namespace !== ns.dc || subject.local !== 'subject' || subject.parent?.local !== 'metadata') continue
    const id = normal(attributeOf(subject, 'id'))
    const count = (property: string) =>
      metas.filter((meta) => propertyOf(meta) === property && refinesOf(meta).slice(1) === id).length
    const authorities = count('authority')
    const terms = count('term')
    if (authorities === 1 && terms === 0) say('RSC-005', subject, 'A subject with an “authority” needs a “term”.')
    if (authorities === 0 && terms === 1) say('RSC-005', subject, 'A subject with a “term” needs an “authority”.')
    if (authorities > 1 || terms > 1) say('RSC-005', subject, 'A subject can have one “authority” and one “term” only.')
  }
}
