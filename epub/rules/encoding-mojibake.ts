import { contentOf } from '../content/documents.ts'
import { garbledRuns } from '../content/mojibake.ts'
import { textOf } from '../publication.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** “â€™” is ’ that was stored as UTF-8 and read as Windows-1252. What does not go the way back is never touched. */
export const encodingMojibake = defineRule({
  id: 'encoding-mojibake',
  feature: 5,
  answers: [],
  class: 'auto',
  why: 'Quotes and accented letters show as garbage such as “â€™”.',
  changesText: true,

  detect: (publication) =>
    [...contentOf(publication, 'xhtml', 'svg', 'xml')].flatMap((resource) => {
      const text = textOf(resource)
      return garbledRuns(text).map(({ start, before, after }): Finding => {
        const span = [start, start + before.length] as const
        const [head, tail] = wordAround(text, span)
        return {
          path: resource.path,
          span,
          before: head + before + tail,
          after: head + after + tail,
          patches: [{ kind: 'text', path: resource.path, span, after }],
        }
      })
    }),

  fix: carriedPatches,
})

/** Longest part of a word on either side that is shown, in UTF-16 units. */
const reach = 24

/** The letters right before and after, because nobody recognises half a word. */
function wordAround(text: string, [start, end]: readonly [number, number]): readonly [string, string] {
  const head = /[\p{L}\p{M}\p{N}'’-]*$/u.exec(text.slice(Math.max(0, start - reach), start))?.[0] ?? ''
  const tail = /^[\p{L}\p{M}\p{N}'’-]*/u.exec(text.slice(end, end + reach))?.[0] ?? ''
  return [head, tail]
}
