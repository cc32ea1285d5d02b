import { cssUrls } from './content/css-urls.ts'
import { decodePath, directoryOf, encodePath, extensionOf, isRemote, normalise, parseHref, relative } from './href.ts'
import { findFile } from './package/match.ts'
import type { Patch } from './patch.ts'
import { type Publication, type Resource, remembered, textOf } from './publication.ts'
import {
  attributeSites,
  type ChildNode,
  contentSpan,
  descendants,
  type Element,
  escapeXml,
  localName,
  type Span,
  treeOf,
} from './xml.ts'

/** One place where a file names another one, or itself. */
export interface Reference {
  /** Container path of the file that holds the reference. */
  readonly from: string
  /** Where the address stands in the decoded text, without quotes. */
  readonly span: Span
  /** As written. */
  readonly raw: string
  /** Entities and escapes decoded, trimmed. */
  readonly value: string
  /** Local name of the attribute; `css` for `url()`, `import` for `@import`, `instruction` for `<?xml-stylesheet?>`. */
  readonly kind: string
  /** Local name of the element; empty in a style sheet. */
  readonly element: string
  readonly node: Element | undefined
  /** The quote that stands round it; empty for none. */
  readonly quote: string
  /** Container path it leads to, whether or not a file stands there; undefined when remote, empty or outside. */
  readonly path: string | undefined
  /** As written, without `#`. */
  readonly fragment: string | undefined
}

/** Attributes that hold an address wherever they stand, by local name. */
const everywhere = new Set([
  'href',
  'src',
  'poster',
  'srcset',
  'imagesrcset',
  'textref',
  'altimg',
  'longdesc',
  'cite',
  'background',
])
/** And those that do so on one element only. */
const onElement: Readonly<Record<string, string>> = {
  data: 'object',
  'full-path': 'rootfile',
  URI: 'CipherReference',
  action: 'form',
  formaction: 'button',
}
/** Their addresses start from the root of the container. */
const fromRoot = (path: string) => path.startsWith('META-INF/')

const isStyle = ({ path }: Resource) => extensionOf(path) === 'css'
const isMarkup = ({ path, bytes }: Resource) => {
  if (!bytes) return false
  return !/^(css|js|mjs|json|txt|md|webmanifest|vtt)$/.test(extensionOf(path))
}

/** Every reference of a resource in the order of its text: package, navigation, content, SVG, SMIL, CSS, container and encryption. */
export const referencesOf: (resource: Resource) => readonly Reference[] = remembered((resource: Resource) => {
  if (!resource.bytes) return []
  const found = isStyle(resource) ? styleReferences(resource) : isMarkup(resource) ? markupReferences(resource) : []
  return found.sort((a, b) => a.span[0] - b.span[0])
})

/** All references of a publication. */
export const allReferences: (publication: Publication) => readonly Reference[] = remembered((publication: Publication) =>
  [...publication.resources.values()].flatMap(referencesOf),
)

/** References by the container path they lead to. */
export const referencesTo: (publication: Publication) => ReadonlyMap<string, readonly Reference[]> = remembered(
  (publication: Publication) => {
    const map = new Map<string, Reference[]>()
    for (const reference of allReferences(publication))
      if (reference.path !== undefined) {
        const list = map.get(reference.path)
        if (list) list.push(reference)
        else map.set(reference.path, [reference])
      }
    return map
  },
)

function styleReferences(resource: Resource): Reference[] {
  return cssUrls(textOf(resource)).map(({ kind, span, value, quote }) =>
    referenceAt(resource, { span, value, kind, quote, node: undefined }),
  )
}

