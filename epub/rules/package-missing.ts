import { packageOf } from '../package/package.ts'
import { rebuiltPackage } from '../package/rebuild.ts'
import type { Patch } from '../patch.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** A book without any package document gets one made from its files (EPUB 3.3 section 5). */
export const packageMissing = defineRule({
  id: 'package-missing',
  feature: 3,
  answers: [{ id: 'RSC-001' }, { id: 'OPF-002' }, { id: 'PKG-020' }, { id: 'RSC-003' }, { id: 'RSC-005' }, { id: 'RSC-016' }],
  class: 'auto',
  why: 'The file that lists the parts of the book and their order was missing or empty, so no app could show anything.',

  detect(publication) {
    if (packageOf(publication)) return []
    const built = rebuiltPackage(publication)
    if (!built) return []
    const patch: Patch = { kind: 'write', ...built }
    return [{ path: built.path, after: built.content, note: 'A new one was made from the files.', patches: [patch] }]
  },

  fix: carriedPatches,
})
