import { markupRule } from '../content/mending.ts'

/** After the root element only comments may follow; words that stand there are moved to the end of the page. */
export const markupTrailing = markupRule({
  id: 'markup-trailing',
  answers: [{ id: 'RSC-016', text: /trailing section|well-formed/i }, { id: 'RSC-005' }],
  why: 'Text after the end of the page stops readers from opening it.',
  slips: ['trailing'],
})
