import { isRemote } from '../href.ts'
import { navOf, ncxOf } from '../navigation/navigation.ts'
import { isInContent, isPicture, withoutReference } from '../package/links.ts'
import { findFile } from '../package/match.ts'
import { packageOf } from '../package/package.ts'
import { allReferences, type Reference } from '../references.ts'
import { type Element, localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A link whose file is not in the book loses its address and keeps its words; a lost style sheet, script, font or background is no longer asked for. */
export const linkDead = defineRule({
  id: 'link-dead',
  feature: 14,
  answers: [{ id: 'RSC-007' }, { id: 'RSC-007w' }, { id: 'RSC-026' }, { id: 'RSC-029' }, { id: 'RSC-030' }, { id: 'RSC-020' }],
  class: 'auto',
  why: 'A link led to something that is not in the book.',

  detect(publication) {
    const ncx = ncxOf(publication)?.path
    const nav = packageOf(publication)?.version === '3.0' ? navOf(publication)?.path : undefined
    const overlays = new Set(
      packageOf(publication)?.items.flatMap(({ mediaType, path }) =>
        mediaType === 'application/smil+xml' && path ? [path] : [],
      ),
    )
    return allReferences(publication).flatMap((reference) => {
      const { from, span, raw, value, path } = reference
      if (!isInContent(publication, reference) || from === ncx || overlays.has(from) || isPicture(reference)) return []
      if (from === nav && insideNav(reference)) return []
      const resource = publication.resources.get(from)
      if (!resource || value.startsWith('#')) return []
      if (value === '' || (reference.kind.endsWith('srcset') && /data:/i.test(reference.node?.attribs[reference.kind] ?? '')))
        return []
      const isLink = reference.kind === 'href' && /^(a|area)$/.test(reference.element)
      const forbidden = isLink && /^data:/i.test(value)
      const local = !isRemote(value) || /^file:/i.test(value)
      if (!forbidden && (!local || (path !== undefined && publication.resources.has(path)) || findFile(publication, from, value)))
        return []
      if (/^www\./i.test(value)) return []
      if (/^(action|formaction|textref)$/.test(reference.kind)) return []
      return [
        {
          path: from,
          span,
          before: raw,
          after: '',
          note: `“${value.slice(0, 200)}” is not in the book.`,
          patches: withoutReference(resource, reference),
        },
      ]
    })
  },

  fix: carriedPatches,
})

/** Entries of the contents are looked after by their own rule, which knows what an entry may be without a link. */
function insideNav({ node }: Reference): boolean {
  for (let at = node?.parent; at && 'name' in at; at = at.parent)
    if (localName(at as Element) === 'nav' && (at as Element).attribs['epub:type'] !== undefined) return true
  return false
}
