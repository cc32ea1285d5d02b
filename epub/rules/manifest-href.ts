import { baseName, isRemote, parseHref, relative } from '../href.ts'
import { found, setAttribute } from '../package/edit.ts'
import { asId } from '../package/ids.ts'
import { undeclared } from '../package/item.ts'
import { findFile } from '../package/match.ts'
import { mediaTypeOf, sameKind } from '../package/media-types.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import type { Resource } from '../publication.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Characters that a URL may not hold as they are (RFC 3986), back-slashes and spaces among them. */
const illegal = /[\s\\<>"{}|^`]|%(?![0-9A-Fa-f]{2})/

/** Each item's href leads to its file: re-pointed to the one file it can mean, tidied where it is no legal relative URL. */
export const manifestHref = defineRule({
  id: 'manifest-href',
  feature: 10,
  answers: [
    { id: 'RSC-001' },
    { id: 'RSC-008' },
    { id: 'RSC-020' },
    { id: 'RSC-026' },
    { id: 'RSC-030' },
    { id: 'RSC-033' },
    { id: 'OPF-091' },
    { id: 'PKG-009' },
  ],
  class: 'auto',
  why: 'The parts list named a file in a way that does not lead to it, so that part of the book was missing.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const findings: Finding[] = []
    let free: readonly Resource[] | undefined
    const byHref = Map.groupBy(book.items, (item) => item.href)
    const held = new Set(book.items.flatMap(({ path }) => (path && publication.resources.has(path) ? [path] : [])))
    for (const { id, href, path, mediaType, element } of book.items) {
      const local = !isRemote(href) || /^(file:|[a-z]:[\\/])/i.test(href)
      if (href === '') {
        const file = nameless((free ??= undeclared(publication, book)), book, id, mediaType)
        if (file && !held.has(file)) {
          held.add(file)
          findings.push(found(book.resource, setAttribute(book.resource, element, 'href', relative(book.path, file))))
        }
        continue
      }
      if (!local) continue
      const { path: written, query, fragment, scheme } = parseHref(href)
      const alive = path !== undefined && publication.resources.has(path)
      const legal = !illegal.test(href) && !written.startsWith('/') && query === undefined && fragment === undefined && !scheme
      if (alive && legal && stays(book.path, written)) continue
      const target = alive ? path : findFile(publication, book.path, href)
      if (!target || (!alive && held.has(target) && byHref.get(href)!.length > 1)) continue
      held.add(target)
      const after = relative(book.path, target)
      if (after !== href) findings.push(found(book.resource, setAttribute(book.resource, element, 'href', after)))
    }
    return findings
  },

  fix: carriedPatches,
})

/** The one file that an item without an address can mean: of its type, not declared, with the item's name or alone. */
function nameless(undeclared: readonly Resource[], book: PackageDocument, id: string | undefined, mediaType: string | undefined) {
  const free = undeclared.filter((file) => mediaType === undefined || sameKind(mediaType, mediaTypeOf(file, book.version)))
  const key = (name: string) =>
    asId(name)
      .toLowerCase()
      .replace(/\.[^.]*$/, '')
      .replace(/[^a-z0-9]/g, '')
  const named = id === undefined ? [] : free.filter(({ path }) => key(baseName(path)) === key(id))
  const same = named.length > 0 ? named : mediaType === undefined ? [] : free
  return same.length === 1 ? same[0]!.path : undefined
}

/** False when the path climbs above the root of the container on its way. */
function stays(from: string, path: string): boolean {
  let depth = from.split('/').length - 1
  for (const part of path.split('/')) {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return false
  }
  return true
}
