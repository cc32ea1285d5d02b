import { contentOf } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { textOf } from '../publication.ts'
import { defineRule, replaceSpan } from './rule.ts'

/** A style sheet loses the declaration, selector or bracket that its parser stops at, and nothing else (CSS-008, CSS-002). */
export const styleSyntax = defineRule({
  id: 'style-syntax',
  feature: 18,
  answers: [{ id: 'CSS-008' }, { id: 'CSS-002' }],
  class: 'auto',
  why: 'One typo in a style sheet can make a reader throw away all of it, and the book looks bare.',

  detect: (publication) =>
    [...contentOf(publication, 'css', 'xhtml', 'svg')].flatMap((resource) =>
      sheetsOf(resource).flatMap(({ mends }) =>
        mends
          .filter(({ kind }) => kind !== 'bidi')
          .map(({ span, after }) => ({ path: resource.path, span, before: textOf(resource).slice(...span), after })),
      ),
    ),

  fix: replaceSpan,
})
