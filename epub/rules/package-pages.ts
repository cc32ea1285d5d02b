import { packageOf } from '../package/package.ts'
import { pagesFromFiles } from '../package/pages.ts'
import { rebuiltPackage } from '../package/rebuild.ts'
import type { Patch } from '../patch.ts'
import { applyPatches } from '../patch.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A book without a single page has an empty spine (EPUB 3.3 section 5.7): its texts or pictures become the pages. */
export const packagePages = defineRule({
  id: 'package-pages',
  feature: 3,
  answers: [{ id: 'RSC-005', text: /spine/ }, { id: 'RSC-001' }, { id: 'OPF-033' }],
  class: 'auto',
  why: 'The book had no page that could be read, so reading apps showed nothing.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book || book.itemrefs.some(({ item }) => publication.resources.has(item?.path ?? ''))) return []
    const pages: Patch[] = pagesFromFiles(publication).map((page) => ({ kind: 'write', ...page }))
    if (pages.length === 0) return []
    const built = rebuiltPackage(applyPatches(publication, pages))
    if (!built) return []
    const note = 'Its pictures or plain texts became pages.'
    return [{ path: book.path, note, patches: [...pages, { kind: 'write', ...built }] }]
  },

  fix: carriedPatches,
})
