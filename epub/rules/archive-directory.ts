import { defectFindings } from '../ocf/defect.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The archive's own list of files: read from the files' own headers where it is gone, and always written anew. */
export const archiveDirectory = defineRule({
  id: 'archive-directory',
  feature: 1,
  answers: [{ id: 'PKG-008' }, { id: 'PKG-003' }, { id: 'PKG-004' }, { id: 'PKG-015' }],
  class: 'auto',
  why: 'The file was cut off or its list of contents was damaged, so no app could open it.',

  detect: (publication) =>
    defectFindings(publication, {
      'no-directory': { note: 'The list of files at the end of the archive is missing; the files were found one by one.' },
      'directory-damaged': {
        note: 'The list of files at the end of the archive does not fit its content; the files were found one by one.',
      },
      'leading-junk': { note: 'Something that does not belong to the book stood before it in the file.', id: 'PKG-004' },
      'trailing-junk': { note: 'Something that does not belong to the book stood after it in the file.' },
      'nested-archive': { note: 'The book was packed once more inside another archive.', id: 'PKG-006' },
    }),

  fix: carriedPatches,
})
