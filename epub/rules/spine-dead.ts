import { dropElement, found } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Files that are never pages, so that an entry of the reading order can only be a slip. */
const neverPages =
  /^(text\/css|text\/javascript|application\/(javascript|ecmascript|x-dtbncx\+xml|smil\+xml|pls\+xml|vnd\.ms-opentype)|font\/|application\/(x-)?font-)/

/** The reading order names each page once and only pages that are there (EPUB 3.3 section 5.7). */
export const spineDead = defineRule({
  id: 'spine-dead',
  feature: 12,
  answers: [
    { id: 'OPF-034' },
    { id: 'OPF-042' },
    { id: 'OPF-049' },
    { id: 'OPF-077' },
    { id: 'RSC-005', text: /idref|[Ii]temref/ },
  ],
  class: 'auto',
  why: 'The reading order named a page twice, or one that is not in the book.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const alive = book.itemrefs.some(({ item }) => item)
    const seen = new Set<string>()
    const findings: Finding[] = []
    for (const { idref, item, element } of book.itemrefs) {
      const double = idref !== undefined && seen.has(idref)
      if (idref) seen.add(idref)
      const absent =
        item && !item.remote && (!item.path || !publication.resources.has(item.path)) && !item.properties.includes('nav')
      const stray = item?.mediaType !== undefined && neverPages.test(item.mediaType) && !item.fallback
      if (double || absent || stray || (!item && alive)) {
        const note = item || !idref ? undefined : `Nothing in the parts list is called “${idref}”.`
        findings.push(found(book.resource, dropElement(book.resource, element), note ? { note } : {}))
      }
    }
    return findings
  },

  fix: carriedPatches,
})
