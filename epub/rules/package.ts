import { containerContent } from './container-content.ts'
import { containerMissing } from './container-missing.ts'
import { containerRootfile } from './container-rootfile.ts'
import { containerSchema } from './container-schema.ts'
import { manifestDuplicate } from './manifest-duplicate.ts'
import { manifestHref } from './manifest-href.ts'
import { manifestOutsider } from './manifest-outsider.ts'
import { mediaTypeDeclared } from './media-type-declared.ts'
import { packageCase } from './package-case.ts'
import { packageDoctype } from './package-doctype.ts'
import { packageForeign } from './package-foreign.ts'
import { packageIds } from './package-ids.ts'
import { packageNamespace } from './package-namespace.ts'
import { packageStructure } from './package-structure.ts'
import { packageVersion } from './package-version.ts'
import type { Rule } from './rule.ts'

/** Everything about the container, the package document and navigation, in the order in which it runs. */
export const packageRules: readonly Rule[] = [
  containerContent,
  containerMissing,
  containerRootfile,
  containerSchema,
  packageDoctype,
  packageCase,
  packageNamespace,
  packageVersion,
  packageStructure,
  packageForeign,
  packageIds,
  mediaTypeDeclared,
  manifestHref,
  manifestDuplicate,
  manifestOutsider,
]
