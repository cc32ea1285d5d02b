import { baseName, decodePath, directoryOf, isRemote, parseHref, relative } from '../href.ts'
import { append, setAttribute } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { isInContent, isPicture } from '../package/links.ts'
import { findFile } from '../package/match.ts'
import { isImage } from '../package/media-types.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import { placeholderPath, placeholderSvg } from '../package/placeholder.ts'
import type { Patch } from '../patch.ts'
import { written } from '../publication.ts'
import { allReferences, pointTo, type Reference } from '../references.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** So many lost pictures get a frame with their own name; the others share one, or the frames would be more than the book. */
const frames = 200

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
      if (!isPicture(reference) || !isInContent(publication, reference)) continue
      const { value, path, from } = reference
      if (value === '') {
        // a picture without an address: its words say what was there
        const words = reference.element === 'img' ? reference.node?.attribs.alt?.trim() : undefined
        const key = `${directoryOf(from)}picture`
        if (words) lost.set(`${key}${lost.size}`, [reference])
        continue
      }
      if (/^(data:|blob:|about:)/i.test(value)) continue
      const remote = isRemote(value) && !/^file:/i.test(value)
      if (!remote && ((path !== undefined && publication.resources.has(path)) || findFile(publication, from, value))) continue
      const key = remote || path === undefined ? value : path
      const others = lost.get(key)
      if (others) others.push(reference)
      else lost.set(key, [reference])
    }
    const findings: Finding[] = []
    const { fresh } = idsOf(book)
    const items = itemsByAddress(book)
    const added = (path: string, content: string): Patch[] => [
      { kind: 'write', path, content },
      append(book.resource, book.manifest!, itemXml(book, written(path, content), fresh(baseName(path)))),
    ]
    let shared: string | undefined
    for (const [key, references] of lost) {
      const { from, span, raw, node } = references[0]!
      const name = decodePath(baseName(parseHref(key).path.replaceAll('\\', '/'))) || 'picture'
      const item = items.get(key)
      // A picture of the same name inside the book is the one that was meant.
      const twin = isRemote(key) && /\.(jpe?g|png|gif|svg|webp)$/i.test(name) ? findFile(publication, book.path, name) : undefined
      const patches: Patch[] = []
      let path = twin
      if (path === undefined && findings.length >= frames) {
        if (shared === undefined)
          patches.push(
            ...added((shared = placeholderPath(publication, `${directoryOf(from)}picture`)), placeholderSvg('picture')),
          )
        path = shared
      } else if (path === undefined) {
        path = placeholderPath(
          publication,
          isRemote(key) || item?.remote || !/^[^:]+$/.test(key) ? directoryOf(from) + name : key,
        )
        const content = placeholderSvg(node?.attribs.alt?.trim() || name)
        if (item && (isImage(item.mediaType) || item.remote)) {
          patches.push({ kind: 'write', path, content })
          patches.push(setAttribute(book.resource, item.element, 'href', relative(book.path, path)))
          patches.push(setAttribute(book.resource, item.element, 'media-type', 'image/svg+xml'))
        } else patches.push(...added(path, content))
      }
      for (const reference of references) patches.push(pointTo(reference, path, { fragment: undefined }))
      findings.push({ path: from, span, before: raw, after: path, note: `“${name}” is not in the book.`, patches })
    }
    return findings
  },

  fix: carriedPatches,
})

/** Items by the path or the remote address they have; of several the first. */
const itemsByAddress = ({ items }: PackageDocument) =>
  new Map(
    items.toReversed().flatMap((item) => {
      const addresses = [item.path, item.remote ? item.href : undefined]
      return addresses.flatMap((address) => (address === undefined ? [] : [[address, item] as const]))
    }),
  )
