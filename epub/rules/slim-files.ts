import { pagesOf } from '../content/documents.ts'
import { navItemOf, ncxItemOf } from '../navigation/navigation.ts'
import { dropElement, found } from '../package/edit.ts'
import { idUsers } from '../package/ids.ts'
import { isContentDocument } from '../package/media-types.ts'
import { packageOf } from '../package/package.ts'
import { mentions } from '../publication.ts'
import { referencesTo } from '../references.ts'
import { localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** Files that nothing in the book leads to (OPF-097) go on request. With a script in the book nobody can tell, so then nothing goes. */
export const slimFiles = defineRule({
  id: 'slim-files',
  feature: 30,
  answers: [{ id: 'OPF-097' }],
  class: 'ask',
  platforms: ['adobe', 'kobo', 'kindle'],
  why: 'The book carries a file that no page shows.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book || [...pagesOf(publication)].some((page) => mentions(page, /<script[\s>]|\son\w+\s*=/i))) return []
    const kept = new Set([navItemOf(publication), ncxItemOf(publication)])
    return book.items.flatMap((item) => {
      const { path, mediaType, properties, id } = item
      const resource = publication.resources.get(path ?? '')
      if (!resource || !path || kept.has(item) || properties.length > 0 || isContentDocument(mediaType, book.version)) return []
      if (/javascript|ecmascript|json|smil|pls|search-key-map/.test(mediaType ?? '')) return []
      if (id && idUsers(book, id).length > 0) return []
      const users = (referencesTo(publication).get(path) ?? []).filter(
        ({ from, node }) => from !== path && !(from === book.path && node && localName(node) === 'item'),
      )
      if (users.length > 0) return []
      const note = `Nothing in the book leads to “${path}” (${Math.ceil(resource.size / 1024)} KB).`
      return [found(book.resource, [dropElement(book.resource, item.element), { kind: 'remove', path }], { path, note })]
    })
  },

  fix: carriedPatches,
})
