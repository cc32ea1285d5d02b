import { flatten, tocOf } from '../navigation/navigation.ts'
import type { Publication } from '../publication.ts'
import { referencesTo } from '../references.ts'
import { isContentDocument } from './media-types.ts'
import type { ManifestItem, PackageDocument } from './package.ts'

/** Content documents of the manifest in the order they are most likely read: the contents first, the rest after its neighbour in the manifest. */
export function likelyOrder(publication: Publication, book: PackageDocument): ManifestItem[] {
  const documents = book.items.filter(
    ({ id, path, mediaType }) =>
      id &&
      path &&
      publication.resources.has(path) &&
      isContentDocument(mediaType, book.version) &&
      mediaType !== 'image/svg+xml',
  )
  const listed: ManifestItem[] = []
  for (const { path } of flatten(tocOf(publication))) {
    const item = documents.find((one) => one.path === path)
    if (item && !listed.includes(item)) listed.push(item)
  }
  const order = [...listed]
  for (const [at, item] of documents.entries()) {
    if (order.includes(item)) continue
    const before = documents
      .slice(0, at)
      .reverse()
      .find((one) => order.includes(one))
    order.splice(before ? order.indexOf(before) + 1 : 0, 0, item)
  }
  return order.filter((item) => !item.properties.includes('nav') || isLinked(publication, item) || order.length === 1)
}

/** Whether a page other than itself links to it: then it has to stand in the spine. */
const isLinked = (publication: Publication, { path }: ManifestItem) =>
  (referencesTo(publication).get(path!) ?? []).some(
    ({ element, kind, from, node }) => element === 'a' && kind === 'href' && node && from !== path,
  )
