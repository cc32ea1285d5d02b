import { dropAttribute, dropElement, found, setAttribute, setContent } from '../package/edit.ts'
import { lookup } from '../package/lookup.ts'
import { type Itemref, packageOf } from '../package/package.ts'
import { innerText } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

const values: Readonly<Record<string, readonly string[]>> = {
  flow: ['paginated', 'scrolled-continuous', 'scrolled-doc', 'auto'],
  layout: ['reflowable', 'pre-paginated'],
  orientation: ['landscape', 'portrait', 'auto'],
  spread: ['none', 'landscape', 'portrait', 'both', 'auto'],
}
const near: Readonly<Record<string, string>> = {
  'fixed-layout': 'pre-paginated',
  fixed: 'pre-paginated',
  prepaginated: 'pre-paginated',
  reflow: 'reflowable',
}

/** Overrides of one itemref of which only one can hold. */
const exclusive: readonly RegExp[] = [
  /^rendition:flow-/,
  /^rendition:layout-/,
  /^rendition:orientation-/,
  /^(rendition:)?page-spread-/,
  /^rendition:spread-/,
]

const isSide = (property: string) => /^(rendition:)?page-spread-(left|right)$/.test(property)
const sideOf = (property: string) => property.replace(/^.*-/, '')

/** The side of a page that claims both: not that of the page before, else not that of the page after; undefined where nobody says. */
function sideByNeighbours(itemrefs: readonly Itemref[], at: number): string | undefined {
  const sides = (index: number) => new Set((itemrefs[index]?.properties ?? []).filter(isSide).map(sideOf))
  if (sides(at).size < 2) return undefined
  for (const next of [at - 1, at + 1]) {
    const [side, ...more] = sides(next)
    if (side && more.length === 0) return side === 'left' ? 'right' : 'left'
  }
  return undefined
}

/** Layout is said once for the book with a known word (EPUB 3.3 section 8.2), and once for a page. */
export const metadataRendition = defineRule({
  id: 'metadata-rendition',
  feature: 28,
  answers: [{ id: 'RSC-005', text: /rendition|mutually exclusive/ }],
  class: 'auto',
  why: 'The book gave two layouts at once, or one that no reading app knows.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.version !== '3.0') return []
    const { resource } = book
    const findings: Finding[] = []
    for (const [name, allowed] of Object.entries(values)) {
      const all = book.metas('meta').filter(({ attribs }) => attribs.property?.trim() === `rendition:${name}`)
      const good = all.filter((one) => allowed.includes(innerText(one).trim()))
      const keeper = good.find(({ attribs }) => attribs.refines === undefined) ?? good[0] ?? all[0]
      for (const one of all) {
        const text = innerText(one).trim().toLowerCase()
        const word = allowed.includes(text) ? text : lookup(near, text)
        if (one !== keeper) findings.push(found(resource, dropElement(resource, one)))
        else if (one.attribs.refines !== undefined)
          findings.push(
            found(
              resource,
              all.length > 1 && good.length > 1 ? dropAttribute(resource, one, 'refines') : dropElement(resource, one),
            ),
          )
        else if (!allowed.includes(innerText(one).trim()))
          findings.push(found(resource, word ? setContent(resource, one, word) : dropElement(resource, one)))
      }
    }
    const viewports = book.metas('meta').filter(({ attribs }) => attribs.property?.trim() === 'rendition:viewport')
    const shape = /^((width=\d+,\s*height=\d+)|(height=\d+,\s*width=\d+))$/
    const global = viewports.filter(({ attribs }) => attribs.refines === undefined)
    for (const one of viewports) {
      const text = innerText(one).trim()
      const [, width] = /width\s*=\s*"?(\d+)/i.exec(text) ?? []
      const [, height] = /height\s*=\s*"?(\d+)/i.exec(text) ?? []
      if (global.indexOf(one) > 0) findings.push(found(resource, dropElement(resource, one)))
      else if (!shape.test(text))
        findings.push(
          found(
            resource,
            width && height ? setContent(resource, one, `width=${width}, height=${height}`) : dropElement(resource, one),
          ),
        )
    }
    for (const [index, { properties, element }] of book.itemrefs.entries()) {
      const side = sideByNeighbours(book.itemrefs, index)
      const wanted = properties.filter((one) => !side || !isSide(one) || sideOf(one) === side)
      const kept = wanted.filter(
        (one, at) => !exclusive.some((group) => group.test(one) && wanted.findIndex((other) => group.test(other)) < at),
      )
      if (kept.length < properties.length)
        findings.push(found(resource, setAttribute(resource, element, 'properties', kept.join(' '))))
    }
    return findings
  },

  fix: carriedPatches,
})
