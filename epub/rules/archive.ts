import { archiveClutter } from './archive-clutter.ts'
import { archiveDamagedFile } from './archive-damaged-file.ts'
import { archiveDirectory } from './archive-directory.ts'
import { archiveEntries } from './archive-entries.ts'
import { archiveNames } from './archive-names.ts'
import { mimetypeEntry } from './mimetype-entry.ts'
import { packageMissing } from './package-missing.ts'
import { packagePages } from './package-pages.ts'
import { packingExtension } from './packing-extension.ts'
import { pathAscii } from './path-ascii.ts'
import { pathCase } from './path-case.ts'
import { pathMetaInf } from './path-meta-inf.ts'
import { pathNames } from './path-names.ts'
import type { Rule } from './rule.ts'

/** Rules of features 1, 2 and 4, and the first of feature 3 (a package and pages to work on), in the order in which they run. */
export const archiveRules: readonly Rule[] = [
  archiveDirectory,
  archiveEntries,
  archiveNames,
  archiveClutter,
  archiveDamagedFile,
  mimetypeEntry,
  packingExtension,
  pathCase,
  pathMetaInf,
  pathNames,
  pathAscii,
  packageMissing,
  packagePages,
]
