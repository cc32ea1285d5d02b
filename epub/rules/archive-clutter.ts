import { defectFindings } from '../ocf/defect.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** What packing programs add: a folder round the book, their own bookkeeping, empty folders. */
export const archiveClutter = defineRule({
  id: 'archive-clutter',
  feature: 1,
  answers: [{ id: 'PKG-014' }, { id: 'PKG-006' }, { id: 'RSC-002' }],
  class: 'auto',
  why: 'The program that packed the book put things into it that do not belong there.',

  detect: (publication) =>
    defectFindings(publication, {
      wrapped: { note: 'The whole book stood inside one folder; it was moved up.', id: 'RSC-002' },
      clutter: { note: 'This file belongs to the computer that packed the book, not to the book.' },
      'empty-folder': { note: 'This folder is empty.', id: 'PKG-014' },
    }),

  fix: carriedPatches,
})
