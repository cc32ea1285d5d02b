import { dropAttribute, found } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { allReferences } from '../references.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A page outside the linear order must be reachable by a link (EPUB 3.3 section 5.7.2); one that is not is put back into the order. */
export const spineUnreachable = defineRule({
  id: 'spine-unreachable',
  feature: 12,
  answers: [{ id: 'OPF-096' }, { id: 'OPF-096b' }],
  class: 'auto',
  why: 'A page was marked as an extra but nothing led to it, so no reader would ever see it.',

  detect(publication) {
    const book = packageOf(publication)
    if (book?.version !== '3.0') return []
    const extras = book.itemrefs.filter(({ linear, item }) => !linear && item?.path)
    // A script may lead there, which nobody can tell without running it.
    if (extras.length === 0 || book.items.some(({ properties }) => properties.includes('scripted'))) return []
    const declared = new Set(book.items.flatMap(({ path }) => path ?? []))
    const reached = new Set(
      allReferences(publication).flatMap(({ element, kind, path, from }) =>
        path && (element === 'a' || element === 'area') && kind === 'href' && declared.has(from) && path !== from ? [path] : [],
      ),
    )
    return extras
      .filter(({ item }) => !reached.has(item!.path!))
      .map(({ element }) => found(book.resource, dropAttribute(book.resource, element, 'linear')))
  },

  fix: carriedPatches,
})
