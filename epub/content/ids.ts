import { decodePath } from '../href.ts'
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

/** References of the whole book by the place they lead to: file and id; made once per state of the book. */
const referrers = remembered<Publication, ReadonlyMap<string, readonly Reference[]>>((publication) => {
  const map = new Map<string, Reference[]>()
  for (const resource of publication.resources.values())
    for (const reference of referencesOf(resource)) {
      const { path, fragment } = reference
      if (path === undefined || fragment === undefined) continue
      for (const id of new Set([fragment, decodePath(fragment)])) add(map, `${path}#${id}`, reference)
    }
  return map
})

function add<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

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

interface Naming {
  readonly element: Element
  readonly attribute: string
  readonly ids: readonly string[]
}

/** Attributes of a page that name ids of it, by id. */
const namings = remembered<Resource, ReadonlyMap<string, readonly Naming[]>>((resource) => {
  const map = new Map<string, Naming[]>()
  for (const element of descendants(treeOf(resource)))
    for (const attribute of Object.keys(element.attribs)) {
      if (!idrefs.has(attribute)) continue
      const value = element.attribs[attribute]!
      const ids = value.split(/\s+/)
      for (const id of new Set(ids)) add(map, id, { element, attribute, ids })
      if (ids.length > 1) add(map, value, { element, attribute, ids: [value] })
    }
  return map
})

function following(publication: Publication, resource: Resource, id: string, to: string): Patch[] {
  const patches: Patch[] = []
  for (const reference of referrers(publication).get(`${resource.path}#${id}`) ?? []) {
    const hash = reference.raw.indexOf('#')
    const start = reference.span[0] + hash + 1
    patches.push({ kind: 'text', path: reference.from, span: [start, reference.span[1]], after: encodeURIComponent(to) })
  }
  const source = textOf(resource)
  for (const { element, attribute, ids } of namings(resource).get(id) ?? []) {
    const site = attributeSites(source, element).find((one) => one.name === attribute)
    if (site)
      patches.push({
        kind: 'text',
        path: resource.path,
        span: site.value,
        after: escapeXml(ids.map((one) => (one === id ? to : one)).join(' ')),
      })
  }
  return patches
}
