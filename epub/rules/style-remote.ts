import { cssUrls } from '../content/css-urls.ts'
import { contentOf, isVersion3 } from '../content/documents.ts'
import { sheetsOf } from '../content/sheets.ts'
import { isRemote } from '../href.ts'
import { textOf } from '../publication.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Pictures and sheets that a style sheet fetches from the net (RSC-006): their declarations go. Fonts may stay outside in EPUB 3. */
export const styleRemote = defineRule({
  id: 'style-remote',
  feature: 27,
  answers: [{ id: 'RSC-006' }, { id: 'RSC-030' }],
  class: 'auto',
  why: 'A book must carry its own pictures and styles; readers do not fetch them from the net.',

  detect(publication) {
    const version3 = isVersion3(publication)
    return [...contentOf(publication, 'css', 'xhtml')].flatMap((resource): Finding[] => {
      const source = textOf(resource)
      if (!/:\/\/|file:/i.test(source)) return []
      return sheetsOf(resource).flatMap(({ declarations, imports }) => [
        ...declarations
          .filter(({ value, holder }) =>
            cssUrls(value).some(
              (url) => remote(url.value) && !(version3 && holder === '@font-face' && !/^file:/i.test(url.value)),
            ),
          )
          .map(({ span }) => ({ path: resource.path, span, before: source.slice(...span), after: '' })),
        ...imports
          .filter(({ prelude }) => cssUrls(`@import ${prelude}`).some((url) => remote(url.value)))
          .map(({ span }) => ({ path: resource.path, span, before: source.slice(...span), after: '' })),
      ])
    })
  },

  fix: replaceSpan,
})

const remote = (value: string) => isRemote(value) && !/^data:/i.test(value)
