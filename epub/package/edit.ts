import type { Patch } from '../patch.ts'
import { type Resource, textOf } from '../publication.ts'
import type { Finding } from '../rules/rule.ts'
import {
  attributeInsertion,
  attributeRemoval,
  attributeSites,
  type ChildNode,
  childElements,
  contentSpan,
  type Element,
  elementSpan,
  escapeXml,
  isCDATA,
  isText,
  type Span,
  startTagSpan,
} from '../xml.ts'

export type TextPatch = Extract<Patch, { kind: 'text' }>

const text = (resource: Resource, span: Span, after: string): TextPatch => ({ kind: 'text', path: resource.path, span, after })

/** A finding answered by these patches; before and after are those of the first text patch. */
export function found(resource: Resource, patches: TextPatch | readonly Patch[], more: Partial<Finding> = {}): Finding {
  const list: readonly Patch[] = 'kind' in patches ? [patches] : patches
  const first = list.find((patch): patch is TextPatch => patch.kind === 'text')
  const place = first && {
    span: first.span,
    before: textOf(resource).slice(...first.span),
    after: first.after,
  }
  return { path: resource.path, ...place, patches: list, ...more }
}

/** Replaces a span of the text. */
export const replaceText = text

/** Gives an attribute this value, adding it where it is missing. */
export function setAttribute(resource: Resource, element: Element, name: string, value: string): TextPatch {
  const source = textOf(resource)
  const site = attributeSites(source, element).find((one) => one.name === name)
  if (!site) return text(resource, empty(attributeInsertion(source, element)), ` ${name}="${escapeXml(value)}"`)
  const quote = source[site.value[0] - 1]
  if (quote === '"' || quote === "'") return text(resource, site.value, escapeXml(value).replaceAll("'", '&apos;'))
  return text(resource, site.span, `${name}="${escapeXml(value)}"`)
}

/** Takes an attribute away with the space before it. */
export function dropAttribute(resource: Resource, element: Element, name: string): TextPatch[] {
  const span = attributeRemoval(textOf(resource), element, name)
  return span ? [text(resource, span, '')] : []
}

/** Gives an attribute another name. */
export function renameAttribute(resource: Resource, element: Element, name: string, to: string): TextPatch[] {
  const site = attributeSites(textOf(resource), element).find((one) => one.name === name)
  return site ? [text(resource, [site.span[0], site.span[0] + name.length], to)] : []
}

/** Takes an element away, with its line where it has one for itself. */
export function dropElement(resource: Resource, element: Element): TextPatch {
  const source = textOf(resource)
  const [start, end] = elementSpan(element)
  const lead = /\r?\n?[ \t]*$/.exec(source.slice(Math.max(0, start - 400), start))![0]
  const alone = lead.includes('\n') && /^[ \t]*(\r?\n|$)/.test(source.slice(end, end + 400))
  return text(resource, [alone ? start - lead.length : start, end], '')
}

/** Replaces an element by other markup. */
export const replaceElement = (resource: Resource, element: Element, xml: string): TextPatch =>
  text(resource, elementSpan(element), xml)

/** Replaces everything between the tags. */
export function setContent(resource: Resource, element: Element, xml: string): TextPatch {
  const source = textOf(resource)
  const inside = contentSpan(source, element)
  return inside
    ? text(resource, inside, xml)
    : text(
        resource,
        startTagSpan(source, element),
        `${source.slice(...startTagSpan(source, element)).replace(/\s*\/?>$/, '')}>${xml}</${element.name}>`,
      )
}

/** Takes words away where only elements may stand; the white space round them stays. Undefined where there are none. */
export function clearWords(resource: Resource, node: ChildNode): TextPatch | undefined {
  if (isCDATA(node)) return text(resource, elementSpan(node), '')
  if (!isText(node) || !/[^ \t\r\n]/.test(node.data)) return undefined
  return text(resource, elementSpan(node), node.data.replace(/[^ \t\r\n]([\s\S]*[^ \t\r\n])?/, ''))
}

/** Takes the tags away and leaves what stands between them. */
export function unwrap(resource: Resource, element: Element): TextPatch[] {
  const source = textOf(resource)
  const inside = contentSpan(source, element)
  const [start, end] = elementSpan(element)
  return inside
    ? [text(resource, [start, inside[0]], ''), text(resource, [inside[1], end], '')]
    : [text(resource, [start, end], '')]
}

/** Gives an element another name in both of its tags. */
export function renameElement(resource: Resource, element: Element, to: string): TextPatch[] {
  const source = textOf(resource)
  const start = element.startIndex! + 1
  const patches = [text(resource, [start, start + element.name.length], to)]
  const inside = contentSpan(source, element)
  const closing = inside && /^<\/\s*([^\s>]+)/.exec(source.slice(inside[1], inside[1] + 200))
  if (inside && closing) {
    const at = inside[1] + closing[0].length - closing[1]!.length
    patches.push(text(resource, [at, at + closing[1]!.length], to))
  }
  return patches
}

/** Puts elements in as the last children, each on a line of its own where the other children have one. */
export function append(resource: Resource, parent: Element, ...xml: readonly string[]): TextPatch {
  const source = textOf(resource)
  const inside = contentSpan(source, parent)
  if (!inside) return open(resource, parent, xml)
  const last = childElements(parent).at(-1)
  const lead = indentOf(source, last ?? parent)
  if (last) return text(resource, empty(elementSpan(last)[1]), xml.map((one) => lead + one).join(''))
  const blank = /^\s*$/.test(source.slice(...inside))
  return text(resource, blank ? inside : empty(inside[0]), xml.map((one) => deeper(lead) + one).join('') + (blank ? lead : ''))
}

/** Puts markup in before an element, on a line of its own where that element has one. */
export function insertBefore(resource: Resource, element: Element, xml: string): TextPatch {
  const source = textOf(resource)
  const [start] = elementSpan(element)
  return text(resource, empty(start), xml + indentOf(source, element))
}

/** Puts markup in after an element, on a line of its own where that element has one. */
export function insertAfter(resource: Resource, element: Element, xml: string): TextPatch {
  const source = textOf(resource)
  return text(resource, empty(elementSpan(element)[1]), indentOf(source, element) + xml)
}

/** `opf:` where the element's own name has that prefix, else nothing. */
export const prefixOf = (element: Element) => element.name.slice(0, element.name.indexOf(':') + 1)

/** Raw start tag. */
export const startTag = (resource: Resource, element: Element) => {
  const source = textOf(resource)
  return source.slice(...startTagSpan(source, element))
}

const empty = (at: number): Span => [at, at]

/** Line break and indentation that stand before an element; nothing when it does not begin its line. */
const indentOf = (source: string, element: Element) =>
  /\r?\n[ \t]*$/.exec(source.slice(Math.max(0, element.startIndex! - 400), element.startIndex!))?.[0] ?? ''

const deeper = (lead: string) => (lead ? `${lead}${lead.includes('\t') ? '\t' : '  '}` : '')

function open(resource: Resource, element: Element, xml: readonly string[]): TextPatch {
  const source = textOf(resource)
  const span = startTagSpan(source, element)
  const lead = indentOf(source, element)
  const head = source.slice(...span).replace(/\s*\/?>$/, '')
  const inner = xml.map((one) => deeper(lead) + one).join('')
  return text(resource, span, `${head}>${inner}${inner && lead}</${element.name}>`)
}
