import { baseName, decodePath, extensionOf } from '../href.ts'
import { isContentDocument } from '../package/media-types.ts'
import { packageOf, readingOrder } from '../package/package.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { descendants, type Element, findElement, findElements, innerText, localName, treeOf } from '../xml.ts'
import { navOf, ncxTocOf, type TocEntry, tocOf } from './navigation.ts'

/** Anything that can be written as a table of contents. */
export interface TocNode {
  readonly label: string
  /** Container path; undefined for a mere heading. */
  readonly path: string | undefined
  readonly fragment: string | undefined
  readonly children: readonly TocNode[]
}

/** Every `id` of a document, and every `a name`, which older books use the same way. First holder counts. */
export const anchorsOf = remembered((resource: Resource): ReadonlyMap<string, Element> => {
  const anchors = new Map<string, Element>()
  if (!resource.bytes) return anchors
  for (const element of descendants(treeOf(resource))) {
    const names = [element.attribs.id, element.attribs['xml:id'], localName(element) === 'a' ? element.attribs.name : undefined]
    for (const name of names) if (name !== undefined && !anchors.has(name)) anchors.set(name, element)
  }
  return anchors
})

const fold = (text: string) => text.replace(/\s+/g, ' ').trim()
const isHeading = (element: Element) => /^h[1-6]$/.test(localName(element))

const short = (text: string) => (text.length <= 120 ? text : `${text.slice(0, 117).replace(/\s+\S*$/, '')}…`)

const headingText = (element: Element) => fold(innerText(element)) || fold(findElement(element, 'img')?.attribs.alt ?? '')

/** Headings with words, in order. */
const headingsOf = remembered((resource: Resource) =>
  findElements(treeOf(resource), '*').filter((one) => isHeading(one) && headingText(one)),
)

/** What an entry that leads here should be called: the heading there or the next one, the document's title, its file name. Never empty. */
export function labelFor(publication: Publication, path: string, fragment?: string): string {
  const resource = publication.resources.get(path)
  const name =
    fold(
      decodePath(baseName(path))
        .replace(/\.[^.]*$/, '')
        .replace(/[_-]+/g, ' '),
    ) || 'Untitled'
  if (!resource?.bytes) return name
  const headings = headingsOf(resource)
  const target = fragment ? (anchorsOf(resource).get(fragment) ?? anchorsOf(resource).get(decodePath(fragment))) : undefined
  if (target) {
    for (let at: Element | null = target; at && 'attribs' in at; at = at.parent as Element | null)
      if (isHeading(at) && headingText(at)) return short(headingText(at))
    const inside = headings.find((one) => one.startIndex! >= target.startIndex! && one.startIndex! <= target.endIndex!)
    const next = inside ?? headings.find((one) => one.startIndex! >= target.startIndex!)
    if (next) return short(headingText(next))
    const own = fold(innerText(target))
    if (own) return short(own)
  }
  const first = headings[0] && headingText(headings[0])
  const title = findElement(treeOf(resource), 'title')
  return short(first || (title && fold(innerText(title))) || name)
}

/** A table of contents made from the pages: one entry each, and below it the headings that a link can reach. */
export function tocFromHeadings(publication: Publication): TocNode[] {
  const book = packageOf(publication)
  const nav = navOf(publication)?.path
  const pages = readingOrder(publication).filter((path) =>
    isContentDocument(book?.itemAt(path)?.mediaType, book?.version ?? '3.0'),
  )
  const own = pages.filter((path) => path !== nav)
  return (own.length > 0 ? own : pages).map((path) => {
    const resource = publication.resources.get(path)!
    const headings = resource.bytes ? headingsOf(resource) : []
    const top = headings[0]
    const children = headings
      .slice(1)
      .filter(({ attribs, name }) => attribs.id && name <= 'h3')
      .map((one) => ({ label: short(headingText(one)), path, fragment: one.attribs.id, children: [] }))
    return { label: top ? short(headingText(top)) : labelFor(publication, path), path, fragment: undefined, children }
  })
}

/** Entries whose targets are there; a lost fragment leads to the top of its file, a lost file hands its children up. */
export function aliveEntries(publication: Publication, entries: readonly TocEntry[]): TocNode[] {
  return entries.flatMap((entry): TocNode[] => {
    const children = aliveEntries(publication, entry.children)
    const resource = entry.path === undefined ? undefined : publication.resources.get(entry.path)
    if (!resource)
      return children.length > 0 && entry.label
        ? [{ label: entry.label, path: undefined, fragment: undefined, children }]
        : children
    const fragment = entry.fragment && anchorsOf(resource).has(decodePath(entry.fragment)) ? entry.fragment : undefined
    return [{ label: entry.label || labelFor(publication, resource.path, fragment), path: resource.path, fragment, children }]
  })
}

/** The best table of contents there is: the book's own, else that of the NCX, else one from the headings. */
export function bestToc(publication: Publication): TocNode[] {
  const own = aliveEntries(publication, tocOf(publication))
  if (own.length > 0) return own
  const older = aliveEntries(publication, ncxTocOf(publication))
  return older.length > 0 ? older : tocFromHeadings(publication)
}

/** Documents that hold an id, when links may lead there. */
export const holdersOf = remembered((publication: Publication) => {
  const holders = new Map<string, string[]>()
  for (const resource of publication.resources.values())
    if (/^(x?html?|xht|svg)$/.test(extensionOf(resource.path)))
      for (const id of anchorsOf(resource).keys()) holders.set(id, [...(holders.get(id) ?? []), resource.path])
  return holders
})
