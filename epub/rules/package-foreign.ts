import { dropElement, found, prefixOf, replaceElement } from '../package/edit.ts'
import { packageOf } from '../package/package.ts'
import { childElements, escapeXml, innerText, localName } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

const welcome = new Set(['dc', 'opf', 'dcterms'])

/** Elements of other vocabularies may not stand in EPUB 3 metadata, nor anywhere without a namespace; said as a `meta` they may. */
export const packageForeign = defineRule({
  id: 'package-foreign',
  feature: 15,
  answers: [{ id: 'RSC-016' }, { id: 'RSC-005' }],
  class: 'auto',
  why: 'A conversion tool left notes of its own in the book description, written so that no reading app could parse it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata) return []
    const { resource, version, metadata, element: root } = book
    return childElements(metadata)
      .filter((element) => {
        const prefix = element.name.includes(':') ? element.name.split(':')[0]! : ''
        if (prefix === '' || welcome.has(prefix) || element.name === `${prefixOf(metadata)}${localName(element)}`) return false
        const declared = [element, metadata, root].some(({ attribs }) => attribs[`xmlns:${prefix}`] !== undefined)
        return !declared || version === '3.0'
      })
      .map((element) => {
        const value = innerText(element).replace(/\s+/g, ' ').trim()
        const meta = `<${prefixOf(metadata)}meta name="${escapeXml(element.name)}" content="${escapeXml(value)}"/>`
        return found(resource, value ? replaceElement(resource, element, meta) : dropElement(resource, element))
      })
  },

  fix: carriedPatches,
})
