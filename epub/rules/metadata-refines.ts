import { dropAttribute, dropElement, found, setAttribute } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { type Element, findElements, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Properties that only make sense on an element of this kind (EPUB 3.3 appendix D.3). */
const targets: Readonly<Record<string, RegExp>> = {
  authority: /^subject$/,
  term: /^subject$/,
  'identifier-type': /^(identifier|source)$/,
  role: /^(creator|contributor|publisher)$/,
  'source-of': /^source$/,
  'title-type': /^title$/,
  'collection-type': /^meta$/,
}
/** Properties that say one thing about one target. */
const once = new Set([
  'collection-type',
  'display-seq',
  'file-as',
  'group-position',
  'identifier-type',
  'source-of',
  'title-type',
])

/** A refinement needs what it refines (EPUB 3.3 section 5.3.6): pointed at the one thing it can mean, else the loose end goes. */
export const metadataRefines = defineRule({
  id: 'metadata-refines',
  feature: 15,
  answers: [{ id: 'OPF-065' }, { id: 'RSC-005', text: /refine|Property "|propert(y|ies)|authority|term / }],
  class: 'auto',
  why: 'A detail of the book description belonged to nothing.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.version !== '3.0') return []
    const { resource } = book
    const byId = new Map<string, Element>()
    for (const element of findElements(book.root, '*')) {
      const id = element.attribs.id?.trim()
      if (id && !byId.has(id)) byId.set(id, element)
    }
    const findings: Finding[] = []
    const seen = new Set<string>()
    const metas = [...book.metas('meta'), ...book.metas('link')]
    const gone = new Set<Element>()
    const drop = (element: Element) => {
      if (!gone.has(element)) findings.push(found(resource, dropElement(resource, element)))
      gone.add(element)
    }
    for (const element of metas) {
      const refines = element.attribs.refines?.trim()
      const property = element.attribs.property?.trim() ?? ''
      const isMeta = localName(element) === 'meta'
      const asked = isMeta ? lookup(targets, property) : undefined
      if (isMeta && property === 'source-of' && innerText(element).trim() !== 'pagination') {
        drop(element)
        continue
      }
      if (refines === undefined) {
        const rel = element.attribs.rel?.split(/\s+/) ?? []
        if (asked || (!isMeta && rel.includes('voicing'))) drop(element)
        continue
      }
      if (!isMeta && element.attribs.rel?.split(/\s+/).includes('record')) {
        findings.push(found(resource, dropAttribute(resource, element, 'refines')))
        continue
      }
      const id = refines.replace(/^#/, '')
      const target = byId.get(id)
      if (!refines.startsWith('#')) {
        const item = book.items.find((one) => one.href === refines)
        if (target || item?.id)
          findings.push(found(resource, setAttribute(resource, element, 'refines', `#${target ? id : item!.id}`)))
        else if (asked || /^[a-z][a-z0-9+.-]*:/i.test(refines) || !/^[^\s<>"{}|\\^`%]*$/.test(refines)) drop(element)
        continue
      }
      if (!target || cyclic(element, byId)) {
        const loose = [...byId].filter(([, one]) => asked?.test(localName(one)) && one.name.startsWith('dc:'))
        if (!target && loose.length === 1 && asked)
          findings.push(found(resource, setAttribute(resource, element, 'refines', `#${loose[0]![0]}`)))
        else drop(element)
        continue
      }
      const fits =
        !asked ||
        (property === 'collection-type'
          ? target.attribs.property?.trim() === 'belongs-to-collection'
          : asked.test(localName(target)) && target.name.startsWith('dc:'))
      const strange = property === 'belongs-to-collection' && target.attribs.property?.trim() !== 'belongs-to-collection'
      if (!fits) drop(element)
      else if (strange) findings.push(found(resource, dropAttribute(resource, element, 'refines')))
      if (isMeta && once.has(property)) {
        const key = `${property} ${refines}`
        if (seen.has(key)) drop(element)
        seen.add(key)
      }
    }
    // A subject has one authority with one term, or neither.
    for (const subject of book.metas('subject')) {
      const of = (property: string) =>
        metas.filter(
          (one) =>
            !gone.has(one) &&
            one.attribs.property?.trim() === property &&
            one.attribs.refines?.trim() === `#${subject.attribs.id?.trim()}`,
        )
      const [authority, term] = [of('authority'), of('term')]
      const pairs = authority.length > 0 && term.length > 0 ? 1 : 0
      for (const extra of [...authority.slice(pairs), ...term.slice(pairs)]) drop(extra)
    }
    return findings
  },

  fix: carriedPatches,
})

function cyclic(element: Element, byId: ReadonlyMap<string, Element>): boolean {
  const seen = new Set<Element>()
  for (let at: Element | undefined = element; at; at = byId.get(at.attribs.refines?.trim().replace(/^#/, '') ?? '')) {
    if (seen.has(at)) return at === element
    seen.add(at)
  }
  return false
}
