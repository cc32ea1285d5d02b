import { packageOf } from '../package/package.ts'
import { isKindleLanguage } from '../platforms/kindle-languages.ts'
import { defineRule } from './rule.ts'

/** A language that the store does not sell in (KIN-15) is told; which one to say instead only the author knows. */
export const kindleLanguage = defineRule({
  id: 'kindle-language',
  feature: 22,
  answers: [{ id: 'KIN-15' }],
  class: 'report',
  needs: ['kindle'],
  why: 'The Kindle store does not take books in this language.',

  detect(publication) {
    const book = packageOf(publication)
    const language = book?.languages[0]
    if (!book || !language || isKindleLanguage(language)) return []
    return [{ path: book.path, before: language, note: `“${language}” is not among the languages of the Kindle store.` }]
  },

  fix: () => [],
})
