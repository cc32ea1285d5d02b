import { inFontFace, localFont, removalOf } from '../content/css-removal.ts'
import type { Patch } from '../patch.ts'
import { type Publication, type Resource, textOf } from '../publication.ts'
import type { Reference } from '../references.ts'
import {
  attributeSites,
  childElements,
  contentSpan,
  type Element,
  elementSpan,
  isTag,
  isText,
  localName,
  type Span,
} from '../xml.ts'
import { dropAttribute, dropElement, setAttribute, unwrap } from './edit.ts'
import { mappingOf } from './locate.ts'
import { byName } from './media-types.ts'
import { packageOf } from './package.ts'

/** References that stand in the content of the book: not in the container's files nor in the package. */
export const isInContent = (publication: Publication, { from }: Reference) =>
  !/^(META-INF|__MACOSX)\//.test(from) &&
  from !== packageOf(publication)?.path &&
  from !== mappingOf(publication)?.mapping.path &&
  !/\.opf$/i.test(from)

/** A link a reader follows, as against something the page is made of. */
export const isHyperlink = ({ kind, element }: Pick<Reference, 'kind' | 'element'>) =>
  (kind === 'href' && /^(a|area)$/.test(element)) ||
  (kind === 'src' && element === 'content') ||
  kind === 'cite' ||
  kind === 'longdesc'

/** Shown as a picture where it stands. */
export const isPicture = ({ kind, element }: Pick<Reference, 'kind' | 'element'>) =>
  (kind === 'src' && element === 'img') || (kind === 'href' && element === 'image') || (kind === 'src' && element === 'input')

/** Attributes of a link that mean nothing without its address. */
const companions = /^(hreflang|target|rel|type|download|ping|referrerpolicy|xlink:(type|role|arcrole|title|show|actuate))$/

/** What takes an address out of the book with as little else as can be: the words of a link stay, so does the text of an object. */
export function withoutReference(resource: Resource, reference: Reference): Patch[] {
  const { node, kind, element } = reference
  const source = textOf(resource)
  if (kind === 'css' || kind === 'import') return [{ kind: 'text', path: resource.path, ...cssRemoval(resource, reference) }]
  if (kind === 'instruction') {
    const start = source.lastIndexOf('<?', reference.span[0])
    const end = source.indexOf('?>', reference.span[1])
    return start < 0 || end < 0 ? [] : [{ kind: 'text', path: resource.path, span: [start, end + 2], after: '' }]
  }
  if (!node) return []
  const attribute = attributeSites(source, node).find(
    ({ value }) => value[0] <= reference.span[0] && reference.span[1] <= value[1],
  )?.name
  if (!attribute) return []
  if (isHyperlink(reference) && element !== 'content')
    return [attribute, ...(kind === 'href' ? Object.keys(node.attribs).filter((name) => companions.test(name)) : [])].flatMap(
      (name) => dropAttribute(resource, node, name),
    )
  if (kind === 'srcset' || kind === 'imagesrcset')
    return element === 'source' ? [dropElement(resource, node)] : dropAttribute(resource, node, attribute)
  if (/^(link|script|source|track|use|param|base|feImage)$/.test(element)) {
    // The last source of a player takes the player's way out: its own text remains.
    return element === 'source' && isLastSource(node)
      ? unwrapped(resource, node.parent as Element)
      : [dropElement(resource, node)]
  }
  if (element === 'object' && kind === 'data' && (node.attribs.id !== undefined || hasFallback(node))) {
    // without an address it shows what stands between its tags
    const type = node.attribs.type === undefined ? [setAttribute(resource, node, 'type', typeOf(reference.value))] : []
    return [...dropAttribute(resource, node, attribute), ...type]
  }
  if (/^(object|embed|iframe|audio|video|applet)$/.test(element) && kind !== 'poster') return unwrapped(resource, node)
  return dropAttribute(resource, node, attribute)
}

const hasFallback = (element: Element) =>
  element.children.some((child) =>
    isText(child) ? /\S/.test(child.data) : isTag(child) && !/^(param|source)$/.test(localName(child)),
  )

const typeOf = (href: string) => byName(href.replace(/[?#].*$/, ''))?.mediaType ?? 'application/octet-stream'

const isLastSource = (source: Element) => {
  const player = source.parent as Element | null
  return (
    player !== null &&
    /^(audio|video)$/.test(localName(player)) &&
    player.attribs.src === undefined &&
    childElements(player, 'source').length === 1
  )
}

/** The fallback between the tags; `source`, `param` and `track` are no fallback. */
function unwrapped(resource: Resource, element: Element): Patch[] {
  const inside = contentSpan(textOf(resource), element)
  if (!inside || inside[0] === inside[1]) return [dropElement(resource, element)]
  const parts = childElements(element).filter((one) => /^(source|param|track)$/.test(localName(one)))
  return [...unwrap(resource, element), ...parts.map((one) => dropElement(resource, one))]
}

/** Whether an address is a source of a font: EPUB 3 lets those stand outside the book. */
export function isFontSource(resource: Resource, { kind, span, node }: Reference): boolean {
  if (kind !== 'css' || (node && localName(node) !== 'style')) return false
  const source = textOf(resource)
  return inFontFace(source, span[0], node && styleSpan(source, node))
}

const styleSpan = (source: string, node: Element) => contentSpan(source, node) ?? elementSpan(node)

function cssRemoval(resource: Resource, { span, node }: Reference): { span: Span; after: string } {
  const source = textOf(resource)
  const taken = (bounds?: Span) => localFont(source, span, bounds) ?? { span: removalOf(source, span, bounds), after: '' }
  if (!node) return taken()
  if (localName(node) === 'style') return taken(styleSpan(source, node))
  const site = attributeSites(source, node).find(({ value }) => value[0] <= span[0] && span[1] <= value[1])
  return { span: site ? removalOf(source, span, site.value) : span, after: '' }
}
