import { baseName, decodePath } from '../href.ts'
import { found } from '../package/edit.ts'
import { reachesCore, withFallback } from '../package/fallbacks.ts'
import { idsOf } from '../package/ids.ts'
import { packageOf } from '../package/package.ts'
import { placeholderPath, placeholderSvg } from '../package/placeholder.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Something only some reading apps can show has a stand-in for the others (EPUB 3.3 section 3.5): a frame with its name, where the maker gave none. */
export const fallbackForeign = defineRule({
  id: 'fallback-foreign',
  feature: 29,
  answers: [{ id: 'RSC-032' }, { id: 'MED-002' }],
  class: 'auto',
  why: 'A page showed something that most reading apps cannot show, with nothing in its place.',

  detect(publication, { messages }) {
    const book = packageOf(publication)
    if (!book?.manifest) return []
    const told = messages.filter(({ id }) => id === 'RSC-032').map(({ text }) => text)
    if (told.length === 0) return []
    const ids = idsOf(book)
    return book.items
      .filter(
        (item) =>
          item.path &&
          publication.resources.has(item.path) &&
          told.some((text) => text.includes(item.path!)) &&
          !reachesCore(book, item),
      )
      .map((item) => {
        const content = placeholderSvg(decodePath(baseName(item.path!)))
        return found(book.resource, withFallback(book, item, placeholderPath(publication, item.path!), content, ids))
      })
  },

  fix: carriedPatches,
})
