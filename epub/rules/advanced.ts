import { packageUpgrade } from './package-upgrade.ts'
import { residualSearch } from './residual-search.ts'
import type { Rule } from './rule.ts'

/** What makes a sound book better for those who ask for it, and the search for the last errors. */
export const advancedRules: readonly Rule[] = [packageUpgrade, residualSearch]
