import { directoryOf } from '../href.ts'
import { navItemOf, navOf, navsOf } from '../navigation/navigation.ts'
import { bestToc } from '../navigation/targets.ts'
import { freePath, navDocument } from '../navigation/write.ts'
import { append, dropAttribute, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { idsOf } from '../package/ids.ts'
import { itemXml } from '../package/item.ts'
import { type ManifestItem, packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import { written } from '../publication.ts'
import { findElement, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** An EPUB 3 has exactly one navigation document (EPUB 3.3 section 7): the page that is one is named, else one is written from the NCX or the headings. */
export const navMissing = defineRule({
  id: 'nav-missing',
  feature: 13,
  answers: [{ id: 'RSC-001' }, { id: 'OPF-012' }, { id: 'RSC-005', text: /"?nav"? (property|items)|nav|Navigation Document/ }],
  class: 'auto',
  why: 'The book had no table of contents that reading apps can show.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.manifest || book.version !== '3.0') return []
    const { resource } = book
    const fileOf = ({ path }: ManifestItem) => publication.resources.get(path ?? '')
    const isPage = (item: ManifestItem) => item.mediaType === 'application/xhtml+xml'
    const hasToc = (item: ManifestItem) => {
      const file = isPage(item) ? fileOf(item) : undefined
      return file?.bytes !== undefined && navsOf(file, 'toc').length > 0
    }
    const named = book.items.filter(({ properties }) => properties.includes('nav'))
    const pages = named.filter((item) => isPage(item) && fileOf(item))
    const keeper = pages.find(hasToc) ?? pages[0]

    const without = (item: ManifestItem): TextPatch[] => {
      const rest = item.properties.filter((one) => one !== 'nav')
      return rest.length > 0
        ? [setAttribute(resource, item.element, 'properties', rest.join(' '))]
        : dropAttribute(resource, item.element, 'properties')
    }
    if (keeper) return named.filter((item) => item !== keeper).map((item) => found(resource, without(item)))

    const unmarked =
      book.items.find(hasToc) ??
      book.items.find((item) => {
        const file = isPage(item) && /(^|\/)(nav|toc|contents)[^/]*$/i.test(item.path ?? '') ? fileOf(item) : undefined
        return file?.bytes !== undefined && findElement(treeOf(file), 'nav') !== undefined
      })
    if (unmarked) {
      const properties = [...unmarked.properties, 'nav'].join(' ')
      return [
        found(resource, [
          setAttribute(resource, unmarked.element, 'properties', properties),
          ...named.filter((item) => item !== unmarked).flatMap(without),
        ]),
      ]
    }

    const nodes = bestToc(publication)
    if (nodes.length === 0) return []
    const lost = navItemOf(publication)
    const reuse = lost?.path && !navOf(publication) && /\.(x?html?|xht)$/i.test(lost.path) ? lost : undefined
    const path = reuse?.path ?? freePath(publication, directoryOf(book.path), 'nav', 'xhtml')
    const content = navDocument(publication, path, nodes)
    const patches: Patch[] = [{ kind: 'write', path, content }]
    if (!reuse) {
      patches.push(append(resource, book.manifest, itemXml(book, written(path, content), idsOf(book).fresh('nav'), ['nav'])))
      patches.push(...named.flatMap(without))
    } else {
      if (reuse.mediaType !== 'application/xhtml+xml')
        patches.push(setAttribute(resource, reuse.element, 'media-type', 'application/xhtml+xml'))
      patches.push(...named.filter((item) => item !== reuse).flatMap(without))
    }
    return [found(resource, patches, { path, after: content })]
  },

  fix: carriedPatches,
})
