import { dropAttribute, dropElement, found, setAttribute, type TextPatch } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { packageOf } from '../package/package.ts'
import { type Element, findElements, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const everyDc =
  'identifier title language date source type format creator subject description publisher contributor relation coverage rights'

/** Attributes that the package schema of EPUB 3 has per element; elements not listed are left to their own rules. */
const three: Readonly<Record<string, readonly string[]>> = {
  package: ['version', 'unique-identifier', 'id', 'prefix', 'xml:lang', 'dir'],
  metadata: ['id', 'xml:lang', 'dir'],
  link: ['href', 'hreflang', 'rel', 'id', 'refines', 'media-type', 'properties'],
  // those of `meta` with a property and those of the older `meta` with a name
  meta: ['property', 'refines', 'id', 'scheme', 'xml:lang', 'dir', 'name', 'content'],
  manifest: ['id'],
  item: ['id', 'href', 'media-type', 'fallback', 'media-overlay', 'properties'],
  spine: ['id', 'toc', 'page-progression-direction'],
  itemref: ['idref', 'linear', 'id', 'properties'],
  guide: [],
  reference: ['href', 'type', 'title'],
  ...Object.fromEntries(
    everyDc
      .split(' ')
      .map((name) => [`dc:${name}`, /^(identifier|language|date|type|format)$/.test(name) ? ['id'] : ['id', 'xml:lang', 'dir']]),
  ),
}

/** The same for EPUB 2 (OPF 2.0.1 appendix A). */
const two: Readonly<Record<string, readonly string[]>> = {
  package: ['version', 'unique-identifier', 'id'],
  metadata: ['id'],
  'dc-metadata': ['id'],
  'x-metadata': ['id'],
  manifest: ['id'],
  item: ['id', 'href', 'media-type', 'fallback', 'fallback-style', 'required-namespace', 'required-modules'],
  spine: ['id', 'toc'],
  itemref: ['id', 'idref', 'linear'],
  guide: ['id'],
  reference: ['id', 'href', 'type', 'title'],
  meta: ['id', 'name', 'content', 'scheme', 'xml:lang'],
  ...Object.fromEntries(
    everyDc.split(' ').map((name) => [
      `dc:${name}`,
      {
        identifier: ['id', 'xsi:type', 'opf:scheme'],
        language: ['id', 'xsi:type'],
        type: ['id', 'xsi:type'],
        format: ['id', 'xsi:type'],
        date: ['id', 'xsi:type', 'opf:event'],
        creator: ['id', 'xml:lang', 'opf:file-as', 'opf:role'],
        contributor: ['id', 'xml:lang', 'opf:file-as', 'opf:role'],
      }[name] ?? ['id', 'xml:lang'],
    ]),
  ),
}

/** Values that an attribute is limited to. */
const values: Readonly<Record<string, RegExp>> = {
  'itemref@linear': /^(yes|no)$/,
  'spine@page-progression-direction': /^(ltr|rtl|default)$/,
  'package@dir': /^(ltr|rtl|auto)$/,
}

/** Attributes the schema of the book's version does not have are taken away where other rules found no better place for what they say. */
export const packageAttributes = defineRule({
  id: 'package-attributes',
  feature: 15,
  answers: [{ id: 'RSC-005', text: /attribute|element "(bindings|collection|tours|guide)"/ }, { id: 'RSC-016' }],
  class: 'auto',
  why: 'The book description used words that its EPUB version does not know.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book) return []
    const { resource, version } = book
    const table = version === '3.0' ? three : two
    const findings: Finding[] = []
    for (const element of findElements(book.root, '*')) {
      if (insideCollection(element)) continue
      const local = localName(element)
      const name = element.name.startsWith('dc:') ? element.name : local
      const allowed = lookup(table, name)
      const patches: TextPatch[] = []
      for (const [attribute, value] of Object.entries(element.attribs)) {
        const limit = lookup(values, `${local}@${attribute}`)
        if (allowed && !allowed.includes(attribute) && attribute !== 'xmlns' && !attribute.startsWith('xmlns:'))
          patches.push(...dropAttribute(resource, element, attribute))
        else if (limit && !limit.test(value)) {
          const lower = value.trim().toLowerCase()
          if (limit.test(lower)) patches.push(setAttribute(resource, element, attribute, lower))
          else if (attribute === 'linear' && /^(false|0|n|none)$/.test(lower))
            patches.push(setAttribute(resource, element, attribute, 'no'))
          else patches.push(...dropAttribute(resource, element, attribute))
        }
      }
      if (patches.length > 0) findings.push(found(resource, patches))
    }
    if (version === '2.0')
      for (const name of ['bindings', 'collection'])
        for (const element of findElements(book.element, name))
          if (element.parent === book.element) findings.push(found(resource, dropElement(resource, element)))
    if (version === '3.0')
      for (const element of findElements(book.element, 'tours')) findings.push(found(resource, dropElement(resource, element)))
    return findings
  },

  fix: carriedPatches,
})

function insideCollection(element: Element): boolean {
  for (let at = element.parent; at && 'name' in at; at = at.parent) if (localName(at as Element) === 'collection') return true
  return false
}
