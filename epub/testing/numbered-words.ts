import { pagesOf } from '../content/documents.ts'
import { type Publication, textOf } from '../publication.ts'

/** The numbered words of a random book (`w12x`) that stand on its pages, outside tags. */
export const numberedWords = (publication: Publication): Set<string> =>
  new Set(
    [...pagesOf(publication)].flatMap(
      (page) =>
        textOf(page)
          .replace(/<[^<>]*>/g, ' ')
          .match(/\bw\d+x\b/g) ?? [],
    ),
  )
