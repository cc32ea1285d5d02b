import { append, insertAfter, insertBefore, prefixOf, setAttribute, setContent, type TextPatch } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { dublinCoreHome, type PackageDocument } from '../package/package.ts'
import type { Element } from '../xml.ts'
import { escapeXml } from '../xml.ts'
import type { Creator, Series } from './metadata.ts'
import { dateElement, mainTitle, namedMetas, refining, seriesElement, textIn } from './read.ts'
import { content, dcElement, dropAll, opfAttribute, putAfter, putMetas, refinement, reword, setDetail } from './write.ts'

/** How a name or title is sorted or written elsewhere: stale as soon as it is another one. */
const otherWords = ['file-as', 'alternate-script', 'alternate-rep', 'alt-rep', 'alt-script']

export function setTitle(book: PackageDocument, title: string): TextPatch[] {
  const known = mainTitle(book)
  if (!known) return [append(book.resource, dublinCoreHome(book), dcElement(book, 'title', title))]
  if (textIn(known) === title) return []
  return [...reword(book, known, title, otherWords), ...dropAll(book, namedMetas(book, 'calibre:title_sort'))]
}

export function setLanguage(book: PackageDocument, language: string): TextPatch[] {
  const known = book.metas('language')[0]
  return known ? reword(book, known, language) : putAfter(book, ['title', 'identifier'], dcElement(book, 'language', language))
}

/** One element of this name says it, or none. */
export function setOne(book: PackageDocument, name: 'publisher' | 'description', text: string | null): TextPatch[] {
  const all = book.metas(name)
  if (text === null) return dropAll(book, all)
  const known = all.find(textIn) ?? all[0]
  return known ? reword(book, known, text, otherWords) : putAfter(book, [], dcElement(book, name, text))
}

export function setDate(book: PackageDocument, date: string | null): TextPatch[] {
  const known = dateElement(book)
  if (date === null) return known ? dropAll(book, [known]) : []
  if (known) return reword(book, known, date)
  // where EPUB 2 has other dates, this one must say which it is
  const event = book.version === '2.0' && book.metas('date').length > 0 ? [opfAttribute(book, 'event', 'publication')] : []
  return putAfter(book, ['date'], dcElement(book, 'date', date, event))
}

/** Pairs what is wanted with what stands there by its text, both in their order: what stays is not touched. */
function matched<T>(wanted: readonly T[], there: readonly Element[], textOf: (one: T) => string) {
  let from = 0
  const pairs = wanted.map((one) => {
    const at = there.findIndex((element, index) => index >= from && textIn(element) === textOf(one))
    if (at >= 0) from = at + 1
    return { one, element: at >= 0 ? there[at] : undefined }
  })
  const kept = new Set(pairs.map(({ element }) => element))
  return { pairs, gone: there.filter((element) => !kept.has(element)) }
}

/** Puts the markup of new entries behind the entry they follow; those before all others before the first that stays. */
function weave(
  book: PackageDocument,
  name: string,
  pairs: readonly { readonly element: Element | undefined; readonly xml: string }[],
): TextPatch[] {
  const { resource } = book
  const patches: TextPatch[] = []
  let after: Element | undefined
  for (const { element, xml } of pairs) {
    if (element) after = element
    else if (after) patches.push(insertAfter(resource, after, xml))
    else {
      const next = pairs.find((pair) => pair.element)?.element
      if (next) patches.push(insertBefore(resource, next, xml))
      else patches.push(...putAfter(book, [name, 'title', 'identifier'], xml))
    }
  }
  return patches
}

export function setCreators(book: PackageDocument, creators: readonly Creator[]): TextPatch[] {
  const { pairs, gone } = matched(creators, book.metas('creator'), ({ name }) => name)
  const { fresh } = idsOf(book)
  const metas: string[] = []
  const written = pairs.map(({ one: { name, role, fileAs }, element }) => {
    if (element) return { element, xml: '' }
    if (book.version === '2.0') {
      const attributes = [role && opfAttribute(book, 'role', role), fileAs && opfAttribute(book, 'file-as', fileAs)]
      return { element, xml: dcElement(book, 'creator', name, once(attributes.filter((one) => one !== undefined))) }
    }
    if (!role && !fileAs) return { element, xml: dcElement(book, 'creator', name) }
    const id = fresh('creator')
    if (role) metas.push(refinement(book, id, 'role', role, 'marc:relators'))
    if (fileAs) metas.push(refinement(book, id, 'file-as', fileAs))
    return { element, xml: dcElement(book, 'creator', name, [`id="${id}"`]) }
  })
  return [
    ...dropAll(book, gone),
    ...weave(book, 'creator', written),
    ...putMetas(book, ...metas),
    ...(gone.length > 0 ? dropAll(book, namedMetas(book, 'calibre:author_sort')) : []),
  ]
}

