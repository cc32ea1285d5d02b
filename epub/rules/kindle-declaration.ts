import { pagesOf } from '../content/documents.ts'
import { decoded, textOf } from '../publication.ts'
import { defineRule, replaceSpan } from './rule.ts'

/** Send to Kindle takes a page without XML declaration for Latin-1 (KIN-6); only pages with other letters than ASCII need one. */
export const kindleDeclaration = defineRule({
  id: 'kindle-declaration',
  feature: 22,
  answers: [{ id: 'KIN-6' }],
  class: 'ask',
  needs: ['kindle'],
  why: 'Without a declaration a Kindle takes accented letters for others.',

  detect: (publication) =>
    [...pagesOf(publication)].flatMap((resource) => {
      const source = textOf(resource)
      const { encoding, malformed } = decoded(resource)
      if (encoding !== 'utf-8' || malformed || /^\s*<\?xml\s/.test(source) || !/[^\x00-\x7f]/.test(source)) return []
      const lead = /^\s*/.exec(source)![0].length
      return [{ path: resource.path, span: [0, lead] as const, before: '', after: '<?xml version="1.0" encoding="utf-8"?>\n' }]
    }),

  fix: replaceSpan,
})
