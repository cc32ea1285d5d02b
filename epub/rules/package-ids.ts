import { found, setAttribute, type TextPatch } from '../package/edit.ts'
import { asId, idsOf, idUsers, isId, wishFor } from '../package/ids.ts'
import { isImage } from '../package/media-types.ts'
import { type ManifestItem, type PackageDocument, packageOf } from '../package/package.ts'
import { type Element, findElements } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/**
 * Every item has an id, every id is a legal XML name and stands once. Of equal ids the holder that the references
 * suit keeps it: a page for the spine, a picture for the cover, else the first.
 */
export const packageIds = defineRule({
  id: 'package-ids',
  feature: 9,
  answers: [{ id: 'RSC-005', text: /\bid\b|Duplicate|"id" attribute|missing required attribute|name/i }],
  class: 'auto',
  why: 'Two parts of the book had the same name or none, so reading apps could mix them up.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const { resource } = book
    const findings: Finding[] = []
    const { fresh, taken } = idsOf(book)
    const holders = new Map<string, Element[]>()
    for (const element of findElements(book.root, '*')) {
      const id = element.attribs.id?.trim()
      if (id) holders.set(id, [...(holders.get(id) ?? []), element])
      else if (element.attribs.id !== undefined && element.name.endsWith('item') === false) {
        findings.push(found(resource, setAttribute(resource, element, 'id', fresh('id'))))
      }
    }
    const wanted = dangling(book)

    for (const item of book.items) {
      if (item.id) continue
      const wish = wanted.find((id) => suits(book, id, item) && !taken.has(id)) ?? wishFor(item.path ?? item.href)
      findings.push(found(resource, setAttribute(resource, item.element, 'id', fresh(wish))))
    }
    for (const [id, elements] of holders) {
      if (!isId(id)) {
        const references = idUsers(book, id)
        const name = fresh(asId(id))
        const patches: TextPatch[] = [setAttribute(resource, elements[0]!, 'id', name)]
        for (const { element, attribute, hash } of references)
          patches.push(setAttribute(resource, element, attribute, hash ? `#${name}` : name))
        findings.push(found(resource, patches))
      }
      if (elements.length < 2) continue
      const keeper = keeperOf(book, id, elements)
      for (const element of elements) {
        if (element === keeper) continue
        const item = book.items.find((one) => one.element === element)
        const wish = item
          ? (wanted.find((one) => suits(book, one, item) && !taken.has(one)) ?? wishFor(item.path ?? item.href))
          : id
        findings.push(found(resource, setAttribute(resource, element, 'id', fresh(wish))))
      }
    }
    return findings
  },

  fix: carriedPatches,
})

/** Ids that something names and nothing has. */
function dangling(book: PackageDocument): string[] {
  const ids = new Set(findElements(book.root, '*').flatMap(({ attribs }) => attribs.id?.trim() ?? []))
  const named = [
    ...book.itemrefs.flatMap(({ idref }) => idref ?? []),
    ...book.items.flatMap(({ fallback, mediaOverlay }) => [fallback ?? [], mediaOverlay ?? []].flat()),
    ...book.metas('meta').flatMap(({ attribs }) => (attribs.name === 'cover' ? (attribs.content ?? []) : [])),
    book.spine?.attribs.toc ?? [],
  ].flat()
  return [...new Set(named)].filter((id) => isId(id) && !ids.has(id))
}

/** Whether an item could be what the references to this id mean. */
function suits(book: PackageDocument, id: string, { mediaType, path, href }: ManifestItem): boolean {
  const references = idUsers(book, id)
  const name = asId(wishFor(path ?? href))
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
  if (references.some(({ element }) => element.name.endsWith('spine'))) return mediaType === 'application/x-dtbncx+xml'
  if (references.some(({ attribute }) => attribute === 'content')) return isImage(mediaType) && /cover/i.test(`${path} ${id}`)
  if (references.some(({ attribute }) => attribute === 'media-overlay'))
    return mediaType === 'application/smil+xml' && name === id.toLowerCase()
  return (
    mediaType === 'application/xhtml+xml' &&
    (name === id.toLowerCase() || asId(wishFor(path ?? href)).toLowerCase() === id.toLowerCase())
  )
}

function keeperOf(book: PackageDocument, id: string, elements: readonly Element[]): Element {
  const references = idUsers(book, id)
  const items = elements.map((element) => book.items.find((one) => one.element === element))
  const pick = (test: (item: ManifestItem) => boolean) => items.find((item) => item && test(item))?.element
  if (references.some(({ attribute }) => attribute === 'unique-identifier'))
    return elements.find(({ name }) => name.endsWith('identifier')) ?? elements[0]!
  if (references.some(({ attribute }) => attribute === 'idref'))
    return (
      pick(({ mediaType }) => mediaType === 'application/xhtml+xml') ??
      pick(({ mediaType }) => mediaType === 'image/svg+xml') ??
      elements[0]!
    )
  if (references.some(({ attribute }) => attribute === 'toc'))
    return pick(({ mediaType }) => mediaType === 'application/x-dtbncx+xml') ?? elements[0]!
  if (references.some(({ attribute }) => attribute === 'media-overlay'))
    return pick(({ mediaType }) => mediaType === 'application/smil+xml') ?? elements[0]!
  if (references.some(({ attribute }) => attribute === 'content'))
    return pick(({ mediaType }) => isImage(mediaType)) ?? elements[0]!
  return pick(({ properties }) => properties.includes('nav')) ?? elements[0]!
}
