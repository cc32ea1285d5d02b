import { isRemote, parseHref, relative } from '../href.ts'
import { found, setAttribute } from '../package/edit.ts'
import { findFile } from '../package/match.ts'
import { packageOf } from '../package/package.ts'
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
    const held = new Set(book.items.flatMap(({ path }) => (path && publication.resources.has(path) ? [path] : [])))
    for (const { href, path, element } of book.items) {
      const local = !isRemote(href) || /^(file:|[a-z]:[\\/])/i.test(href)
      if (href === '' || !local) continue
      const { path: written, query, fragment, scheme } = parseHref(href)
      const alive = path !== undefined && publication.resources.has(path)
      const legal = !illegal.test(href) && !written.startsWith('/') && query === undefined && fragment === undefined && !scheme
      if (alive && legal && stays(book.path, written)) continue
      const target = alive ? path : findFile(publication, book.path, href)
      if (!target || (!alive && held.has(target) && book.items.filter((one) => one.href === href).length > 1)) continue
      held.add(target)
      const after = relative(book.path, target)
      if (after !== href) findings.push(found(book.resource, setAttribute(book.resource, element, 'href', after)))
    }
    return findings
  },

  fix: carriedPatches,
})

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
