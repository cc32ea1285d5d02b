import { pagesOf } from '../content/documents.ts'
import { textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Soft hyphens show as hyphens, or as boxes, on Adobe's engine (ADE-6); readers hyphenate by themselves. */
export const slimHyphens = defineRule({
  id: 'slim-hyphens',
  feature: 30,
  answers: [{ id: 'ADE-6' }],
  class: 'ask',
  needs: ['adobe'],
  why: 'Hidden hyphens in words show up as real ones, and break searching.',

  detect: (publication) =>
    [...pagesOf(publication)].flatMap((page) => {
      const source = textOf(page)
      return [...source.matchAll(/\u00ad|&shy;|&#(?:173|x0*ad);/gi)].map(
        (match): Finding => ({
          path: page.path,
          span: [match.index, match.index + match[0].length],
          before: source.slice(Math.max(0, match.index - 12), match.index + match[0].length + 12),
          after: '',
        }),
      )
    }),

  fix: replaceSpan,
})