function markupReferences(resource: Resource): Reference[] {
  const source = textOf(resource)
  const found: Reference[] = []
  const inCss = (start: number, css: string, node: Element) => {
    for (const { kind, span, value, quote } of cssUrls(css))
      found.push(referenceAt(resource, { span: [span[0] + start, span[1] + start], value: decodeXml(value), kind, quote, node }))
  }
  for (const child of treeOf(resource).children) found.push(...instruction(resource, child, source))

  for (const node of descendants(treeOf(resource))) {
    const element = localName(node)
    if (element === 'style') {
      const inside = contentSpan(source, node)
      if (inside) inCss(inside[0], source.slice(...inside), node)
    }
    if (!Object.keys(node.attribs).some((name) => isCandidate(name, element))) continue
    for (const { name, value } of attributeSites(source, node)) {
      const kind = name.slice(name.indexOf(':') + 1)
      const raw = source.slice(...value)
      if (kind === 'style' && /url\s*\(/i.test(raw)) inCss(value[0], raw, node)
      else if (!holdsAddress(name, kind, element)) continue
      else if (kind.endsWith('srcset')) found.push(...sourceSet(resource, value[0], raw, kind, node))
      else found.push(referenceAt(resource, { span: value, value: decodeXml(raw), kind, quote: quoteAt(source, value), node }))
    }
  }
  return found
}

const isCandidate = (name: string, element: string) =>
  name === 'style' || holdsAddress(name, name.slice(name.indexOf(':') + 1), element)

const holdsAddress = (name: string, kind: string, element: string) =>
  !name.startsWith('xmlns') && (everywhere.has(kind) || (Object.hasOwn(onElement, kind) && onElement[kind] === element))

const quoteAt = (source: string, [start]: Span) => (/["']/.test(source[start - 1] ?? '') ? source[start - 1]! : '')

/** `<?xml-stylesheet href="…"?>` */
function instruction(resource: Resource, node: ChildNode, source: string): Reference[] {
  if (node.type !== 'directive') return []
  const start = node.startIndex!
  const raw = source.slice(start, node.endIndex! + 1)
  if (!raw.startsWith('<?xml-stylesheet')) return []
  const href = /\shref\s*=\s*(["'])([^"']*)\1/d.exec(raw)
  const [from, to] = href?.indices?.[2] ?? []
  if (!href || from === undefined || to === undefined) return []
  return [
    referenceAt(resource, {
      span: [start + from, start + to],
      value: decodeXml(href[2]!),
      kind: 'instruction',
      quote: href[1]!,
      node: undefined,
    }),
  ]
}

/** HTML section 4.8.4.2.1, as far as real books use it: addresses, each with a descriptor, between commas. */
function sourceSet(resource: Resource, start: number, raw: string, kind: string, node: Element): Reference[] {
  return [...raw.matchAll(/(?:^|,)\s*([^\s,](?:[^\s]*[^\s,])?)/dg)].map((match) => {
    const [from, to] = match.indices![1]!
    return referenceAt(resource, { span: [start + from, start + to], value: decodeXml(match[1]!), kind, quote: '"', node })
  })
}

function referenceAt(
  resource: Resource,
  { span, value, kind, quote, node }: Pick<Reference, 'span' | 'value' | 'kind' | 'quote' | 'node'>,
): Reference {
  const trimmed = value.trim()
  const { scheme, fragment, path } = parseHref(trimmed)
  const isSelf = path === '' && (fragment !== undefined || kind === 'href')
  const isOutside = scheme !== undefined || path.startsWith('//') || trimmed === '' || (path === '' && !isSelf)
  const folder = fromRoot(resource.path) || path.startsWith('/') ? '' : directoryOf(resource.path)
  return {
    from: resource.path,
    span,
    raw: textOf(resource).slice(...span),
    value: trimmed,
    kind,
    element: node ? localName(node) : '',
    node,
    quote,
    path: isOutside
      ? undefined
      : isSelf
        ? fromRoot(resource.path)
          ? undefined
          : resource.path
        : normalise(folder + decodePath(path)) || undefined,
    fragment,
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeXml = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
        if (name) return named[name]!
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** How an address is written where the reference stands: escaped for XML or for CSS. */
export function writtenAs({ kind, quote, node }: Reference, href: string): string {
  const css =
    kind === 'css' || kind === 'import' ? href.replace(quote ? /["'\\\n]/g : /[\s"'()\\]/g, (char) => `\\${char}`) : href
  return node || kind === 'instruction' ? escapeXml(css).replaceAll("'", '&apos;') : css
}

/** The patch that makes a reference lead to another file, its query and fragment kept unless `fragment` is given. */
export function pointTo(
  reference: Reference,
  path: string,
  { from = reference.from, fragment = reference.fragment }: { from?: string; fragment?: string } = {},
): Patch {
  const { query } = parseHref(reference.value)
  const own = path === from && fragment !== undefined && !fromRoot(from)
  const href = fromRoot(from) ? encodePath(path) : own ? '' : relative(from, path)
  const address = `${href}${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`
  return { kind: 'text', path: reference.from, span: reference.span, after: writtenAs(reference, address) }
}

/**
 * Moves files and rewrites every reference in the book that leads to one of them, or that stands in one of them.
 * A reference that misses its file by spelling only (see `findFile`) follows it too, or nobody could find it afterwards.
 */
export function renamePatches(publication: Publication, renames: ReadonlyMap<string, string>): Patch[] {
  const patches: Patch[] = [...renames].map(([path, to]) => ({ kind: 'rename', path, to }))
  for (const reference of allReferences(publication)) {
    if (isRemote(reference.value) || reference.path === undefined) continue
    const from = renames.get(reference.from) ?? reference.from
    const alive = publication.resources.has(reference.path)
    const target = alive ? reference.path : findFile(publication, reference.from, reference.value)
    if (!target) continue
    const to = renames.get(target) ?? target
    if (to === target && (from === reference.from || target === reference.from)) continue
    if (parseHref(reference.value).path === '') continue
    const patch = pointTo(reference, to, { from })
    if (patch.kind === 'text' && patch.after !== reference.raw) patches.push(patch)
  }
  return patches
}
