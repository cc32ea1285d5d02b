import { isVersion3, pagesOf } from '../content/documents.ts'
import { dropElement, found } from '../package/edit.ts'
import { fixedPages, viewportsOf } from '../package/fixed-layout.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The first size of a fixed page counts, the others are ignored (HTM-060a); a reflowable page has none to give (HTM-060b). */
export const viewportDouble = defineRule({
  id: 'viewport-double',
  feature: 28,
  answers: [{ id: 'HTM-060a' }, { id: 'HTM-060b' }],
  class: 'ask',
  why: 'The page says more than one size, and reading apps may follow different ones.',

  detect(publication) {
    if (!isVersion3(publication)) return []
    const fixed = new Set(fixedPages(publication))
    const book = packageOf(publication)
    return [...pagesOf(publication)].flatMap((page) => {
      if (!book?.itemAt(page.path)) return []
      const all = viewportsOf(page)
      const [extra, id] = fixed.has(page.path) ? [all.slice(1), 'HTM-060a'] : [all, 'HTM-060b']
      return extra.map((meta) => found(page, dropElement(page, meta), { id }))
    })
  },

  fix: carriedPatches,
})
