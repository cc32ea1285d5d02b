import {
  append,
  dropAttribute,
  dropElement,
  insertAfter,
  prefixOf,
  setAttribute,
  setContent,
  type TextPatch,
} from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { dublinCoreHome, type PackageDocument } from '../package/package.ts'
import { textOf } from '../publication.ts'
import { attributeInsertion, type Element, escapeXml } from '../xml.ts'
import { detailOf, refining, textIn } from './read.ts'

const dcNamespace = 'http://purl.org/dc/elements/1.1/'
const opfNamespace = 'http://www.idpf.org/2007/opf'

/** Text between tags, where quotes stand as they are. */
export const content = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A prefix for this namespace that holds at an element; undefined where none is declared. */
function prefixFor(element: Element, namespace: string): string | undefined {
  for (let at: Element | null = element; at && 'attribs' in at; at = at.parent as Element | null)
    for (const [name, value] of Object.entries(at.attribs))
      if (name.startsWith('xmlns:') && value === namespace) return `${name.slice(6)}:`
  return undefined
}

/** One element of Dublin Core as it is written in this package. */
export function dcElement(book: PackageDocument, name: string, text: string, attributes: readonly string[] = []): string {
  const home = dublinCoreHome(book)
  const prefix = prefixFor(home, dcNamespace)
  const all = [...(prefix ? [] : [`xmlns:dc="${dcNamespace}"`]), ...attributes]
  const tag = `${prefix ?? 'dc:'}${name}`
  return `<${tag}${all.map((one) => ` ${one}`).join('')}>${content(text)}</${tag}>`
}

/** An attribute of EPUB 2 such as `opf:role`, with its namespace declared where it is not. */
export function opfAttribute(book: PackageDocument, name: string, value: string): string {
  const prefix = prefixFor(dublinCoreHome(book), opfNamespace)
  const declared = prefix ? '' : `xmlns:opf="${opfNamespace}" `
  return `${declared}${prefix ?? 'opf:'}${name}="${escapeXml(value)}"`
}

/** A `meta` element that says something of another one (EPUB 3). */
export const refinement = (book: PackageDocument, id: string, property: string, value: string, scheme = '') => {
  const prefix = prefixOf(book.metadata!)
  return `<${prefix}meta refines="#${id}" property="${property}"${scheme && ` scheme="${scheme}"`}>${content(value)}</${prefix}meta>`
}

/** Takes elements away with everything that is said of them. */
export function dropAll(book: PackageDocument, elements: readonly Element[]): TextPatch[] {
  const gone = new Set<Element>()
  const take = (element: Element) => {
    if (gone.has(element)) return
    gone.add(element)
    for (const said of refining(book, element)) take(said)
  }
  for (const element of elements) take(element)
  return [...gone].map((element) => dropElement(book.resource, element))
}

/** Puts markup in after the last element of these names, else at the end of the metadata. */
export function putAfter(book: PackageDocument, names: readonly string[], ...xml: readonly string[]): TextPatch[] {
  const { resource } = book
  for (const name of names) {
    const last = book.metas(name).at(-1)
    if (last) return xml.map((one) => insertAfter(resource, last, one))
  }
  return [append(resource, dublinCoreHome(book), ...xml)]
}

/** Puts `meta` elements at the end of the metadata. */
export const putMetas = (book: PackageDocument, ...xml: readonly string[]): TextPatch[] =>
  xml.length === 0 ? [] : [append(book.resource, book.metadata!, ...xml)]

/** The element's id; one is given to it where it has none. */
export function withId(book: PackageDocument, element: Element, wish: string): { id: string; patches: TextPatch[] } {
  const known = element.attribs.id?.trim()
  if (known) return { id: known, patches: [] }
  const id = idsOf(book).fresh(wish)
  return { id, patches: [setAttribute(book.resource, element, 'id', id)] }
}

/** Another text for an element; what was said of the old one in other words (sort name, other script) goes with it. */
export function reword(book: PackageDocument, element: Element, text: string, stale: readonly string[] = []): TextPatch[] {
  if (textIn(element) === text) return []
  const attributes = Object.keys(element.attribs).filter((key) => stale.some((name) => key === name || key.endsWith(`:${name}`)))
  return [
    setContent(book.resource, element, content(text)),
    ...attributes.flatMap((key) => dropAttribute(book.resource, element, key)),
    ...stale.flatMap((name) => dropAll(book, refining(book, element, name))),
  ]
}

/** Says a detail of an element in the way of the book's version, or no longer. */
export function setDetail(
  book: PackageDocument,
  element: Element,
  { name, value, scheme }: { readonly name: string; readonly value: string | undefined; readonly scheme?: string },
): TextPatch[] {
  if (detailOf(book, element, name) === value) return []
  const known = refining(book, element, name)
  const written = Object.keys(element.attribs).find((key) => key === name || key.endsWith(`:${name}`))
  if (value === undefined) return [...dropAll(book, known), ...(written ? dropAttribute(book.resource, element, written) : [])]
  if (written) return [setAttribute(book.resource, element, written, value)]
  if (book.version === '2.0') return [attributeAt(book, element, opfAttribute(book, name, value))]
  if (known[0]) return [setContent(book.resource, known[0], content(value)), ...dropAll(book, known.slice(1))]
  const { id, patches } = withId(book, element, name === 'role' || name === 'file-as' ? 'creator' : name)
  return [...patches, ...putMetas(book, refinement(book, id, name, value, scheme))]
}

const attributeAt = ({ resource }: PackageDocument, element: Element, attribute: string): TextPatch => {
  const at = attributeInsertion(textOf(resource), element)
  return { kind: 'text', path: resource.path, span: [at, at], after: ` ${attribute}` }
}
