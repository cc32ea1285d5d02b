import { type Document, descendants, type Element, innerText, isTag } from '../xml.ts'

/** A page among all that may hold notes. Places of all pages have names of their own. */
export interface NotePage {
  readonly root: Document
  readonly nameOf: (id: string) => string
  /** Name of the place that a link leads to; undefined where it is none of these pages. */
  readonly placeOf: (href: string) => string | undefined
}

export interface FoundNotes {
  /** Links that refer to a note, by the note's name. */
  readonly references: ReadonlyMap<Element, string>
  /** What is no longer part of its page. */
  readonly removed: ReadonlySet<Element>
  readonly byName: ReadonlyMap<
    string,
    { readonly element: Element; readonly kind: 'footnote' | 'endnote'; readonly page: NotePage }
  >
}

const idsOf = (element: Element): string[] =>
  [element.attribs.id, element.name === 'a' ? element.attribs.name : undefined].filter((one) => one !== undefined)

const isSign = (element: Element) => {
  const text = innerText(element).replace(/[\s()[\]{}.]/g, '')
  return text.length > 0 && text.length <= 5
}

const isReference = ({ attribs }: Element) =>
  /\bnoteref\b/.test(`${attribs['epub:type'] ?? ''} ${attribs.role?.replace('doc-', '') ?? ''}`) ||
  /footnote-?ref|noteref/i.test(attribs.class ?? '')

const isNote = ({ attribs }: Element) =>
  /\b(?:footnote|endnote|rearnote|note)\b/.test(`${attribs['epub:type'] ?? ''} ${attribs.role?.replace('doc-', '') ?? ''}`)

/**
 * Notes of one page or of all pages of a book: a short sign links to a place that links back (Word, Google Docs, pandoc,
 * our own books), or one of the two says what it is. The element that holds the note's text is taken out of its page.
 */
export function findNotes(pages: readonly NotePage[]): FoundNotes {
  const byPlace = new Map<string, { element: Element; page: NotePage }>()
  const links: { link: Element; place: string; page: NotePage }[] = []
  for (const page of pages)
    for (const element of descendants(page.root)) {
      for (const id of idsOf(element)) {
        const name = page.nameOf(id)
        if (!byPlace.has(name)) byPlace.set(name, { element, page })
      }
      const place = element.name === 'a' && element.attribs.href ? page.placeOf(element.attribs.href) : undefined
      if (place !== undefined) links.push({ link: element, place, page })
    }
  const references = new Map<Element, string>()
  const removed = new Set<Element>()
  const byName = new Map<string, { element: Element; kind: 'footnote' | 'endnote'; page: NotePage }>()
  /** Links inside a holder by where they lead; looked for once. */
  const inHolders = new Map<Element, ReadonlyMap<string, Element[]>>()
  const linksOf = (holder: Element, page: NotePage) => {
    let known = inHolders.get(holder)
    if (!known) {
      const all = [...descendants(holder), holder].filter(({ name, attribs }) => name === 'a' && attribs.href)
      known = Map.groupBy(all, ({ attribs }) => page.placeOf(attribs.href!) ?? '')
      inHolders.set(holder, known)
    }
    return known
  }
  for (const { link, place, page: from } of links) {
    const found = byPlace.get(place)
    if (!found || (!isSign(link) && !isReference(link)) || inside(link, removed)) continue
    const { element: target, page } = found
    if (byName.has(place)) {
      references.set(link, place)
      continue
    }
    const holder = holderOf(target)
    if (!holder || contains(holder, link)) continue
    const back = [...namesAt(link, from)].flatMap((name) => linksOf(holder, page).get(name) ?? [])
    const isSaid = isReference(link) || isNote(holder)
    if (back.length === 0 && !isSaid) continue
    // A chapter that links back to a list of chapters is no note.
    if (!isSaid && ([holder, ...descendants(holder)].some(({ name }) => /^h[1-6]$/.test(name)) || !saysMore(holder, back)))
      continue
    // What links back to a later place is the text; what is met first is the reference.
    references.set(link, place)
    removed.add(holder)
    for (const one of back) removed.add(one)
    const words = [place, holder.attribs.class, holder.attribs['epub:type'], holder.attribs.role].join(' ')
    const isEnd = page !== from || /endnote|rearnote|edn/i.test(words)
    byName.set(place, { element: holder, kind: isEnd ? 'endnote' : 'footnote', page })
  }
  const rounds = new Map([...byName.values()].map(({ element }) => [element.parent, element]))
  for (const element of rounds.values()) removeEmptyRound(element, removed)
  return { references, removed, byName }
}

const lengthOf = (element: Element) => innerText(element).replace(/[\s.:\][()]/g, '').length

const saysMore = (holder: Element, back: readonly Element[]) =>
  lengthOf(holder) > back.reduce((sum, one) => sum + lengthOf(one), 0)

/** Names of the places at a link: its own, and those close round it or in it. */
function namesAt(link: Element, page: NotePage): Set<string> {
  const names = new Set<string>()
  const add = (element: Element) => {
    for (const id of idsOf(element)) names.add(page.nameOf(id))
  }
  for (let at: Element | undefined = link, steps = 0; at && steps < 4; at = parentOf(at), steps++) add(at)
  for (const one of descendants(link)) add(one)
  return names
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

const notesHeading = /^(?:(?:foot|end)?notes?|anmerkungen|fu(?:ß|ss)noten|endnoten|notes de fin|notas|note|przypisy|notities)$/i

/** A list or section of notes of which nothing is left but its rule and its heading. */
function removeEmptyRound(element: Element, removed: Set<Element>) {
  for (let at = element.parent; at && 'children' in at; at = at.parent) {
    const isSpare = (one: Element) =>
      /^(?:hr|br)$/.test(one.name) || (/^h[1-6]$/.test(one.name) && notesHeading.test(innerText(one).trim()))
    const rest = at.children.filter((one) => !(isTag(one) && (removed.has(one) || isSpare(one))))
    if (rest.some((one) => innerText(one).trim() !== '' || (isTag(one) && /^(?:img|svg|table)$/.test(one.name)))) return
    if (!isTag(at) || /^(?:body|html|main|article)$/.test(at.name)) {
      for (const one of at.children) if (isTag(one) && isSpare(one) && one.name !== 'br') removed.add(one)
      return
    }
    removed.add(at)
  }
}
