import { navItemOf, ncxItemOf } from '../navigation/navigation.ts'
import { dropAttribute, dropElement, found, type TextPatch } from '../package/edit.ts'
import { idUsers } from '../package/ids.ts'
import { findFile } from '../package/match.ts'
import { packageOf } from '../package/package.ts'
import { localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** An item whose file is not in the book is taken off the list, with what named it by id. Contents pages are written anew by their own rules. */
export const manifestAbsent = defineRule({
  id: 'manifest-absent',
  feature: 10,
  answers: [{ id: 'RSC-001' }, { id: 'RSC-029' }],
  class: 'auto',
  why: 'The parts list named a file that is not in the book.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const contents = new Set([navItemOf(publication)?.element, ncxItemOf(publication)?.element])
    const { resource } = book
    const twins = Map.groupBy(book.items, ({ id }) => id)
    return book.items
      .filter(({ path, remote, href, element }) => {
        if (href.startsWith('data:')) return true
        if (remote || contents.has(element)) return false
        return (path === undefined || !publication.resources.has(path)) && !(href && findFile(publication, book.path, href))
      })
      .map(({ id, href, element }) => {
        const patches: TextPatch[] = [dropElement(resource, element)]
        if (id && twins.get(id)?.length === 1)
          for (const { element: holder, attribute } of idUsers(book, id))
            patches.push(
              ...(localName(holder) === 'itemref' || localName(holder) === 'meta' || localName(holder) === 'mediaType'
                ? [dropElement(resource, holder)]
                : dropAttribute(resource, holder, attribute)),
            )
        return found(resource, patches, { note: `${href || 'An item without address'} is not in the book.` })
      })
  },

  fix: carriedPatches,
})
