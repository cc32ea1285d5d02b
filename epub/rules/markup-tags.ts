import { markupRule } from '../content/mending.ts'

/** Every element is closed, once, inside the element that holds it; names are in lower case (XHTML). */
export const markupTags = markupRule({
  id: 'markup-tags',
  answers: [
    { id: 'RSC-016', text: /element type|end-tag|start and end|Premature/i },
    { id: 'RSC-005', text: /element "[A-Z][A-Z0-9]*"|expected the element end-tag/ },
  ],
  why: 'Tags that are never closed, or closed in the wrong order, show as a red error instead of the page.',
  slips: ['tag', 'nesting'],
})
