import { advancedRules } from './advanced.ts'
import { archiveRules } from './archive.ts'
import { contentRules } from './content.ts'
import { packageRules } from './package.ts'
import type { Rule } from './rule.ts'
import { suggestionRules } from './suggestions.ts'

/** Features in the order in which they run: archive and names first, so that later ones can trust paths and text. */
const featureOrder = [
  1, 2, 3, 5, 4, 6, 7, 9, 8, 11, 10, 12, 15, 14, 13, 16, 17, 18, 21, 20, 19, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
  35, 36, 37,
]

const place = (rule: Rule) => featureOrder.indexOf(rule.feature)

const inOrder: readonly Rule[] = [...archiveRules, ...contentRules, ...packageRules, ...advancedRules, ...suggestionRules].sort(
  (a, b) => place(a) - place(b),
)

/** What a book says of its accessibility is true of the texts and the contents that it got since. */
const isLate = ({ feature, id }: Rule) => feature === 21 || feature === 10 || id === 'accessibility-metadata'

/** Every rule in the order in which it runs; declarations (21), the parts list (10) and accessibility once more at the end. */
export const catalogue: readonly Rule[] = [...inOrder, ...inOrder.filter(isLate)]
