import type { Patch } from '../patch.ts'
import { type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { type Reference, referencesOf } from '../references.ts'
import type { Finding } from '../rules/rule.ts'
import { attributeRemoval, attributeSites, descendants, type Element, escapeXml, treeOf } from '../xml.ts'

/** An element with an id. */
export interface Holder {
  readonly element: Element
  /** Decoded, as it is, white space included. */
  readonly id: string
}

/** Every id of a page or drawing in document order. */
export const idsOf = remembered<Resource, readonly Holder[]>((resource) => {
  const holders: Holder[] = []
  for (const element of descendants(treeOf(resource)))
    if (element.attribs.id !== undefined) holders.push({ element, id: element.attribs.id })
  return holders
})

/** References of the whole book by the file they lead to; made once per state of the book. */
const referrers = remembered<Publication, ReadonlyMap<string, readonly Reference[]>>((publication) => {
  const map = new Map<string, Reference[]>()
  for (const resource of publication.resources.values())
    for (const reference of referencesOf(resource)) {
      if (reference.path === undefined || reference.fragment === undefined) continue
      const list = map.get(reference.path)
      if (list) list.push(reference)
      else map.set(reference.path, [reference])
    }
  return map
})

/** Attributes that name ids of their own page. */
const idrefs = new Set([
  'for',
  'headers',
  'list',
  'form',
  'itemref',
  'contextmenu',
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-errormessage',
  'aria-flowto',
  'aria-labelledby',
  'aria-owns',
])

/** Gives an element another id (or none) and lets everything that names it follow: links, labels, ARIA, selectors. */
export function renamed(publication: Publication, resource: Resource, { element, id }: Holder, to: string | undefined): Finding {
  const source = textOf(resource)
  const path = resource.path
  const site = attributeSites(source, element).find(({ name }) => name === 'id')
  const patches: Patch[] = []
  if (to === undefined) {
    const span = attributeRemoval(source, element, 'id')
    if (span) patches.push({ kind: 'text', path, span, after: '' })
  } else if (site) patches.push({ kind: 'text', path, span: site.value, after: escapeXml(to) })

  if (to !== undefined && id.trim() !== '') patches.push(...following(publication, resource, id, to))
  return { path, span: site?.value, before: id, after: to ?? '', patches }
}

function following(publication: Publication, resource: Resource, id: string, to: string): Patch[] {
  const patches: Patch[] = []
  for (const reference of referrers(publication).get(resource.path) ?? []) {
    if (!names(reference.fragment!, id)) continue
    const hash = reference.raw.indexOf('#')
    const start = reference.span[0] + hash + 1
    patches.push({ kind: 'text', path: reference.from, span: [start, reference.span[1]], after: encodeURIComponent(to) })
  }
  const source = textOf(resource)
  for (const element of descendants(treeOf(resource)))
    for (const name of Object.keys(element.attribs)) {
      if (!idrefs.has(name)) continue
      const value = element.attribs[name]!
      const list = value === id ? [id] : value.split(/\s+/)
      if (!list.includes(id)) continue
      const site = attributeSites(source, element).find((one) => one.name === name)
      if (site)
        patches.push({
          kind: 'text',
          path: resource.path,
          span: site.value,
          after: escapeXml(list.map((one) => (one === id ? to : one)).join(' ')),
        })
    }
  return patches
}

const names = (fragment: string, id: string) => {
  if (fragment === id) return true
  try {
    return decodeURIComponent(fragment) === id
  } catch {
    return false
  }
}
