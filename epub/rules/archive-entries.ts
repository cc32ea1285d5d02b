import { defectFindings } from '../ocf/defect.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Files whose packed data are wrong: what still decodes is kept, and what is gone is said by name. */
export const archiveEntries = defineRule({
  id: 'archive-entries',
  feature: 1,
  answers: [{ id: 'PKG-008' }, { id: 'RSC-002' }, { id: 'CHK-008' }, { id: 'PKG-015' }],
  class: 'auto',
  why: 'A file inside the book could not be unpacked.',

  detect: (publication) =>
    defectFindings(publication, {
      'entry-damaged': { note: 'The packed data of this file break off; everything up to there was kept.' },
      'entry-lost': { note: 'Nothing of this file could be read: its content is lost.' },
      'wrong-checksum': { note: 'The checksum or size noted for this file was wrong; its content was kept.' },
      'unknown-method': { note: 'This file is packed by a method that EPUB does not know.' },
    }),

  fix: carriedPatches,
})
