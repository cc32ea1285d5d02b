import { flatten, tocOf } from '../navigation/navigation.ts'
import { found } from '../package/edit.ts'
import { asId, idsOf, wishFor } from '../package/ids.ts'
import { declare, undeclared } from '../package/item.ts'
import { naturally } from '../package/match.ts'
import { isContentDocument, mediaTypeOf } from '../package/media-types.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import type { Publication, Resource } from '../publication.ts'
import { referencesOf } from '../references.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Files that a declared part of the book names, and what those name in turn. */
function referenced(publication: Publication, book: PackageDocument): Set<string> {
  const reached = new Set<string>()
  const open = book.items.flatMap(({ path }) => (path && publication.resources.has(path) ? [path] : []))
  const seen = new Set(open)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const resource = publication.resources.get(path)
    if (!resource || path === book.path) continue
    for (const reference of referencesOf(resource)) {
      const target = reference.path
      if (target === undefined || seen.has(target) || !publication.resources.has(target)) continue
      seen.add(target)
      reached.add(target)
      open.push(target)
    }
  }
  for (const reference of referencesOf(book.resource))
    if (reference.element === 'reference' && reference.path && publication.resources.has(reference.path))
      reached.add(reference.path)
  return reached
}

/** Signs that the list was cut or emptied: then every file of the container belongs in it. */
const isCut = (book: PackageDocument) =>
  book.items.length === 0 || book.itemrefs.length === 0 || book.itemrefs.some(({ item }) => !item)

/** Which of the ids that the spine names and nobody has belongs to which file: by name, else by its place in the reading order. */
function lostIds(publication: Publication, book: PackageDocument, files: readonly Resource[]): Map<string, string> {
  const ids = new Map<string, string>()
  const lost = book.itemrefs.flatMap(({ idref, item }) => (idref && !item ? [idref] : []))
  const documents = files.filter((resource) => isContentDocument(mediaTypeOf(resource, book.version), book.version))
  const free = new Set(documents.map(({ path }) => path))
  const give = (id: string, path: string | undefined) => {
    if (path === undefined || !free.has(path) || [...ids.values()].includes(id)) return
    ids.set(path, id)
    free.delete(path)
  }
  const key = (name: string) =>
    asId(name)
      .toLowerCase()
      .replace(/\.x?html?$/, '')
      .replace(/[^a-z0-9]/g, '')
  for (const id of lost) {
    const matches = documents.filter(({ path }) => key(wishFor(path)) === key(id))
    if (matches.length === 1) give(id, matches[0]!.path)
  }
  const rest = lost.filter((id) => ![...ids.values()].includes(id))
  if (rest.length > 0 && rest.length === free.size) {
    const order = flatten(tocOf(publication)).flatMap(({ path }) => path ?? [])
    const rank = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length)
    const inOrder = [...free].sort((a, b) => rank(a) - rank(b) || naturally(a, b))
    for (const [at, id] of rest.entries()) give(id, inOrder[at])
  }
  return ids
}

/** Every file that the book uses is in its manifest (EPUB 3.3 section 5.6.1). Files that nothing uses are left alone unless the list was cut. */
export const manifestUndeclared = defineRule({
  id: 'manifest-undeclared',
  feature: 10,
  answers: [
    { id: 'RSC-008' },
    { id: 'OPF-003' },
    { id: 'OPF-067' },
    { id: 'OPF-049' },
    { id: 'RSC-005', text: /idref|manifest.*incomplete/ },
  ],
  class: 'auto',
  why: 'A page or picture was in the file but not on the parts list, so reading apps could not show it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest) return []
    const files = undeclared(publication, book)
    if (files.length === 0) return []
    const used = isCut(book) ? undefined : referenced(publication, book)
    const wanted = used ? files.filter(({ path }) => used.has(path)) : files
    const inOrder = [...wanted].sort((a, b) => naturally(a.path, b.path))
    const ids = lostIds(publication, book, inOrder)
    const { taken } = idsOf(book)
    for (const [path, id] of ids) if (taken.has(id)) ids.delete(path)
    return declare(book, inOrder, ids).map((patch) => found(book.resource, patch))
  },

  fix: carriedPatches,
})
