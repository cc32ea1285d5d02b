import { isRemote, parseHref, relative } from '../href.ts'
import { holdersOf } from '../navigation/targets.ts'
import { isInContent } from '../package/links.ts'
import { findFile } from '../package/match.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { allReferences, writtenAs } from '../references.ts'
import { defineRule, replaceSpan } from './rule.ts'

/** Characters that a URL may not hold as they are (RFC 3986). */
const illegal = /[\s\\<>"{}|^`]|%(?![0-9A-Fa-f]{2})/

/** An address inside the book leads to its file: re-pointed to the one it can mean, tidied where it is no legal relative URL (RFC 3986, EPUB 3.3 section 4.2.5). */
export const linkTarget = defineRule({
  id: 'link-target',
  feature: 14,
  answers: [
    { id: 'RSC-007' },
    { id: 'RSC-007w' },
    { id: 'RSC-001' },
    { id: 'RSC-008' },
    { id: 'RSC-020' },
    { id: 'RSC-026' },
    { id: 'RSC-030' },
    { id: 'RSC-033' },
  ],
  class: 'auto',
  why: 'A link or picture led nowhere because its address was misspelt.',

  detect: (publication) =>
    allReferences(publication).flatMap((reference) => {
      const { value, path, from, span, raw, fragment } = reference
      if (!isInContent(publication, reference) || value === '' || value.startsWith('#')) return []
      const parsed = parseHref(value)
      const local = !isRemote(value) || /^(file:|[a-z]:[\\/])/i.test(value)
      if (!local) return []
      const alive = path !== undefined && publication.resources.has(path)
      const illegalFragment = fragment !== undefined && /[\s<>"[\]{}|\\^`]|%(?![0-9A-Fa-f]{2})/.test(fragment)
      const legal =
        !illegal.test(parsed.path) &&
        !parsed.path.startsWith('/') &&
        parsed.query === undefined &&
        !parsed.scheme &&
        stays(from, parsed.path)
      if (alive && legal && !illegalFragment) return []
      const target = alive ? path : (findFile(publication, from, value) ?? holderOf(publication, fragment))
      if (!target) return []
      const hash = fragment === undefined ? '' : `#${illegalFragment ? encodeFragment(fragment) : fragment}`
      const same = parsed.path === '' && target === from
      const after = writtenAs(reference, `${same ? '' : relative(from, target)}${hash}`)
      return after === raw ? [] : [{ path: from, span, before: raw, after }]
    }),

  fix: replaceSpan,
})

/** Ids that many books give to many places: they prove nothing. */
const common = /^.{0,3}$|^[a-z]*[-_.]?\d+$|^(?:top|toc|start|begin|cover|title|body|text|content|chapter|index|notes?)$/i

/** The one page that holds what the link named, where its own page is lost. */
function holderOf(publication: Publication, fragment: string | undefined): string | undefined {
  if (!fragment || common.test(fragment)) return undefined
  const holders = holdersOf(publication).get(fragment) ?? []
  return holders.length === 1 && packageOf(publication)?.itemAt(holders[0]!) ? holders[0] : undefined
}

const encodeFragment = (fragment: string) =>
  fragment.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/[\s<>"[\]{}|\\^`]/g, (char) => encodeURIComponent(char))

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
