import { resolve } from '../href.ts'
import { type ManifestItem, packageOf, words } from '../package/package.ts'
import { type Publication, type Resource, remembered } from '../publication.ts'
import { childElements, type Element, findElement, findElements, innerText, localName, treeOf } from '../xml.ts'

/** One entry of a table of contents. */
export interface TocEntry {
  /** Visible text, white space folded; may be empty. */
  readonly label: string
  /** As written; undefined for a heading without a link. */
  readonly href: string | undefined
  /** Container path; undefined when remote, outside or absent. */
  readonly path: string | undefined
  /** Without `#`, as written; undefined without one. */
  readonly fragment: string | undefined
  readonly children: readonly TocEntry[]
  /** The `li` or `navPoint` it was read from. */
  readonly element: Element
}

const ncxType = 'application/x-dtbncx+xml'

/** Manifest item of the NCX: what `toc` names if that is one, else the first declared as one. */
export const ncxItemOf = (publication: Publication): ManifestItem | undefined => {
  const book = packageOf(publication)
  const named = book?.itemById(book.spine?.attribs.toc?.trim() ?? '')
  const isNcx = (item: ManifestItem | undefined) => item?.mediaType === ncxType || /\.ncx$/i.test(item?.path ?? '')
  return isNcx(named) ? named : (book?.items.find(({ mediaType }) => mediaType === ncxType) ?? book?.items.find(isNcx))
}

/** The NCX file; undefined when none is declared or the declared one is missing. */
export const ncxOf = (publication: Publication): Resource | undefined =>
  publication.resources.get(ncxItemOf(publication)?.path ?? '')

/** Manifest item with the property `nav`. */
export const navItemOf = (publication: Publication): ManifestItem | undefined =>
  packageOf(publication)?.items.find(({ properties }) => properties.includes('nav'))

/** The navigation document; undefined when none is declared or the declared one is missing. */
export const navOf = (publication: Publication): Resource | undefined =>
  publication.resources.get(navItemOf(publication)?.path ?? '')

/** `nav` elements of a document with this `epub:type`. */
export const navsOf = (resource: Resource, type: string): Element[] =>
  findElements(treeOf(resource), 'nav').filter((nav) => words(nav.attribs['epub:type']).includes(type))

const fold = (text: string) => text.replace(/\s+/g, ' ').trim()

function entry(from: string, element: Element, label: string, href: string | undefined, children: readonly TocEntry[]): TocEntry {
  const hash = href?.indexOf('#') ?? -1
  return {
    label: fold(label),
    href,
    path: href === undefined ? undefined : resolve(from, href),
    fragment: hash >= 0 ? href!.slice(hash + 1) : undefined,
    children,
    element,
  }
}

/** Visible label of an element: its text, else the `alt` of its images, else `title` or `aria-label`. */
export function labelOf(element: Element): string {
  const text = fold(innerText(element))
  if (text) return text
  const alt = findElements(element, 'img').map((img) => img.attribs.alt ?? '')
  return fold(alt.join(' ')) || fold(element.attribs.title ?? element.attribs['aria-label'] ?? '')
}

/** Levels that are read; a file nested deeper than any book is an attack. */
const deepest = 60

/** Entries of one `nav` element, or of any list inside it. */
export function navEntries(from: string, parent: Element, depth = 0): TocEntry[] {
  if (depth > deepest) return []
  const lists = childElements(parent).flatMap((child) =>
    localName(child) === 'ol' || localName(child) === 'ul'
      ? [child]
      : parent.name === 'nav'
        ? findElements(child, 'ol').slice(0, 1)
        : [],
  )
  return lists.flatMap((list) =>
    childElements(list, 'li').map((item) => {
      const label = childElements(item).find((child) => !/^(ol|ul)$/.test(localName(child)))
      const link = label && (localName(label) === 'a' ? label : findElement(label, 'a'))
      return entry(from, item, label ? labelOf(link ?? label) : '', link?.attribs.href?.trim(), navEntries(from, item, depth + 1))
    }),
  )
}

/** Entries of the `navMap` of an NCX, or of the children of one of its points. */
export function ncxEntries(from: string, parent: Element, depth = 0): TocEntry[] {
  if (depth > deepest) return []
  return childElements(parent, 'navPoint').map((point) => {
    const label = childElements(point, 'navLabel')[0]
    const src = childElements(point, 'content')[0]?.attribs.src?.trim()
    return entry(from, point, label ? innerText(label) : '', src, ncxEntries(from, point, depth + 1))
  })
}

/** The table of contents as readers show it: of the navigation document, else of the NCX; empty when neither has one. */
export const tocOf: (publication: Publication) => readonly TocEntry[] = remembered((publication: Publication) => {
  const nav = navOf(publication)
  const toc = nav && (navsOf(nav, 'toc')[0] ?? findElement(treeOf(nav), 'nav'))
  const fromNav = nav && toc ? navEntries(nav.path, toc) : []
  return fromNav.length > 0 ? fromNav : ncxTocOf(publication)
})

/** The table of contents of the NCX alone. */
export const ncxTocOf: (publication: Publication) => readonly TocEntry[] = remembered((publication: Publication) => {
  const ncx = ncxOf(publication)
  const map = ncx && findElement(treeOf(ncx), 'navMap')
  return ncx && map ? ncxEntries(ncx.path, map) : []
})

/** All entries, parents before children. */
export const flatten = (entries: readonly TocEntry[]): TocEntry[] => entries.flatMap((one) => [one, ...flatten(one.children)])
