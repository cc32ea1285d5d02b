import { type PackageDocument, packageOf } from '../package/package.ts'
import { coverOf } from '../platforms/facts.ts'
import type { Publication } from '../publication.ts'
import { type Element, innerText } from '../xml.ts'
import type { BookMetadata, Creator } from './metadata.ts'

export const textIn = (element: Element | undefined) => (element ? innerText(element).replace(/\s+/g, ' ').trim() : '')

/** `meta` elements that say this property of an element (EPUB 3). */
export const refining = (book: PackageDocument, element: Element, property?: string): Element[] => {
  const id = element.attribs.id?.trim()
  if (!id) return []
  return book
    .metas('*')
    .filter(
      ({ attribs }) => attribs.refines?.trim() === `#${id}` && (property === undefined || attribs.property?.trim() === property),
    )
}

/** What an element says in an `opf:` attribute (EPUB 2), else in a refinement (EPUB 3). */
export const detailOf = (book: PackageDocument, element: Element, name: string): string | undefined => {
  const refined = textIn(refining(book, element, name)[0])
  const written = Object.entries(element.attribs).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]
  return refined || written?.trim() || undefined
}

/** The title that readers show: the one that says so, else the first. */
export const mainTitle = (book: PackageDocument): Element | undefined => {
  const titles = book.metas('title')
  return titles.find((one) => textIn(refining(book, one, 'title-type')[0]) === 'main') ?? titles.find(textIn) ?? titles[0]
}

export const identifierElement = (book: PackageDocument): Element | undefined => {
  const uid = book.element.attribs['unique-identifier']?.trim()
  const all = book.metas('identifier')
  return all.find(({ attribs }) => uid && attribs.id?.trim() === uid) ?? all[0]
}

/** The day of publication; what EPUB 2 says of other events is none. */
export const dateElement = (book: PackageDocument): Element | undefined => {
  const dates = book.metas('date')
  const eventOf = (one: Element) => detailOf(book, one, 'event')
  return dates.find((one) => eventOf(one) === 'publication') ?? dates.find((one) => eventOf(one) === undefined)
}

/** EPUB 3's own way of naming a series. */
export const seriesElement = (book: PackageDocument): Element | undefined => {
  const collections = book
    .metas('meta')
    .filter(({ attribs }) => attribs.property?.trim() === 'belongs-to-collection' && attribs.refines === undefined)
  const kindOf = (one: Element) => textIn(refining(book, one, 'collection-type')[0])
  return collections.find((one) => kindOf(one) === 'series') ?? collections.find((one) => kindOf(one) === '')
}

/** `meta` elements of EPUB 2 by name. */
export const namedMetas = (book: PackageDocument, name: string) =>
  book.metas('meta').filter(({ attribs }) => attribs.name?.trim() === name)

const numberIn = (text: string | undefined) => {
  const value = Number(text?.trim() || Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

function seriesIn(book: PackageDocument): BookMetadata['series'] {
  const own = seriesElement(book)
  const name = textIn(own)
  if (own && name) return { name, position: numberIn(textIn(refining(book, own, 'group-position')[0])) }
  const legacy = namedMetas(book, 'calibre:series')[0]?.attribs.content?.trim()
  if (!legacy) return undefined
  return { name: legacy, position: numberIn(namedMetas(book, 'calibre:series_index')[0]?.attribs.content) }
}

const creatorIn = (book: PackageDocument, element: Element): Creator => {
  const role = detailOf(book, element, 'role')
  const fileAs = detailOf(book, element, 'file-as')
  return { name: textIn(element), ...(role && { role }), ...(fileAs && { fileAs }) }
}

/** Everything that `editMetadata` can change, as it stands; undefined for a book without a package document. */
export function metadataOf(publication: Publication): BookMetadata | undefined {
  const book = packageOf(publication)
  if (!book) return undefined
  const texts = (name: string) => book.metas(name).map(textIn).filter(Boolean)
  const coverPath = coverOf(book)
  const cover = coverPath === undefined ? undefined : book.itemAt(coverPath)
  return {
    version: book.version,
    title: textIn(mainTitle(book)) || undefined,
    creators: book
      .metas('creator')
      .map((one) => creatorIn(book, one))
      .filter(({ name }) => name),
    language: texts('language')[0],
    identifier: textIn(identifierElement(book)) || undefined,
    publisher: texts('publisher')[0],
    date: textIn(dateElement(book)) || undefined,
    description: texts('description')[0],
    series: seriesIn(book),
    subjects: texts('subject'),
    cover:
      cover?.path !== undefined && publication.resources.has(cover.path)
        ? { path: cover.path, mediaType: cover.mediaType ?? '' }
        : undefined,
  }
}
