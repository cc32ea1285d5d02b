import { baseName } from '../href.ts'
import { type Element, findElements } from '../xml.ts'
import type { PackageDocument } from './package.ts'

/** NCName, near enough: what an `id` may be. */
export const isId = (id: string) => /^[\p{L}_][\p{L}\p{N}\p{M}._\u00b7-]*$/u.test(id)

/** The nearest legal id to a name. */
export const asId = (name: string) => {
  const tidy =
    name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'item'
  return /^[A-Za-z_]/.test(tidy) ? tidy : `id-${tidy}`
}

/** Gives out ids that no element of the package has, the asked one first. */
export function idsOf(book: PackageDocument): { readonly taken: Set<string>; readonly fresh: (wish: string) => string } {
  const taken = new Set(findElements(book.root, '*').flatMap(({ attribs }) => attribs.id?.trim() ?? []))
  return {
    taken,
    fresh(wish) {
      const base = asId(wish)
      let id = base
      for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
      taken.add(id)
      return id
    },
  }
}

/** Id for the manifest item of a file, by its name. */
export const wishFor = (path: string) => baseName(path)

/** Attributes of a package document that name an item by id. */
export const idReferences: readonly { readonly element: string; readonly attribute: string }[] = [
  { element: 'itemref', attribute: 'idref' },
  { element: 'item', attribute: 'fallback' },
  { element: 'item', attribute: 'fallback-style' },
  { element: 'item', attribute: 'media-overlay' },
  { element: 'spine', attribute: 'toc' },
  { element: 'mediaType', attribute: 'handler' },
]

/** Everything in the package that names this id: attribute and value to rewrite. */
export function idUsers(book: PackageDocument, id: string): { element: Element; attribute: string; hash: boolean }[] {
  const found: { element: Element; attribute: string; hash: boolean }[] = []
  for (const { element, attribute } of idReferences)
    for (const one of findElements(book.root, element))
      if (one.attribs[attribute]?.trim() === id) found.push({ element: one, attribute, hash: false })
  for (const one of findElements(book.root, '*'))
    if (one.attribs.refines?.trim() === `#${id}`) found.push({ element: one, attribute: 'refines', hash: true })
  for (const one of findElements(book.root, 'meta'))
    if (one.attribs.name === 'cover' && one.attribs.content?.trim() === id)
      found.push({ element: one, attribute: 'content', hash: false })
  if (book.element.attribs['unique-identifier']?.trim() === id)
    found.push({ element: book.element, attribute: 'unique-identifier', hash: false })
  return found
}
