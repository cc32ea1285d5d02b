import { markupRule } from '../content/mending.ts'

/** XML 1.0 section 2.8: the declaration is the very first thing, then the document type, then one root element. */
export const markupProlog = markupRule({
  id: 'markup-prolog',
  answers: [{ id: 'RSC-016', text: /processing instruction|prolog|declaration/i }],
  why: 'Something stands before the beginning of the page, so readers refuse to open it.',
  slips: ['prolog'],
})
