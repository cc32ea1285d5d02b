import { dublinCore } from '../package/dublin-core.ts'
import { found, renameAttribute, renameElement } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { type Element, findElements, localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const own = [
  'package',
  'metadata',
  'manifest',
  'spine',
  'guide',
  'item',
  'itemref',
  'reference',
  'meta',
  'link',
  'bindings',
  'mediaType',
  'collection',
  'tours',
  'tour',
  'site',
  'dc-metadata',
  'x-metadata',
]
const attributes = [
  'id',
  'href',
  'media-type',
  'properties',
  'fallback',
  'media-overlay',
  'idref',
  'linear',
  'toc',
  'version',
  'unique-identifier',
  'prefix',
  'property',
  'refines',
  'scheme',
  'name',
  'content',
  'type',
  'title',
  'rel',
  'dir',
  'page-progression-direction',
  'role',
  'xml:lang',
  'opf:role',
  'opf:file-as',
  'opf:scheme',
  'opf:event',
]

const right = new Map([...own, ...attributes].map((name) => [name.toLowerCase(), name]))

const nameOf = (element: Element): string => {
  const local = localName(element)
  const prefix = element.name.slice(0, element.name.length - local.length)
  const lower = local.toLowerCase()
  if (prefix.toLowerCase() === 'dc:') return dublinCore.has(lower) ? `dc:${lower}` : element.name
  return own.some((name) => name.toLowerCase() === lower) ? prefix + right.get(lower)! : element.name
}

/** XML names have a case: `dc:Title` or `MANIFEST` say nothing to a reader. */
export const packageCase = defineRule({
  id: 'package-case',
  feature: 3,
  answers: [{ id: 'RSC-005', text: /element "[^"]*[A-Z][^"]*"|attribute "[^"]*[A-Z]|incomplete|missing required/ }],
  class: 'auto',
  why: 'Some labels were written in capital letters, so reading apps could not see the title or the parts list.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    return findElements(book.root, '*').flatMap((element) => {
      const name = nameOf(element)
      const patches = name === element.name ? [] : renameElement(book.resource, element, name)
      for (const attribute of Object.keys(element.attribs)) {
        const wanted = right.get(attribute.toLowerCase())
        if (wanted && wanted !== attribute && element.attribs[wanted] === undefined)
          patches.push(...renameAttribute(book.resource, element, attribute, wanted))
      }
      return patches.length > 0 ? [found(book.resource, patches)] : []
    })
  },

  fix: carriedPatches,
})
