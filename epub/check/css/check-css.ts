import { type Book, type LinkType, mediaTypeOf } from '../book.ts'
import type { Place } from '../document/xml-document.ts'
import type { Item } from '../package/item.ts'
import { isCoreFont } from '../package/media-types.ts'
import { createResolver } from '../url.ts'
import { type CssEvent, parseCss } from './parse-css.ts'

export interface CssContext {
  readonly book: Book
  readonly item: Item
  /** Declarations of a `style` attribute, not a style sheet. */
  readonly isAttribute: boolean
  /** Line of the document on which the CSS stands; undefined for a style sheet of its own. */
  readonly firstLine: number | undefined
}

/** Checks CSS: its syntax, what EPUB does not allow in it, and what it loads. */
export function checkCss(text: string, { book, item, isAttribute, firstLine }: CssContext) {
  const parsed = parseCss(text, isAttribute)
  const { version, report, links } = book
  const say = report.about(item.path)
  const before = firstLine === undefined ? 0 : firstLine - 1
  const at = ({ line, column }: Place): Place => ({ line: before + line, column })
  const resolver = createResolver(item.path)
  let inFontFace = false
  let isFontFaceEmpty = true
  let fontFace: Place | undefined
  let isRemote = false

  function load(written: string, place: Place, type: LinkType) {
    if (!written.trim()) {
      say('CSS-002', at(place), 'An address is empty.')
      return
    }
    if (written.startsWith('#')) return
    const url = resolver.resolve(written, (id, reason) => say(id, at(place), reason))
    if (!url) return
    links.push({ type, url, from: item.path, place: at(place), hasFallback: false })
    if (type !== 'stylesheet' && url.is === 'remote') isRemote = true
    if (type === 'font') {
      const mediaType = mediaTypeOf(book, url)
      const isFont = mediaType === undefined || (version === 2 ? isFont2(mediaType) : isCoreFont(mediaType))
      if (!isFont) say('CSS-007', at(place), `“${url.key}” has the type “${mediaType}”, which is not that of a font.`)
    }
  }

  function loadAll(parts: readonly { readonly kind: string; readonly text: string }[], place: Place) {
    for (const part of parts) if (part.kind === 'uri') load(part.text, place, inFontFace ? 'font' : 'generic')
  }

  function visit(event: CssEvent) {
    if (event.is === 'at-rule') {
      const { name, parts } = event
      const [first] = parts
      if (name === '@import') {
        if (first?.kind === 'uri' || first?.kind === 'string') load(first.text, first, 'stylesheet')
      } else if (name !== '@namespace') loadAll(parts, event)
      if (name === '@font-face') {
        inFontFace = true
        say('CSS-028', at(event), 'The style sheet brings a font of its own.')
        fontFace = event
        isFontFaceEmpty = true
      }
    } else if (event.is === 'at-rule-end') {
      if (inFontFace && isFontFaceEmpty) say('CSS-019', fontFace && at(fontFace), 'A “@font-face” declares nothing.')
      inFontFace = false
    } else if (event.is === 'overlay-class') {
      const property = event.name.endsWith('-active') ? 'active-class' : 'playback-active-class'
      if (!book.package.activeClasses.has(property))
        say('CSS-029', at(event), `The class “${event.name}” is styled, but the package document has no “media:${property}”.`)
    } else {
      const { name, parts } = event
      loadAll(parts, event)
      if (name === 'position' && parts[0]?.text.toLowerCase() === 'fixed')
        say('CSS-006', at(event), '“position: fixed” does not work in every reader.')
      if (version === 3 && (name === 'direction' || name === 'unicode-bidi'))
        say('CSS-001', at(event), `“${name}” is not allowed in style sheets of an EPUB; the markup says the direction.`)
      isFontFaceEmpty = false
    }
  }

  for (const { text: reason, ...place } of parsed.faults) say('CSS-008', at(place), `The style sheet has an error: ${reason}.`)
  parsed.events.forEach(visit)
  if (!parsed.complete) return
  const isDeclared = item.properties.has('remote-resources')
  const place = { line: before, column: 0 }
  if (isRemote && !isDeclared) say('OPF-014', place, 'The manifest must declare the property “remote-resources” for this style.')
  if (firstLine === undefined && isDeclared && !isRemote)
    say('OPF-018', place, 'The property “remote-resources” is declared but nothing remote is used.')
}

const isFont2 = (type: string) =>
  /^(font\/|application\/font|application\/x-font)/.test(type) || type === 'application/vnd.ms-opentype'
