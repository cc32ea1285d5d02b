import { dropAttribute, found, type TextPatch } from '../package/edit.ts'
import { type ManifestItem, packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A fallback names another item, and following fallbacks comes to an end (EPUB 3.3 section 3.5.1). */
export const fallbackChain = defineRule({
  id: 'fallback-chain',
  feature: 29,
  answers: [{ id: 'OPF-040' }, { id: 'OPF-041' }, { id: 'OPF-045' }],
  class: 'auto',
  why: 'A part of the book named a replacement for itself that is not there.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const cut = new Set<ManifestItem>()
    const leadsBack = (item: ManifestItem): boolean => {
      const seen = new Set<ManifestItem>()
      for (let at: ManifestItem | undefined = item; at?.fallback && !cut.has(at); at = book.itemById(at.fallback)) {
        if (seen.has(at)) return at === item
        seen.add(at)
      }
      return false
    }
    return book.items.flatMap((item) => {
      const patches: TextPatch[] = []
      const style = item.element.attribs['fallback-style']
      if (style !== undefined && !book.itemById(style.trim()))
        patches.push(...dropAttribute(book.resource, item.element, 'fallback-style'))
      if (item.element.attribs.fallback !== undefined && (!item.fallback || !book.itemById(item.fallback) || leadsBack(item))) {
        cut.add(item)
        patches.push(...dropAttribute(book.resource, item.element, 'fallback'))
      }
      return patches.length > 0 ? [found(book.resource, patches)] : []
    })
  },

  fix: carriedPatches,
})
