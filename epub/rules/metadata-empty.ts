import { dropElement, found } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { childElements, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const dublinCore = new Set([
  'contributor',
  'coverage',
  'creator',
  'description',
  'format',
  'publisher',
  'relation',
  'rights',
  'source',
  'subject',
  'type',
  'identifier',
])

/** Metadata that say nothing are taken out: an empty author or subject is an error in EPUB 3 and noise in EPUB 2. */
export const metadataEmpty = defineRule({
  id: 'metadata-empty',
  feature: 15,
  answers: [{ id: 'OPF-072' }, { id: 'RSC-005', text: /character content|minLength|incomplete|missing required attribute/ }],
  class: 'auto',
  why: 'A field of the book description was left empty, which stores reject.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const uid = book.element.attribs['unique-identifier']?.trim()
    return book
      .metas('*')
      .filter((one) => {
        if (childElements(one).length > 0 || innerText(one).trim() !== '') return false
        const { attribs } = one
        if (one.name.startsWith('dc:'))
          return dublinCore.has(localName(one)) && !(localName(one) === 'identifier' && attribs.id?.trim() === uid)
        if (localName(one) === 'link') return !attribs.href?.trim()
        if (localName(one) !== 'meta') return false
        if (attribs.content?.trim()) return !attribs.name?.trim() && !attribs.property?.trim()
        return attribs.property !== undefined || !attribs.name?.trim() || attribs.content === undefined
      })
      .map((one) => found(book.resource, dropElement(book.resource, one)))
  },

  fix: carriedPatches,
})
