import { guideReferences } from './guide.ts'
import { type Rule, uniqueIds } from './tree.ts'

/** What EPUBCheck's Schematron for the package document of EPUB 2 says. */
export const package2: readonly Rule[] = [uniqueIds(), guideReferences]
