import { append, found, insertAfter, prefixOf, type TextPatch } from '../package/edit.ts'
import { reachesDocument } from '../package/fallbacks.ts'
import { packageOf } from '../package/package.ts'
import { likelyOrder } from '../package/reading-order.ts'
import { allReferences } from '../references.ts'
import { escapeXml } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** A page that a link leads to is part of the reading order (EPUB 3.3 section 5.7): put in after the page that comes before it in the contents, else after the one that links it. */
export const spineLinked = defineRule({
  id: 'spine-linked',
  feature: 12,
  answers: [{ id: 'RSC-011' }],
  class: 'auto',
  why: 'A link led to a page that is not in the reading order, so reading apps could not open it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.spine || book.itemrefs.length === 0) return []
    const inSpine = new Set(book.itemrefs.flatMap(({ item }) => item?.path ?? []))
    if (inSpine.size === 0) return []
    const order = likelyOrder(publication, book)
    const findings: Finding[] = []
    const added = new Set<string>()
    for (const { from, path, element, kind } of allReferences(publication)) {
      const isLink = (kind === 'href' && (element === 'a' || element === 'area')) || (kind === 'src' && element === 'content')
      if (!isLink || !path || path === book.path || inSpine.has(path) || added.has(path) || !publication.resources.has(path))
        continue
      const source = book.itemAt(from)
      const item = book.itemAt(path)
      if (!source || !item?.id || !reachesDocument(book, item)) continue
      added.add(path)
      const itemref = `<${prefixOf(book.spine)}itemref idref="${escapeXml(item.id)}"${item.properties.includes('nav') ? ' linear="no"' : ''}/>`
      const place = order.indexOf(item)
      const neighbour =
        order
          .slice(0, Math.max(0, place))
          .reverse()
          .find((one) => inSpine.has(one.path!)) ?? (inSpine.has(from) ? book.itemAt(from) : undefined)
      const after = book.itemrefs.find((one) => one.item === neighbour)
      const patch: TextPatch = after
        ? insertAfter(book.resource, after.element, itemref)
        : append(book.resource, book.spine, itemref)
      findings.push(found(book.resource, patch))
    }
    return findings
  },

  fix: carriedPatches,
})
