import { found } from '../package/edit.ts'
import { reachesDocument, withPage } from '../package/fallbacks.ts'
import { idsOf } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** What stands in the reading order is a page or has one to fall back on (EPUB 3.3 section 3.4): a picture gets a page that shows it. */
export const spineForeign = defineRule({
  id: 'spine-foreign',
  feature: 12,
  answers: [{ id: 'OPF-042' }, { id: 'OPF-043' }, { id: 'OPF-044' }],
  class: 'auto',
  why: 'A picture or sound stood among the pages, where reading apps can only show pages.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest) return []
    const ids = idsOf(book)
    const done = new Set<string>()
    return book.itemrefs.flatMap(({ item }) => {
      if (!item?.path || done.has(item.path) || !publication.resources.has(item.path) || reachesDocument(book, item)) return []
      done.add(item.path)
      return [found(book.resource, withPage(publication, book, item, ids))]
    })
  },

  fix: carriedPatches,
})
