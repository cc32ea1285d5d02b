import { rulesOf } from '../content/css-rules.ts'
import { contentOf, pagesOf } from '../content/documents.ts'
import { packageOf, words } from '../package/package.ts'
import { mentions, type Publication, remembered, textOf } from '../publication.ts'
import { descendants, innerText, treeOf } from '../xml.ts'
import { defineRule, type Finding, replaceSpan } from './rule.ts'

/** Rules for classes and ids that no page has go on request; a selector that is not wholly plain is kept. */
export const slimStyles = defineRule({
  id: 'slim-styles',
  feature: 30,
  answers: [],
  class: 'ask',
  platforms: ['adobe', 'kobo', 'kindle'],
  why: 'The book carries style that no page uses.',

  detect(publication) {
    if ([...pagesOf(publication)].some((page) => mentions(page, /<script[\s>]|\son\w+\s*=/i))) return []
    const names = namesOf(publication)
    return [...contentOf(publication, 'css')].flatMap((sheet) => {
      const source = textOf(sheet)
      return rulesOf(source).flatMap(({ selector, span }): Finding[] => {
        if (selector.startsWith('@') || selector === '' || /[[\]\\(]/.test(selector)) return []
        const isUsed = (part: string) => [...part.matchAll(/[.#]([\w-]+|[^\s.#>+~:,]+)/g)].every((match) => names.has(match[0]))
        if (selector.split(',').some(isUsed)) return []
        const end = span[1] + (/^[ \t]*\r?\n/.exec(source.slice(span[1], span[1] + 200))?.[0].length ?? 0)
        return [
          {
            path: sheet.path,
            span: [span[0], end],
            before: source.slice(...span),
            after: '',
            note: `No page has what “${selector.slice(0, 80)}” is for.`,
          },
        ]
      })
    })
  },

  fix: replaceSpan,
})

/** `.class` and `#id` of everything in the book, and the classes that a read-aloud overlay sets. */
const namesOf = remembered((publication: Publication): ReadonlySet<string> => {
  const names = new Set<string>(['.-epub-media-overlay-active', '.-epub-media-overlay-playing'])
  for (const page of contentOf(publication, 'xhtml', 'svg', 'xml'))
    for (const { attribs } of descendants(treeOf(page))) {
      for (const name of words(attribs.class)) names.add(`.${name}`)
      if (attribs.id) names.add(`#${attribs.id.trim()}`)
    }
  for (const meta of packageOf(publication)?.metas('meta') ?? [])
    if (/^media:(playback-)?active-class$/.test(meta.attribs.property?.trim() ?? '')) names.add(`.${innerText(meta).trim()}`)
  return names
})
