import type { ChildNode, Document, Element } from 'domhandler'
import { DomHandler, isTag, isText } from 'domhandler'
import { Parser } from 'htmlparser2'
import { xhtmlDoctype, xhtmlEntities } from './content/entities.ts'
import { type Resource, remembered, textOf } from './publication.ts'
import { type StrictFault, scanXml } from './strict-xml/scan.ts'

export type { ChildNode, Document, Element } from 'domhandler'
export { isCDATA, isComment, isTag, isText } from 'domhandler'

/** Half-open range of UTF-16 offsets in a resource's decoded text. */
export type Span = readonly [start: number, end: number]

/** Reads any markup as XML-like tags, whatever is wrong with it; nodes carry `startIndex` and `endIndex` (inclusive). */
export function parseMarkup(source: string): Document {
  const handler = new DomHandler(undefined, { withStartIndices: true, withEndIndices: true })
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true })
  parser.end(source)
  return handler.root
}

/** The tolerant tree of a resource, parsed once. */
export const treeOf = remembered<Resource, Document>((resource) => parseMarkup(textOf(resource)))

export type SyntaxFault = StrictFault

/** First place where the text stops being well-formed XML (namespaces included); undefined when it is. */
export function syntaxFault(source: string): SyntaxFault | undefined {
  const entities = declaredEntities(source)
  return scanXml(source, {}, (name) => entities.get(name))
}

export const syntaxFaultOf = remembered<Resource, SyntaxFault | undefined>((resource) => syntaxFault(textOf(resource)))

