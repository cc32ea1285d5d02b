import { decodePath } from '../href.ts'
import type { Patch } from '../patch.ts'
import { type Publication, type Resource, remembered, textOf } from '../publication.ts'
import { type Reference, referencesOf } from '../references.ts'
import type { Finding } from '../rules/rule.ts'
import { attributeRemoval, attributeSites, descendants, type Element, escapeXml, type Span, treeOf } from '../xml.ts'

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

/** Places of ids in what a drawing is painted with: `fill="url(#a)"`; references to files are found by `referencesOf`. */
const paints = remembered<Resource, ReadonlyMap<string, readonly Span[]>>((resource) => {
  const map = new Map<string, Span[]>()
  for (const match of textOf(resource).matchAll(/=\s*["']\s*url\(\s*#([^\s)"']+)\s*\)/g)) {
    const start = match.index + match[0].indexOf('#') + 1
    add(map, decodePath(match[1]!), [start, start + match[1]!.length])
  }
  return map
})

/** Style sheets that a page links to. */
const sheetsFor = (publication: Publication, resource: Resource): readonly Resource[] =>
  referencesOf(resource).flatMap(({ kind, element, path }) => {
    const sheet = kind === 'href' && element === 'link' && path !== undefined ? publication.resources.get(path) : undefined
    return sheet?.bytes && /\.css$/i.test(sheet.path) ? [sheet] : []
  })

/** Places of ids in the selectors of a style sheet: outside braces, comments and strings. */
const selectors = remembered<Resource, ReadonlyMap<string, readonly Span[]>>((sheet) => {
  const map = new Map<string, Span[]>()
  let depth = 0
  const part =
    /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[{}]|@media[^{;]*\{|#((?:[\w\u00b7-\uffff-]|\\[^\n])+)/g
  for (const match of textOf(sheet).matchAll(part)) {
    const [whole, name] = match
    if (whole === '{') depth++
    else if (whole === '}') depth = Math.max(0, depth - 1)
    else if (name !== undefined && depth === 0) {
      const start = match.index + 1
      add(
        map,
        name.replace(/\\([0-9a-fA-F]{1,6})\s?|\\(.)/g, (_, hex: string, char: string) =>
          hex ? String.fromCodePoint(Number.parseInt(hex, 16) || 0xfffd) : char,
        ),
        [start, start + name.length],
      )
    }
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
  for (const span of paints(resource).get(id) ?? [])
    patches.push({ kind: 'text', path: resource.path, span, after: encodeURIComponent(to) })
  for (const sheet of sheetsFor(publication, resource))
    for (const span of selectors(sheet).get(id) ?? []) patches.push({ kind: 'text', path: sheet.path, span, after: to })
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