/** A namespace is declared once on an element. */
const once = (attributes: readonly string[]) =>
  attributes.map((one, index) => (index === 0 ? one : one.replace(/^xmlns:opf="[^"]*" /, '')))

/** Roles and sort names of those who stay; asked again after the list itself has been set. */
export function setCreatorDetail(book: PackageDocument, creators: readonly Creator[], detail: 'role' | 'file-as'): TextPatch[] {
  const there = book.metas('creator').filter((one) => textIn(one))
  for (const [at, { role, fileAs }] of creators.entries()) {
    const element = there[at]
    const patches = element
      ? setDetail(
          book,
          element,
          detail === 'role' ? { name: detail, value: role, scheme: 'marc:relators' } : { name: detail, value: fileAs },
        )
      : []
    if (patches.length > 0) return patches
  }
  return []
}

export function setSubjects(book: PackageDocument, subjects: readonly string[]): TextPatch[] {
  const { pairs, gone } = matched(subjects, book.metas('subject'), (one) => one)
  const written = pairs.map(({ one, element }) => ({ element, xml: element ? '' : dcElement(book, 'subject', one) }))
  return [...dropAll(book, gone), ...weave(book, 'subject', written)]
}

const decimal = (position: number) => String(Math.round(position * 100) / 100)

/** EPUB 3 has a way of its own; calibre's, which EPUB 2 readers know, is kept in step where it is there, and used in EPUB 2. */
export function setSeries(book: PackageDocument, series: Series | null): TextPatch[] {
  const own = seriesElement(book)
  const legacy = namedMetas(book, 'calibre:series')
  const legacyIndex = namedMetas(book, 'calibre:series_index')
  if (series === null) return dropAll(book, [...(own ? [own] : []), ...legacy, ...legacyIndex])
  const { resource } = book
  const { name, position } = series
  const prefix = prefixOf(book.metadata!)
  const patches: TextPatch[] = []

  if (book.version === '3.0') {
    const place = own && refining(book, own, 'group-position')
    if (!own) {
      const id = idsOf(book).fresh('series')
      patches.push(
        ...putMetas(
          book,
          `<${prefix}meta property="belongs-to-collection" id="${id}">${content(name)}</${prefix}meta>`,
          refinement(book, id, 'collection-type', 'series'),
          ...(position === undefined ? [] : [refinement(book, id, 'group-position', decimal(position))]),
        ),
      )
    } else {
      patches.push(...reword(book, own, name, otherWords))
      if (position === undefined) patches.push(...dropAll(book, place ?? []))
      else if (place?.[0]) {
        if (textIn(place[0]) !== decimal(position)) patches.push(setContent(resource, place[0], decimal(position)))
      } else {
        const id = own.attribs.id?.trim() || idsOf(book).fresh('series')
        if (!own.attribs.id?.trim()) patches.push(setAttribute(resource, own, 'id', id))
        patches.push(...putMetas(book, refinement(book, id, 'group-position', decimal(position))))
      }
    }
  }

  const inTwo = book.version === '2.0'
  const named = (key: string, value: string) => `<${prefix}meta name="${key}" content="${escapeXml(value)}"/>`
  if (legacy[0]) {
    if (legacy[0].attribs.content !== name) patches.push(setAttribute(resource, legacy[0], 'content', name))
    patches.push(...dropAll(book, legacy.slice(1)))
  } else if (inTwo) patches.push(...putMetas(book, named('calibre:series', name)))
  if (position === undefined) patches.push(...dropAll(book, legacyIndex))
  else if (legacyIndex[0]) {
    if (Number(legacyIndex[0].attribs.content) !== position)
      patches.push(setAttribute(resource, legacyIndex[0], 'content', decimal(position)))
  } else if (inTwo) patches.push(...putMetas(book, named('calibre:series_index', decimal(position))))
  return patches
}

/** When the book was last changed (EPUB 3.3 section 5.5.5); EPUB 2 does not say. */
export function setModified(book: PackageDocument, modified: Date): TextPatch[] {
  if (book.version !== '3.0') return []
  const date = `${modified.toISOString().slice(0, 19)}Z`
  const known = book
    .metas('meta')
    .find(({ attribs }) => attribs.property?.trim() === 'dcterms:modified' && attribs.refines === undefined)
  if (known) return reword(book, known, date)
  const prefix = prefixOf(book.metadata!)
  return putMetas(book, `<${prefix}meta property="dcterms:modified">${date}</${prefix}meta>`)
}
