import { dropElement, found } from '../package/edit.ts'
import { isOutside } from '../package/item.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The package itself and the container's own files are no parts of the book (EPUB 3.3 section 5.6.1). */
export const manifestOutsider = defineRule({
  id: 'manifest-outsider',
  feature: 10,
  answers: [{ id: 'OPF-099' }, { id: 'PKG-025' }],
  class: 'auto',
  why: 'The parts list named itself or a technical file as a part of the book.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    return book.items
      .filter(({ path }) => path === book.path || (path !== undefined && isOutside(path)))
      .map(({ element }) => found(book.resource, dropElement(book.resource, element)))
  },

  fix: carriedPatches,
})
