import { directoryOf, relative } from '../href.ts'
import { ncxItemOf, ncxOf } from '../navigation/navigation.ts'
import { bestToc } from '../navigation/targets.ts'
import { freePath, ncxDocument } from '../navigation/write.ts'
import { append, dropAttribute, dropElement, found, prefixOf, setAttribute } from '../package/edit.ts'
import { idsOf, idUsers } from '../package/ids.ts'
import { findFile } from '../package/match.ts'
import { packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { findElement, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const ncxType = 'application/x-dtbncx+xml'

/** EPUB 2 finds its table of contents in the NCX (OPF 2.0.1 section 2.4.1). A lost or hopeless one is written from the navigation document or the headings. */
export const ncxMissing = defineRule({
  id: 'ncx-missing',
  feature: 13,
  answers: [{ id: 'RSC-001' }, { id: 'OPF-049' }, { id: 'OPF-050' }, { id: 'NCX-002' }, { id: 'RSC-005', text: /\btoc\b|ncx/i }],
  class: 'auto',
  why: 'The table of contents that older reading apps use was missing.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest || !book.spine) return []
    const { resource } = book
    const item = ncxItemOf(publication)
    const file = ncxOf(publication)
    if (file?.bytes) {
      if (findElement(treeOf(file), 'navMap')) return []
      const nodes = bestToc(publication)
      const content = ncxDocument(publication, file.path, nodes)
      return nodes.length === 0
        ? []
        : [found(resource, [{ kind: 'write', path: file.path, content }], { path: file.path, after: content })]
    }
    if (item?.href && findFile(publication, book.path, item.href)) return []
    const nodes = book.version === '2.0' || item ? bestToc(publication) : []
    if (nodes.length === 0) {
      if (!item || book.version === '2.0') return []
      const users = item.id ? idUsers(book, item.id) : []
      return [
        found(resource, [
          dropElement(resource, item.element),
          ...users.flatMap(({ element, attribute }) => dropAttribute(resource, element, attribute)),
        ]),
      ]
    }
    // An NCX that stands in the container without being declared is declared, not written again.
    const loose = [...publication.resources.values()].filter(({ path }) => /\.ncx$/i.test(path))
    const path = item?.path ?? (loose.length === 1 ? loose[0]!.path : freePath(publication, directoryOf(book.path), 'toc', 'ncx'))
    const content = ncxDocument(publication, path, nodes)
    const patches: Patch[] = publication.resources.has(path) ? [] : [{ kind: 'write', path, content }]
    let id = item?.id
    if (item && item.path !== path) patches.push(setAttribute(resource, item.element, 'href', relative(book.path, path)))
    if (!item) {
      const named = book.spine.attribs.toc?.trim()
      const { fresh, taken } = idsOf(book)
      id = named && !taken.has(named) ? fresh(named) : fresh('ncx')
      const href = relative(book.path, path)
      patches.push(
        append(resource, book.manifest, `<${prefixOf(book.manifest)}item id="${id}" href="${href}" media-type="${ncxType}"/>`),
      )
    }
    if (id && book.spine.attribs.toc?.trim() !== id) patches.push(setAttribute(resource, book.spine, 'toc', id))
    return [found(resource, patches, { path, after: content })]
  },

  fix: carriedPatches,
})
