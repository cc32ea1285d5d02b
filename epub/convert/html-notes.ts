import { type Document, descendants, type Element, innerText, isTag } from '../xml.ts'
import type { Sheet } from './html-styles.ts'

const hrefId = ({ attribs }: Element) => {
  const href = attribs.href ?? ''
  if (!href.startsWith('#') || href.length < 2) return undefined
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}

const namesOf = (element: Element): string[] =>
  [element.attribs.id, element.name === 'a' ? element.attribs.name : undefined].filter((one) => one !== undefined)

const isSign = (element: Element) => {
  const text = innerText(element).replace(/[\s()[\]{}.]/g, '')
  return text.length > 0 && text.length <= 5
}

const isReference = ({ attribs }: Element) =>
  /\bnoteref\b/.test(`${attribs['epub:type'] ?? ''} ${attribs.role?.replace('doc-', '') ?? ''}`) ||
  /footnote-?ref|noteref/i.test(attribs.class ?? '')

/**
 * Notes of a page: a short sign links to a place that links back (Word, Google Docs, pandoc, our own books), or says that
 * it is a reference. The element that holds the note's text is taken out of the page.
 */
export function findNotes(root: Document, _sheet: Sheet) {
  const byName = new Map<string, Element>()
  const links: Element[] = []
  for (const element of descendants(root)) {
    for (const name of namesOf(element)) if (!byName.has(name)) byName.set(name, element)
    if (element.name === 'a' && hrefId(element) !== undefined) links.push(element)
  }
  const references = new Map<Element, string>()
  const removed = new Set<Element>()
  const byId = new Map<string, { element: Element; kind: 'footnote' | 'endnote' }>()
  for (const link of links) {
    const id = hrefId(link)!
    const target = byName.get(id)
    if (!target || (!isSign(link) && !isReference(link)) || inside(link, removed)) continue
    const known = byId.get(id)
    if (known) {
      references.set(link, id)
      continue
    }
    const holder = holderOf(target)
    if (!holder || contains(holder, link)) continue
    const back = [...descendants(holder), ...(holder.name === 'a' ? [holder] : [])].filter(
      (one) => one.name === 'a' && leadsTo(one, link),
    )
    if (back.length === 0 && !isReference(link)) continue
    // What links back to a later place is the text; what is met first is the reference.
    references.set(link, id)
    removed.add(holder)
    for (const one of back) removed.add(one)
    const isEnd = /endnote|edn/i.test(`${id} ${holder.attribs.class ?? ''} ${holder.attribs['epub:type'] ?? ''}`)
    byId.set(id, { element: holder, kind: isEnd ? 'endnote' : 'footnote' })
  }
  for (const { element } of byId.values()) removeEmptyRound(element, removed)
  return { references, removed, byId }
}

function leadsTo(back: Element, link: Element): boolean {
  const id = hrefId(back)
  if (id === undefined) return false
  for (let at: Element | undefined = link, steps = 0; at && steps < 4; at = parentOf(at), steps++)
    if (namesOf(at).includes(id)) return true
  return [...descendants(link)].some((one) => namesOf(one).includes(id))
}

const parentOf = (element: Element) =>
  element.parent && 'name' in element.parent && isTag(element.parent) ? element.parent : undefined

function inside(element: Element, set: ReadonlySet<Element>): boolean {
  for (let at: Element | undefined = element; at; at = parentOf(at)) if (set.has(at)) return true
  return false
}

const contains = (holder: Element, element: Element) => inside(element, new Set([holder]))

/** The block that a note's anchor stands in. */
function holderOf(target: Element): Element | undefined {
  for (let at: Element | undefined = target; at; at = parentOf(at)) {
    if (/^(?:li|aside|dd)$/.test(at.name)) return at
    if (at === target && /^(?:div|section)$/.test(at.name)) return at
    if (at.name === 'p') {
      const parent = parentOf(at)
      const blocks = parent?.children.filter(isTag) ?? []
      const isOwn =
        parent &&
        /^(?:div|aside|li)$/.test(parent.name) &&
        (parent.attribs.id !== undefined || parent.name !== 'div' || blocks.length === 1)
      return isOwn && blocks[0] === at && !/^(?:body|main)$/.test(parent.name) ? parent : at
    }
    if (/^(?:body|html|table|tr|ol|ul|section)$/.test(at.name)) return undefined
  }
  return undefined
}

/** A list or section of notes of which nothing is left. */
function removeEmptyRound(element: Element, removed: Set<Element>) {
  for (let at = parentOf(element); at && !/^(?:body|html|main|article)$/.test(at.name); at = parentOf(at)) {
    const rest = at.children.filter((one) => !(isTag(one) && (removed.has(one) || one.name === 'hr' || one.name === 'br')))
    if (rest.some((one) => innerText(one).trim() !== '')) return
    removed.add(at)
  }
}
