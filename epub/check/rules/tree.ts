import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import type { Say } from '../report.ts'

/** A rule that a grammar cannot say. It says what is wrong in a whole document. */
export type Rule = (document: XmlDocument, say: Say) => void

/** White space as XPath's `normalize-space` leaves it. */
export const normal = (text: string | undefined) => (text ?? '').replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')

export const wordsOf = (text: string | undefined) => (text ?? '').split(/[ \t\r\n]+/)

/** What `epub:type` says of an element. */
export const typesOf = (element: XmlElement) => wordsOf(attributeOf(element, 'type', ns.ops))
export const hasType = (element: XmlElement, ...types: readonly string[]) => typesOf(element).some((type) => types.includes(type))

/** An HTML element, of one of these names where any are given. Asked of every element many times, so that nothing is made for it. */
export function isHtml(element: XmlElement | undefined, a?: string, b?: string, c?: string, d?: string): boolean {
  if (element?.namespace !== ns.xhtml) return false
  const { local } = element
  return a === undefined || local === a || local === b || local === c || local === d
}

export const ancestor = (element: XmlElement, test: (element: XmlElement) => boolean) => {
  for (let one = element.parent; one; one = one.parent) if (test(one)) return one
  return undefined
}

/** Elements below, in document order. */
export function* below(element: XmlElement): Generator<XmlElement> {
  const stack = elementChildren(element).reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next
    const children = elementChildren(next)
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!)
  }
}

/** Text, alternative text and labels together: whether anything can be read. */
export function isLabelled(element: XmlElement): boolean {
  if (normal(textContent(element))) return true
  const isText = (text: string | undefined) => normal(text) !== ''
  return (
    elementChildren(element).some((child) => isHtml(child, 'img') && isText(attributeOf(child, 'alt'))) ||
    [element, ...below(element)].slice(1).some((one) => isText(attributeOf(one, 'aria-label')))
  )
}

/** Ids must be unique; they are compared without the white space round them unless `exactly`. */
export const uniqueIds =
  ({ exactly = false, attribute = 'id' } = {}): Rule =>
  ({ elements }, say) => {
    const known = new Map<string, XmlElement[]>()
    for (const element of elements) {
      const id = attributeOf(element, attribute)
      if (id === undefined) continue
      const key = exactly ? id : normal(id)
      const same = known.get(key)
      if (same) same.push(element)
      else known.set(key, [element])
    }
    for (const [id, same] of known)
      if (same.length > 1) for (const element of same) say('RSC-005', element, `The id “${id}” is used ${same.length} times.`)
  }
