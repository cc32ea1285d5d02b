import { markupRule } from '../content/mending.ts'

/** A comment may not hold two hyphens in a row (XML 1.0 section 2.5). */
export const markupComments = markupRule({
  id: 'markup-comments',
  answers: [{ id: 'RSC-016', text: /comment/i }],
  why: 'A malformed comment stops the page from opening.',
  slips: ['comment'],
})
