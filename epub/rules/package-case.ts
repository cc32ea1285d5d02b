import { dublinCore } from '../package/dublin-core.ts'
import { found, prefixOf, renameAttribute, renameElement } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { type Element, findElements, isTag, localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const names = [
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

const right = new Map([...names, ...attributes].map((name) => [name.toLowerCase(), name]))

/** Whether a prefix stands for something where it is used. */
const isDeclared = (element: Element, prefix: string) => {
  for (let at: Element | undefined = element; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (at.attribs[`xmlns:${prefix.slice(0, -1)}`] !== undefined) return true
  return false
}

const nameOf = (element: Element, own: string): string => {
  const local = localName(element)
  const written = element.name.slice(0, element.name.length - local.length)
  const isLoose = written !== '' && !/^(dc|dcterms|opf):$/i.test(written) && !isDeclared(element, written)
  if (isLoose && dublinCore.has(local)) return `dc:${local}`
  const prefix = isLoose && names.includes(local) ? own : written
  const lower = local.toLowerCase()
  if (prefix.toLowerCase() === 'dc:') return dublinCore.has(lower) ? `dc:${lower}` : element.name
  return names.some((name) => name.toLowerCase() === lower) ? prefix + right.get(lower)! : element.name
}

/** XML names have a case and a namespace: `dc:Title`, `MANIFEST` or `x:item` say nothing to a reader. */
export const packageCase = defineRule({
  id: 'package-case',
  feature: 3,
  answers: [
    { id: 'RSC-016', text: /prefix/ },
    { id: 'RSC-005', text: /element "[^"]*[A-Z][^"]*"|attribute "[^"]*[A-Z]|incomplete|missing required/ },
  ],
  class: 'auto',
  why: 'Some labels were written in capital letters, so reading apps could not see the title or the parts list.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    return findElements(book.root, '*').flatMap((element) => {
      const name = nameOf(element, prefixOf(book.element))
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
