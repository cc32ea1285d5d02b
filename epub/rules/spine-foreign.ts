import { found, setAttribute } from '../package/edit.ts'
import { pageOf, reachesDocument, withPage } from '../package/fallbacks.ts'
import { idsOf } from '../package/ids.ts'
import { isContentDocument, isImage } from '../package/media-types.ts'
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
    return book.itemrefs.flatMap(({ item, element }) => {
      if (
        !item?.path ||
        done.has(item.path) ||
        !publication.resources.has(item.path) ||
        (book.version === '3.0'
          ? reachesDocument(book, item)
          : isContentDocument(item.mediaType, '2.0') || !isImage(item.mediaType))
      )
        return []
      done.add(item.path)
      if (book.version === '3.0') return [found(book.resource, withPage(publication, book, item, ids))]
      const page = pageOf(publication, book, item, ids)
      return [found(book.resource, [...page.patches, setAttribute(book.resource, element, 'idref', page.id)])]
    })
  },

  fix: carriedPatches,
})
