import { markupRule } from '../content/mending.ts'

/** `&` and `<` as plain characters (XML 1.0 section 2.4), names of characters that only HTML knows, scripts outside CDATA. */
export const markupReferences = markupRule({
  id: 'markup-references',
  answers: [{ id: 'RSC-016', text: /entity|reference|well-formed character data|CDATA|Unicode/i }],
  why: 'A bare & or < or an unknown character name stops the page from opening.',
  // `&nbsp;` reads as a word to a tolerant reader; the character it becomes is none
  changesText: true,
  slips: ['reference', 'angle', 'script'],
})
