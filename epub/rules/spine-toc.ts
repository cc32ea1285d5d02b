import { ncxItemOf, ncxOf } from '../navigation/navigation.ts'
import { dropAttribute, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule } from './rule.ts'

const ncxType = 'application/x-dtbncx+xml'

/** The spine names the NCX, where there is one, and nothing else (OPF 2.0.1 section 2.4.1.2). */
export const spineToc = defineRule({
  id: 'spine-toc',
  feature: 12,
  answers: [{ id: 'OPF-049' }, { id: 'OPF-050' }, { id: 'RSC-005', text: /\btoc\b/ }],
  class: 'auto',
  why: 'Older reading apps could not find the table of contents.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.spine) return []
    const toc = book.spine.attribs.toc?.trim()
    const item = ncxItemOf(publication)
    const patches: TextPatch[] = []
    if (item?.id && ncxOf(publication)) {
      if (toc !== item.id) patches.push(setAttribute(book.resource, book.spine, 'toc', item.id))
      if (item.mediaType !== ncxType) patches.push(setAttribute(book.resource, item.element, 'media-type', ncxType))
    } else if (toc !== undefined && !item && book.version === '3.0')
      patches.push(...dropAttribute(book.resource, book.spine, 'toc'))
    return patches.length > 0 ? [found(book.resource, patches)] : []
  },

  fix: carriedPatches,
})
