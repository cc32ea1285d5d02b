import { pagesOf } from '../content/documents.ts'
import { flatten, navOf, navsOf, tocOf } from '../navigation/navigation.ts'
import { append, found, prefixOf } from '../package/edit.ts'
import { isImage } from '../package/media-types.ts'
import { type PackageDocument, packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { descendants, findElements, innerText, localName, treeOf } from '../xml.ts'
import { carriedPatches, defineRule } from './rule.ts'

/**
 * What can be proven of a book's accessibility is said (EPUB Accessibility 1.1, section 2): by which senses it is read, what it
 * offers, and that its hazards are unknown where nobody said. Conformance is never claimed: that takes a person.
 */
export const accessibilityMetadata = defineRule({
  id: 'accessibility-metadata',
  feature: 26,
  answers: [{ id: 'OPF-066' }],
  class: 'ask',
  why: 'Readers who cannot see or hear could not tell whether they can read the book; in the EU the law asks for it.',

  detect(publication) {
    const book = packageOf(publication)
    if (!book?.metadata || book.version !== '3.0') return []
    const said = new Set(book.metas('meta').map(({ attribs }) => attribs.property?.trim() ?? ''))
    const claims: (readonly [property: string, value: string])[] = []
    const add = (property: string, values: readonly string[]) => {
      if (!said.has(`schema:${property}`)) for (const value of values) claims.push([property, value])
    }
    const measured = measure(publication, book)
    add('accessMode', measured.modes)
    if (measured.isTextEnough) add('accessModeSufficient', ['textual'])
    add('accessibilityFeature', measured.features)
    add('accessibilityHazard', ['unknown'])
    if (claims.length === 0) return []
    const prefix = prefixOf(book.metadata)
    const xml = claims.map(([property, value]) => `<${prefix}meta property="schema:${property}">${value}</${prefix}meta>`)
    const note = `Said now: ${claims.map(([property, value]) => `${property} ${value}`).join(', ')}.`
    return [found(book.resource, append(book.resource, book.metadata, ...xml), { note })]
  },

  fix: carriedPatches,
})

function measure(publication: Publication, book: PackageDocument) {
  const pages = [...pagesOf(publication)]
  const isSpoken = book.items.some(({ mediaType }) => /^(audio|video)\//.test(mediaType ?? ''))
  const isSeen = book.items.some(({ mediaType, properties }) => isImage(mediaType) && !properties.includes('cover-image'))
  let pictures = 0
  let described = 0
  let headings = 0
  let formulas = 0
  let spoken = 0
  for (const page of pages) {
    let covered = -1
    for (const element of descendants(treeOf(page))) {
      const name = localName(element)
      // What a formula or a drawing holds is part of it.
      if (element.startIndex! < covered) continue
      if (/^(math|svg)$/.test(name)) covered = element.endIndex!
      if (/^h[1-6]$/.test(name)) headings++
      else if (name === 'math') {
        formulas++
        if (element.attribs.alttext?.trim() || findElements(element, 'annotation-xml').length > 0) spoken++
      } else if (name === 'img' || name === 'svg' || (name === 'image' && element.attribs['xlink:href'] !== undefined)) {
        pictures++
        if (element.attribs.alt?.trim() || element.attribs['aria-label']?.trim() || titled(element)) described++
      }
    }
  }
  const nav = navOf(publication)
  const features = [
    ...(flatten(tocOf(publication)).length > 0 ? ['tableOfContents'] : []),
    ...(headings > 0 ? ['structuralNavigation'] : []),
    ...(pictures > 0 && described === pictures ? ['alternativeText'] : []),
    ...(nav && navsOf(nav, 'page-list').length > 0 ? ['pageNavigation'] : []),
    ...(formulas > 0 ? ['MathML'] : []),
    ...(book.items.some(({ mediaOverlay }) => mediaOverlay) ? ['synchronizedAudioText'] : []),
  ]
  const hasText = pages.some((page) => innerText(treeOf(page)).trim() !== '')
  const modes = [...(hasText ? ['textual'] : []), ...(isSeen ? ['visual'] : []), ...(isSpoken ? ['auditory'] : [])]
  return {
    modes: modes.length > 0 ? modes : ['visual'],
    features: features.length > 0 ? features : ['none'],
    isTextEnough: hasText && !isSpoken && described === pictures && spoken === formulas,
  }
}

const titled = (element: Parameters<typeof findElements>[0]) =>
  findElements(element, 'title').some((title) => innerText(title).trim())
