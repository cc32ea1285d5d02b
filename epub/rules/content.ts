import { markupAttributes } from './markup-attributes.ts'
import { markupComments } from './markup-comments.ts'
import { markupHtml } from './markup-html.ts'
import { markupPrefixes } from './markup-prefixes.ts'
import { markupProlog } from './markup-prolog.ts'
import { markupReferences } from './markup-references.ts'
import { markupTags } from './markup-tags.ts'
import { markupTrailing } from './markup-trailing.ts'
import type { Rule } from './rule.ts'

/** What is done to pages, drawings and style sheets, in the order in which one rests on the other. */
export const contentRules: readonly Rule[] = [
  markupProlog,
  markupReferences,
  markupAttributes,
  markupComments,
  markupTags,
  markupTrailing,
  markupPrefixes,
  markupHtml,
]
