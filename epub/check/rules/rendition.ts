import { attributeOf, elementChildren, textContent } from '../document/xml-document.ts'
import { ownValue } from '../own.ts'
import { inCollection, isBookMetadata, isOpf, opfElements } from './opf.ts'
import { normal, type Rule, wordsOf } from './tree.ts'

const values: Record<string, readonly string[]> = {
  'rendition:flow': ['paginated', 'scrolled-continuous', 'scrolled-doc', 'auto'],
  'rendition:layout': ['reflowable', 'pre-paginated'],
  'rendition:orientation': ['landscape', 'portrait', 'auto'],
  'rendition:spread': ['none', 'landscape', 'portrait', 'both', 'auto'],
}

/** Properties of a spine item of which it can have one only. */
const exclusive: readonly (readonly string[])[] = [
  ['rendition:flow-paginated', 'rendition:flow-scrolled-continuous', 'rendition:flow-scrolled-doc', 'rendition:flow-auto'],
  ['rendition:layout-reflowable', 'rendition:layout-pre-paginated'],
  ['rendition:orientation-landscape', 'rendition:orientation-portrait', 'rendition:orientation-auto'],
  ['page-spread-right', 'page-spread-left', 'rendition:page-spread-center'],
  [
    'rendition:spread-portrait',
    'rendition:spread-landscape',
    'rendition:spread-both',
    'rendition:spread-none',
    'rendition:spread-auto',
  ],
]

const viewport = /^((width=\d+,\s*height=\d+)|(height=\d+,\s*width=\d+))$/

/** How the book wants to be laid out: once, and with values that exist. */
export const renditions: Rule = (document, say) => {
  for (const metadata of document.elements) {
    if (!isBookMetadata(metadata)) continue
    const metas = elementChildren(metadata).filter((one) => isOpf(one, 'meta'))
    const count = (property: string) => metas.filter((meta) => normal(attributeOf(meta, 'property')) === property).length
    for (const property of Object.keys(values))
      if (count(property) > 1) say('RSC-005', metadata, `“${property}” is stated more than once.`)
    const viewports = metas.filter(
      (meta) => normal(attributeOf(meta, 'property')) === 'rendition:viewport' && attributeOf(meta, 'refines') === undefined,
    )
    if (viewports.length > 1) say('RSC-005', metadata, '“rendition:viewport” is stated more than once for the whole book.')
  }
  for (const meta of opfElements(document, 'meta')) {
    if (inCollection(meta)) continue
    const property = normal(attributeOf(meta, 'property'))
    const value = normal(textContent(meta))
    const allowed = ownValue(values, property)
    if (allowed) {
      if (attributeOf(meta, 'refines') !== undefined) say('RSC-005', meta, `“${property}” must not refine anything.`)
      if (!allowed.includes(value)) say('RSC-005', meta, `“${property}” cannot be “${value}”. Allowed: ${allowed.join(', ')}.`)
    } else if (property === 'rendition:viewport' && !viewport.test(value))
      say('RSC-005', meta, '“rendition:viewport” must have the form “width=600, height=800”.')
  }
  for (const itemref of opfElements(document, 'itemref')) {
    const words = wordsOf(attributeOf(itemref, 'properties'))
    for (const group of exclusive) {
      const found = words.filter((word) => group.includes(word))
      if (found.length > 1) say('RSC-005', itemref, `These properties exclude each other: ${found.join(', ')}.`)
    }
  }
}
