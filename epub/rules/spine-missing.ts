import { append, found, prefixOf } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { likelyOrder } from '../package/reading-order.ts'
import { escapeXml } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A spine without any entry that leads to a page is written from the table of contents, then the manifest. */
export const spineMissing = defineRule({
  id: 'spine-missing',
  feature: 12,
  answers: [{ id: 'RSC-005', text: /spine/ }, { id: 'RSC-011' }, { id: 'OPF-033' }],
  class: 'auto',
  why: 'The book did not say in which order its pages are read, so it opened empty.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.spine || book.itemrefs.some(({ item }) => item?.path && publication.resources.has(item.path))) return []
    const order = likelyOrder(publication, book)
    if (order.length === 0) return []
    const prefix = prefixOf(book.spine)
    const xml = order.map(({ id }) => `<${prefix}itemref idref="${escapeXml(id!)}"/>`)
    return [found(book.resource, append(book.resource, book.spine, ...xml))]
  },

  fix: carriedPatches,
})
