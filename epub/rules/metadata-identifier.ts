import { append, found, setAttribute, setContent, type TextPatch } from '../package/edit.ts'
import { contentUuid, ncxIdentifierOf } from '../package/identifier.ts'
import { idsOf, isId } from '../package/ids.ts'
import { dublinCoreHome, packageOf } from '../package/package.ts'
import { escapeXml, innerText } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/** One identifier is the book's own, named by `unique-identifier` (EPUB 3.3 section 5.4). An existing one is named; only a book without any gets a new one. */
export const metadataIdentifier = defineRule({
  id: 'metadata-identifier',
  feature: 15,
  answers: [{ id: 'OPF-030' }, { id: 'OPF-048' }, { id: 'RSC-005', text: /identifier/ }],
  class: 'auto',
  why: 'The book did not say which of its numbers is its own; stores and reading apps use it to tell books apart.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.uniqueIdentifier) return []
    const { resource, element } = book
    const { fresh, taken } = idsOf(book)
    const named = element.attribs['unique-identifier']?.trim()
    const all = book.metas('identifier')
    const filled = all.filter((one) => innerText(one).trim() !== '')
    const remembered = ncxIdentifierOf(publication)
    const target = named ? all.find(({ attribs }) => attribs.id?.trim() === named) : undefined
    const name = (id: string): TextPatch[] => (id === named ? [] : [setAttribute(resource, element, 'unique-identifier', id)])

    if (target && filled.length === 0)
      return [found(resource, setContent(resource, target, escapeXml(remembered ?? contentUuid(publication))))]

    const best =
      filled.find((one) => remembered && innerText(one).trim() === remembered) ??
      filled.find(({ attribs }) => attribs.id?.trim()) ??
      filled.find((one) => /^(urn:|97[89]|isbn)/i.test(innerText(one).trim())) ??
      filled[0]
    if (best) {
      const id = best.attribs.id?.trim()
      if (id && isId(id)) return [found(resource, name(id))]
      const given = named && isId(named) && !taken.has(named) ? named : fresh('pub-id')
      return [found(resource, [...name(given), setAttribute(resource, best, 'id', given)])]
    }
    const id = named && isId(named) && !taken.has(named) ? named : fresh('pub-id')
    const value = escapeXml(remembered ?? contentUuid(publication))
    return [
      found(resource, [
        ...name(id),
        append(resource, dublinCoreHome(book), `<dc:identifier id="${id}">${value}</dc:identifier>`),
      ]),
    ]
  },

  fix: carriedPatches,
})
