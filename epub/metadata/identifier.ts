import { ncxOf } from '../navigation/navigation.ts'
import { setAttribute } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import type { PackageDocument } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import type { Publication } from '../publication.ts'
import { findElements, treeOf } from '../xml.ts'
import { isbnOf } from './asked.ts'
import { rekeyedFonts } from './obfuscation.ts'
import { detailOf, identifierElement, textIn } from './read.ts'
import { dcElement, putAfter, reword, setDetail, withId } from './write.ts'

const uuid = /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const schemeOf = (identifier: string) =>
  isbnOf(identifier)
    ? 'ISBN'
    : uuid.test(identifier)
      ? 'UUID'
      : /^(doi:|https?:\/\/doi\.org\/|10\.\d{4,}\/)/i.test(identifier)
        ? 'DOI'
        : undefined

/** The unique identifier, and everything that repeats it or rests on it: the NCX, its scheme, scrambled fonts. */
export async function setIdentifier(publication: Publication, book: PackageDocument, identifier: string): Promise<Patch[]> {
  const known = identifierElement(book)
  const old = textIn(known)
  if (old === identifier) return []
  const ncx = ncxOf(publication)
  const repeated = ncx?.bytes
    ? findElements(treeOf(ncx), 'meta')
        .filter(({ attribs }) => attribs.name === 'dtb:uid' && attribs.content !== identifier)
        .map((meta) => setAttribute(ncx, meta, 'content', identifier))
    : []
  if (!known) {
    const id = idsOf(book).fresh('uid')
    return [
      setAttribute(book.resource, book.element, 'unique-identifier', id),
      ...putAfter(book, [], dcElement(book, 'identifier', identifier, [`id="${id}"`])),
      ...repeated,
    ]
  }
  const { id, patches } = withId(book, known, 'uid')
  const named = book.element.attribs['unique-identifier']?.trim() === id
  return [
    ...patches,
    ...(named ? [] : [setAttribute(book.resource, book.element, 'unique-identifier', id)]),
    ...reword(book, known, identifier),
    ...repeated,
    ...(await rekeyedFonts(publication, old, identifier)),
  ]
}

/** What kind of identifier it is, where the book says so or EPUB 2 wants it; what the old one was is not claimed of the new. */
export function setScheme(book: PackageDocument, identifier: string) {
  const known = identifierElement(book)
  if (!known) return []
  if (book.version === '2.0') return setDetail(book, known, { name: 'scheme', value: schemeOf(identifier) })
  return detailOf(book, known, 'identifier-type') === undefined
    ? []
    : setDetail(book, known, { name: 'identifier-type', value: undefined })
}