/** Characters that the XHTML DTD names, and internal general entities of the document's own subset; external ones are never followed. */
function declaredEntities(source: string): ReadonlyMap<string, string> {
  const entities = new Map(xhtmlDoctype.test(source.slice(0, 4096)) ? Object.entries(xhtmlEntities()) : [])
  const subset = /<!DOCTYPE[^>[]*\[([\s\S]*?)\]\s*>/.exec(source.slice(0, 65536))?.[1] ?? ''
  for (const [, name, , value] of subset.matchAll(/<!ENTITY\s+([\w.:-]+)\s+(["'])([^"'<&]*)\2\s*>/g))
    if (name && value !== undefined) entities.set(name, value)
  return entities
}

/** Local name without its prefix. */
export const localName = (element: Element) => element.name.slice(element.name.indexOf(':') + 1)

const elements = new WeakMap<Document, readonly Element[]>()

/** Every element below a node, in document order; those of a whole document are listed once. */
export function descendants(node: Document | Element): readonly Element[] {
  if (node.type !== 'root') return elementsBelow(node)
  let list = elements.get(node)
  if (!list) elements.set(node, (list = elementsBelow(node)))
  return list
}

function elementsBelow(node: Document | Element): Element[] {
  const found: Element[] = []
  const stack: ChildNode[] = []
  for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!)
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (!isTag(next)) continue
    found.push(next)
    for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  return found
}

const named = new WeakMap<Document, ReadonlyMap<string, readonly Element[]>>()

/** The elements of a document by local name. */
function namedOf(document: Document) {
  let map = named.get(document)
  if (!map) named.set(document, (map = Map.groupBy(descendants(document), localName)))
  return map
}

const isNamed = (element: Element, name: string, attributes: readonly (readonly [string, string])[]) =>
  (name === '*' || localName(element) === name) && attributes.every(([key, value]) => element.attribs[key] === value)

/** Elements by local name (any prefix), in document order; `*` for all. */
export function findElements(root: Document | Element, name: string, attributes: Record<string, string> = {}): Element[] {
  const wanted = Object.entries(attributes)
  if (root.type === 'root' && name !== '*') {
    const all = namedOf(root).get(name)
    return all ? (wanted.length > 0 ? all.filter((element) => isNamed(element, name, wanted)) : [...all]) : []
  }
  return descendants(root).filter((element) => isNamed(element, name, wanted))
}

export function findElement(
  root: Document | Element,
  name: string,
  attributes: Record<string, string> = {},
): Element | undefined {
  const wanted = Object.entries(attributes)
  if (root.type === 'root' && elements.has(root))
    return (name === '*' ? descendants(root) : namedOf(root).get(name))?.find((element) => isNamed(element, name, wanted))
  const stack: ChildNode[] = []
  for (let i = root.children.length - 1; i >= 0; i--) stack.push(root.children[i]!)
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (!isTag(next)) continue
    if (isNamed(next, name, wanted)) return next
    for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  return undefined
}

export const childElements = (node: Document | Element, name = '*') =>
  node.children.filter(isTag).filter((child) => name === '*' || localName(child) === name)

export function innerText(node: ChildNode | Document): string {
  let text = ''
  const stack: ChildNode[] = 'children' in node ? [...node.children].reverse() : [node as ChildNode]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (isText(next)) text += next.data
    else if ('children' in next) for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  return text
}

/** Whether there is a letter between the tags; stops at the first. */
export function hasText(node: Element): boolean {
  const stack: ChildNode[] = [...node.children].reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (isText(next)) {
      if (next.data.trim() !== '') return true
    } else if ('children' in next) for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!)
  }
  return false
}

/** Where the whole element stands, tags included. */
export const elementSpan = (element: ChildNode): Span => [element.startIndex!, element.endIndex! + 1]

/** Where the start tag stands, from `<` to after `>`. */
export function startTagSpan(source: string, element: Element): Span {
  const start = element.startIndex!
  for (let i = start + 1, quote = ''; i < source.length; i++) {
    const char = source[i]!
    if (quote) {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return [start, i + 1]
  }
  return [start, source.length]
}

/** Where the children stand; undefined for an element that closes itself. */
export function contentSpan(source: string, element: Element): Span | undefined {
  const [, start] = startTagSpan(source, element)
  if (source[start - 2] === '/') return undefined
  const end = source.lastIndexOf('</', element.endIndex!)
  return [start, end >= start ? end : element.endIndex! + 1]
}

export interface AttributeSite {
  readonly name: string
  /** From the first letter of the name to after the closing quote. */
  readonly span: Span
  /** The raw value between the quotes; empty span at the end for an attribute without value. */
  readonly value: Span
}

const attributeShape = /([^\s"'<>/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

let lastSites: { source: string; element: Element; sites: readonly AttributeSite[] } | undefined

/** Every attribute of the start tag as written, doubles included; the last element asked about is remembered. */
export function attributeSites(source: string, element: Element): readonly AttributeSite[] {
  if (lastSites?.element !== element || lastSites.source !== source)
    lastSites = { source, element, sites: readAttributes(source, element) }
  return lastSites.sites
}

function readAttributes(source: string, element: Element): AttributeSite[] {
  const [start, end] = startTagSpan(source, element)
  const nameEnd = start + 1 + /^[^\s/>]*/.exec(source.slice(start + 1, end))![0].length
  return [...source.slice(nameEnd, end - 1).matchAll(attributeShape)].map((match) => {
    const from = nameEnd + match.index
    const to = from + match[0].length
    const value = match[3] ?? match[4] ?? match[5]
    const quoted = match[3] !== undefined || match[4] !== undefined
    const valueEnd = quoted ? to - 1 : to
    return { name: match[1]!, span: [from, to], value: [valueEnd - (value?.length ?? 0), valueEnd] }
  })
}

/** Span of an attribute's raw value in the source of the resource. */
export const attributeSpan = (resource: Resource, element: Element, name: string): Span | undefined =>
  attributeSites(textOf(resource), element).find((site) => site.name === name)?.value

/** Span of a whole attribute with the white space before it: replacing it by nothing removes it. */
export function attributeRemoval(source: string, element: Element, name: string): Span | undefined {
  const site = attributeSites(source, element).find((candidate) => candidate.name === name)
  if (!site) return undefined
  let start = site.span[0]
  while (/\s/.test(source[start - 1] ?? '')) start--
  return [start, site.span[1]]
}

/** Offset at which ` name="value"` can be inserted as the last attribute. */
export function attributeInsertion(source: string, element: Element): number {
  const [, end] = startTagSpan(source, element)
  let at = source[end - 2] === '/' ? end - 2 : end - 1
  while (/\s/.test(source[at - 1] ?? '')) at--
  return at
}

export const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

let lineStarts: { source: string; starts: readonly number[] } = { source: '', starts: [0] }

/** Offsets at which lines begin; the last text asked about is remembered, since questions come in runs. */
function linesOf(source: string): readonly number[] {
  if (lineStarts.source !== source) {
    const starts = [0]
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
    lineStarts = { source, starts }
  }
  return lineStarts.starts
}

/** 1-based line and column of an offset, as EPUBCheck counts them. */
export function position(source: string, offset: number): { line: number; column: number } {
  const starts = linesOf(source)
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}
