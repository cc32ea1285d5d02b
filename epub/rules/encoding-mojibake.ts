import { contentOf } from '../content/documents.ts'
import { garbledRuns } from '../content/mojibake.ts'
import { textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** “â€™” is ’ that was stored as UTF-8 and read as Windows-1252. What does not go the way back is never touched. */
export const encodingMojibake = defineRule({
  id: 'encoding-mojibake',
  feature: 5,
  answers: [],
  class: 'auto',
  why: 'Quotes and accented letters show as garbage such as “â€™”.',
  changesText: true,

  detect: (publication) =>
    [...contentOf(publication, 'xhtml', 'svg', 'xml')].flatMap((resource) =>
      garbledRuns(textOf(resource)).map(
        ({ start, before, after }): Finding => ({
          path: resource.path,
          span: [start, start + before.length],
          before,
          after,
        }),
      ),
    ),

  fix: replaceSpan,
})
