import type { Feature } from '../book.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import type { Visit } from './document-visit.ts'

/** Remarks (USAGE) on an XHTML or SVG document of EPUB 3, made while it is walked; only where somebody wants them. */
export function createRemarks(document: XmlDocument, { book, item, say, feature }: Visit) {
  const isSvg = item.mediaType === 'image/svg+xml'
  const countsSections = book.profile === 'edupub' && item.spine !== undefined && item.linear
  /** Like EPUBCheck: the first `</svg>` ends it, and a name given to one link of a drawing is not forgotten before the next. */
  let inSvg = false
  let hasName = false
  let atBodyStart = false

  remarkPrefixes(document, say)

  function section(element: XmlElement) {
    if (element.local === 'body') {
      atBodyStart = true
      return
    }
    if (atBodyStart || element.local === 'section') feature('section', element)
    atBodyStart = false
  }

  function anchor(element: XmlElement) {
    if (inSvg || isSvg) hasName = !!(attributeOf(element, 'title', ns.xlink) || attributeOf(element, 'aria-label'))
  }

  return {
    enter(element: XmlElement) {
      const { namespace, local } = element
      if (namespace === ns.xhtml) {
        if (countsSections) section(element)
        if (local === 'a') anchor(element)
        else if (local === 'link') remarkAlternatives(element, say)
        else if (local === 'figure' || local === 'table') feature(local, element)
      } else if (namespace === ns.svg) {
        if (local === 'svg') inSvg = true
        else if (local === 'a') anchor(element)
        else if (local === 'title' || local === 'text') hasName = true
      }
    },
    leave(element: XmlElement) {
      if (element.local === 'svg') inSvg = false
      else if (element.local === 'a' && (inSvg || isSvg) && !hasName)
        say('ACC-011', element.end, 'The link in the drawing has no name that could be read aloud.')
    },
  }
}

/** A style sheet cannot be the one of two that exclude each other (EPUB Alternate Style Tags). */
function remarkAlternatives(element: XmlElement, say: Visit['say']) {
  const tags = new Set(attributeOf(element, 'class')?.split(/\s+/))
  if ((tags.has('vertical') && tags.has('horizontal')) || (tags.has('day') && tags.has('night')))
    say('CSS-005', element, `The style sheet is tagged with what excludes each other: ${[...tags].join(' ')}.`)
}

const declaration = /\sxmlns:epub\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const attribute = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The prefix `epub` bound to something else than the vocabulary of EPUB. */
function remarkPrefixes({ source, elements }: XmlDocument, say: Visit['say']) {
  if (![...source.matchAll(declaration)].some(([, one, other]) => (one ?? other) !== ns.ops)) return
  for (const element of elements) {
    const tag = source.slice(source.lastIndexOf('<', element.offset - 1), element.offset)
    for (const [, name, one, other] of tag.matchAll(attribute))
      if (name === 'xmlns:epub' && (one ?? other) !== ns.ops)
        say('HTM-010', element, `The prefix “epub” is bound to “${one ?? other}”, which is not the vocabulary of EPUB.`)
  }
}

const lists: readonly (readonly [id: string, what: Feature, list: Feature, names: string])[] = [
  ['NAV-005', 'audio', 'loa', 'sound clips'],
  ['NAV-006', 'figure', 'loi', 'illustrations'],
  ['NAV-007', 'table', 'lot', 'tables'],
  ['NAV-008', 'video', 'lov', 'films'],
]

/** What the navigation of an educational publication could list, too (EDUPUB section 4). */
export function remarkNavigation({ report, packagePath, features }: Visit['book']) {
  const links = features.get('toc-link') ?? []
  const { path, place } = links[0] ?? { path: packagePath, place: undefined }
  const sections = features.get('section')?.length ?? 0
  if (sections !== links.length)
    report.say('NAV-004', path, place, `The text has ${sections} sections, but the table of contents ${links.length} entries.`)
  for (const [id, what, list, names] of lists)
    if (features.has(what) && !features.has(list))
      report.say(id, path, place, `The text has ${names}, but the navigation has no list of them (“${list}”).`)
}
