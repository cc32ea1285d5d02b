import { dropAttribute, found, setAttribute } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

const known =
  /^(page-spread-(left|right)|rendition:(page-spread-(center|left|right)|flow-(paginated|scrolled-continuous|scrolled-doc|auto)|layout-(reflowable|pre-paginated)|orientation-(landscape|portrait|auto)|spread-(none|landscape|portrait|both|auto)|align-x-center))$/

/** Properties of entries of the reading order are words of EPUB or carry a prefix (EPUB 3.3 appendix D.7). */
export const propertiesItemref = defineRule({
  id: 'properties-itemref',
  feature: 21,
  answers: [{ id: 'OPF-027' }],
  class: 'auto',
  why: 'A page carried a layout instruction that no reading app knows.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    return book.itemrefs.flatMap(({ properties, element }) => {
      const kept = properties.filter((one) => known.test(one) || (one.includes(':') && !one.startsWith('rendition:')))
      if (kept.length === properties.length) return []
      return [
        found(
          book.resource,
          kept.length > 0
            ? setAttribute(book.resource, element, 'properties', kept.join(' '))
            : dropAttribute(book.resource, element, 'properties'),
        ),
      ]
    })
  },

  fix: carriedPatches,
})
