import { defectFindings } from '../ocf/defect.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Names that are no container paths (EPUB 3.3 section 4.2.5): two files of one name, other encodings, ways out of the container. */
export const archiveNames = defineRule({
  id: 'archive-names',
  feature: 1,
  answers: [{ id: 'OPF-060' }, { id: 'PKG-027' }, { id: 'PKG-009' }, { id: 'PKG-008' }],
  class: 'auto',
  why: 'Apps disagree about files whose names are double, misspelt or lead outside the book.',

  detect: (publication) =>
    defectFindings(publication, {
      'duplicate-name': { note: 'Two files had this name; the last one that is whole was kept.', id: 'OPF-060' },
      'name-encoding': { note: 'This name was not written in UTF-8.', id: 'PKG-027' },
      'unsafe-name': { note: 'This name leads outside the book; the file was left out.', id: 'PKG-009' },
      'odd-name': { note: 'This name was written with back-slashes or needless dots.', id: 'PKG-009' },
      link: { note: 'This was a link to a file outside the book, not a file; it was left out.', id: 'PKG-008' },
    }),

  fix: carriedPatches,
})
