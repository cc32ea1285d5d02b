import { markupRule } from '../content/mending.ts'

/** Attributes in XML have one name, an equals sign and quotes, and stand once (XML 1.0 section 3.1). */
export const markupAttributes = markupRule({
  id: 'markup-attributes',
  answers: [{ id: 'RSC-016', text: /attribute|quote/i }],
  why: 'An attribute without quotes or written twice stops the page from opening.',
  slips: ['attribute'],
})
