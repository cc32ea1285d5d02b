import { baseName, decodePath, directoryOf, isRemote, parseHref, relative } from '../href.ts'
import { append, setAttribute } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { isInContent, isPicture } from '../package/links.ts'
import { findFile } from '../package/match.ts'
import { isImage } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { placeholderPath, placeholderSvg } from '../package/placeholder.ts'
import type { Patch } from '../patch.ts'
import { written } from '../publication.ts'
import { allReferences, pointTo, type Reference } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A picture that is not in the book is drawn as a frame with its name, so that its place, its caption and its alternative text stay. */
export const linkPicture = defineRule({
  id: 'link-picture',
  feature: 10,
  answers: [{ id: 'RSC-007' }, { id: 'RSC-001' }, { id: 'RSC-006' }, { id: 'RSC-008' }, { id: 'RSC-030' }],
  class: 'auto',
  why: 'A picture was lost; a frame with its name now keeps its place.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest) return []
    const lost = new Map<string, Reference[]>()
    for (const reference of allReferences(publication)) {
      if (!isPicture(reference) || !isInContent(publication, reference) || reference.value === '') continue
      const { value, path, from } = reference
      if (/^(data:|blob:|about:)/i.test(value)) continue
      const remote = isRemote(value) && !/^file:/i.test(value)
      if (!remote && ((path !== undefined && publication.resources.has(path)) || findFile(publication, from, value))) continue
      const key = remote || path === undefined ? value : path
      lost.set(key, [...(lost.get(key) ?? []), reference])
    }
    const findings: Finding[] = []
    const { fresh } = idsOf(book)
    for (const [key, references] of lost) {
      const name = decodePath(baseName(parseHref(key).path.replaceAll('\\', '/'))) || 'picture'
      const item = book.items.find(({ path, remote, href }) => path === key || (remote && href === key))
      // A picture of the same name inside the book is the one that was meant.
      const twin = isRemote(key) && /\.(jpe?g|png|gif|svg|webp)$/i.test(name) ? findFile(publication, book.path, name) : undefined
      const path =
        twin ??
        placeholderPath(
          publication,
          isRemote(key) || item?.remote || !/^[^:]+$/.test(key) ? directoryOf(references[0]!.from) + name : key,
        )
      const content = placeholderSvg(references[0]!.node?.attribs.alt?.trim() || name)
      const patches: Patch[] = references.map((reference) => pointTo(reference, path, { fragment: undefined }))
      if (!twin) {
        patches.push({ kind: 'write', path, content })
        if (item && (isImage(item.mediaType) || item.remote)) {
          patches.push(setAttribute(book.resource, item.element, 'href', relative(book.path, path)))
          patches.push(setAttribute(book.resource, item.element, 'media-type', 'image/svg+xml'))
        } else patches.push(append(book.resource, book.manifest, itemXml(book, written(path, content), fresh(baseName(path)))))
      }
      const { from, span, raw } = references[0]!
      findings.push({ path: from, span, before: raw, after: path, note: `“${name}” is not in the book.`, patches })
    }
    return findings
  },

  fix: carriedPatches,
})
