import { defectFindings } from '../ocf/defect.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** The first entry says that the archive is an EPUB (EPUB 3.3 section 4.2.3): first, stored, bare, exactly 20 bytes. */
export const mimetypeEntry = defineRule({
  id: 'mimetype-entry',
  feature: 2,
  answers: [{ id: 'PKG-006' }, { id: 'PKG-007' }, { id: 'PKG-005' }],
  class: 'auto',
  why: 'Stores and reading apps look at the first bytes of a file to see whether it is an EPUB.',

  detect: (publication) =>
    defectFindings(publication, {
      'mimetype-missing': { note: 'The file "mimetype" was missing.', id: 'PKG-006' },
      'mimetype-not-first': { note: 'The file "mimetype" was not the first one in the archive.', id: 'PKG-006' },
      'mimetype-packed': { note: 'The file "mimetype" was compressed.', id: 'PKG-007' },
      'mimetype-content': { note: 'The file "mimetype" did not say exactly "application/epub+zip".', id: 'PKG-007' },
      'mimetype-extra-field': { note: 'The file "mimetype" carried an extra field.', id: 'PKG-005' },
    }),

  fix: carriedPatches,
})
