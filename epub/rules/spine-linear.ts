import { dropAttribute, found } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A reading order of which nothing is read in order is no order (EPUB 3.3 section 5.7.2). */
export const spineLinear = defineRule({
  id: 'spine-linear',
  feature: 12,
  answers: [{ id: 'OPF-033' }],
  class: 'auto',
  why: 'Every page was marked as an extra, so turning the pages showed nothing.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book || book.itemrefs.length === 0 || book.itemrefs.some(({ linear }) => linear)) return []
    return book.itemrefs.map(({ element }) => found(book.resource, dropAttribute(book.resource, element, 'linear')))
  },

  fix: carriedPatches,
})
