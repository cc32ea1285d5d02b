import { baseName } from '../href.ts'
import { remembered } from '../publication.ts'
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
  const next = new Map<string, number>()
  return {
    taken,
    fresh(wish) {
      const base = asId(wish)
      let id = base
      let n = next.get(base) ?? 2
      for (; taken.has(id); n++) id = `${base}-${n}`
      next.set(base, n)
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

export interface IdUser {
  readonly element: Element
  readonly attribute: string
  /** Written with a `#` before it. */
  readonly hash: boolean
}

const usersById = remembered((book: PackageDocument): ReadonlyMap<string, readonly IdUser[]> => {
  const map = new Map<string, IdUser[]>()
  const add = (id: string | undefined, user: IdUser) => {
    if (id === undefined) return
    const users = map.get(id)
    if (users) users.push(user)
    else map.set(id, [user])
  }
  for (const { element: name, attribute } of idReferences)
    for (const element of findElements(book.root, name))
      add(element.attribs[attribute]?.trim(), { element, attribute, hash: false })
  for (const element of findElements(book.root, '*')) {
    const refines = element.attribs.refines?.trim()
    if (refines?.startsWith('#')) add(refines.slice(1), { element, attribute: 'refines', hash: true })
  }
  for (const element of findElements(book.root, 'meta'))
    if (element.attribs.name === 'cover') add(element.attribs.content?.trim(), { element, attribute: 'content', hash: false })
  add(book.element.attribs['unique-identifier']?.trim(), { element: book.element, attribute: 'unique-identifier', hash: false })
  return map
})

/** Everything in the package that names this id: attribute and value to rewrite. */
export const idUsers = (book: PackageDocument, id: string): readonly IdUser[] => usersById(book).get(id) ?? []
