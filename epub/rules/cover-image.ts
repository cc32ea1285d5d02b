import { baseName, resolve } from '../href.ts'
import { dropAttribute, dropElement, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { isImage } from '../package/media-types.ts'
import { type ManifestItem, packageOf } from '../package/package.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** One picture is the cover, found the same way by old and new reading apps (EPUB 3.3 appendix D.6.1; `meta name="cover"` in EPUB 2). */
export const coverImage = defineRule({
  id: 'cover-image',
  feature: 17,
  answers: [{ id: 'OPF-012' }, { id: 'RSC-005', text: /cover/ }],
  class: 'auto',
  why: 'The cover was not marked as one, so shelves showed an empty book.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const { resource, version } = book
    const findings: Finding[] = []
    const alive = (item: ManifestItem | undefined) =>
      item && isImage(item.mediaType) && item.path && publication.resources.has(item.path)
    const marked = version === '3.0' ? book.items.filter(({ properties }) => properties.includes('cover-image')) : []
    const metas = book.metas('meta').filter(({ attribs }) => attribs.name === 'cover' && attribs.property === undefined)
    const named = metas.map(({ attribs }) => book.itemById(attribs.content?.trim() ?? '')).find(alive)
    const good = marked.filter(alive)
    const byName = book.items.filter(
      (item) =>
        alive(item) &&
        (/^cover(-?image)?$/i.test(item.id ?? '') || /^cover\.(jpe?g|png|gif|svg|webp)$/i.test(baseName(item.path!))),
    )
    const cover = good[0] ?? named ?? (byName.length === 1 ? byName[0] : undefined)

    const without = (item: ManifestItem): TextPatch[] => {
      const rest = item.properties.filter((one) => one !== 'cover-image')
      return rest.length > 0
        ? [setAttribute(resource, item.element, 'properties', rest.join(' '))]
        : dropAttribute(resource, item.element, 'properties')
    }
    for (const item of marked)
      if (item !== cover && (!alive(item) || good.length > 1)) findings.push(found(resource, without(item)))
    if (version === '3.0' && cover && good.length === 0 && (named || marked.length > 0))
      findings.push(
        found(resource, setAttribute(resource, cover.element, 'properties', [...cover.properties, 'cover-image'].join(' '))),
      )

    for (const [at, meta] of metas.entries()) {
      const content = meta.attribs.content?.trim() ?? ''
      if (alive(book.itemById(content))) {
        if (at > 0 && metas.slice(0, at).some(({ attribs }) => attribs.content?.trim() === content))
          findings.push(found(resource, dropElement(resource, meta)))
        continue
      }
      const byHref = book.items.find((item) => alive(item) && item.path === resolve(book.path, content))
      const id = byHref?.id ?? cover?.id
      if (id) findings.push(found(resource, setAttribute(resource, meta, 'content', id)))
      else findings.push(found(resource, dropElement(resource, meta)))
    }
    return findings
  },

  fix: carriedPatches,
})
