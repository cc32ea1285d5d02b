import { markupRule } from '../content/mending.ts'

/** A prefix means nothing until it is declared (Namespaces in XML 1.0 section 3). */
export const markupPrefixes = markupRule({
  id: 'markup-prefixes',
  answers: [{ id: 'RSC-016', text: /prefix/i }],
  why: 'The page makes use of a prefix such as “epub:” without saying what it stands for, so readers stop there.',
  slips: ['prefix'],
})
