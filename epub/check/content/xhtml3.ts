import type { Book } from '../book.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, elementChildren, textContent, walk, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import { isScript } from '../package/media-types.ts'
import { readPrefixes, withPrefixes } from '../package/prefixes.ts'
import { contentDefaults, readProperties, structure, structureUri, type Vocabularies } from '../package/vocabulary.ts'
import {
  checkHyperlink,
  checkInlineStyle,
  checkPaint,
  checkStylesheetInstructions,
  checkStylesheetLink,
  targetTypeOf,
} from './common.ts'
import type { Visit } from './document-visit.ts'
import { checkImages, createMediaReader, declaredTypeFits } from './media.ts'
import { checkNavLink, navigationKind } from './nav.ts'
import { createPalpability } from './palpable.ts'
import { createRemarks } from './remarks.ts'
import { remarkTypes } from './structure-remarks.ts'
import { checkViewport } from './viewport.ts'

const scriptEvents = new Set(
  `onafterprint onbeforeprint onbeforeunload onerror onhaschange onload onmessage onoffline onpagehide onpageshow onpopstate
  onredo onresize onstorage onundo onunload onblur onchange oncontextmenu onfocus onformchange onforminput oninput oninvalid
  onreset onselect onsubmit onkeydown onkeypress onkeyup onabort oncanplay oncanplaythrough ondurationchange onemptied onended
  onloadeddata onloadedmetadata onloadstart onpause onplay onplaying onprogress onratechange onreadystatechange onseeked
  onseeking onstalled onsuspend ontimeupdate onvolumechange onwaiting onclick ondblclick ondrag ondragend ondragenter
  ondragleave ondragover ondragstart ondrop onmousedown onmousemove onmouseout onmouseover onmouseup onmousewheel
  onscroll`.split(/\s+/),
)

/** Elements of HTML that EPUB 3.3 (section 6.1.5) discourages. */
const discouraged = new Set(['base', 'embed', 'rp'])

/** Lists in a navigation document that other checks ask for. */
const navigationLists = ['page-list', 'loa', 'loi', 'lot', 'lov'] as const

/** Links, targets, semantics and required properties of an XHTML or SVG document of EPUB 3. */
export function visitDocument3(document: XmlDocument, visit: Visit, { isNav }: { readonly isNav: boolean }) {
  checkStylesheetInstructions(document, visit)
  const { root } = document
  if (!root) return
  const { book, item, say, load, link, required } = visit
  const isSvg = item.mediaType === 'image/svg+xml'
  const palpable = createPalpability()
  const media = createMediaReader(visit)
  const remarks = book.report.tells('USAGE') ? createRemarks(document, visit) : undefined
  let vocabularies: Vocabularies = structure.reserved
  let navigation: string | undefined
  let inPicture = false
  let inRegions = false
  let hasCss = false
  let hasViewport = false
  let sawSvg = false

  function script(element: XmlElement) {
    visit.feature('scripts', element)
    required.add('scripted')
  }

  function scriptElement(element: XmlElement) {
    const type = attributeOf(element, 'type')
    if (type === undefined || isScript(type)) script(element)
    link('generic', load(attributeOf(element, 'src'), element), element)
  }

  function hyperlink(element: XmlElement, href: string | undefined) {
    checkHyperlink(visit, element, href, (url) => {
      if (url.is === 'data') say('RSC-029', element, 'A link must not hold its target as a “data:” address.')
      else if (inRegions) link('region', url, element)
    })
  }

  function svgElement(element: XmlElement) {
    const linked = attributeOf(element, 'href', ns.xlink)
    switch (element.local.toLowerCase()) {
      case 'a':
        hyperlink(element, linked)
        break
      case 'use':
        link('svg-symbol', visit.resolve(linked, element), element)
        break
      case 'image':
        link('image', load(linked, element), element)
        break
      case 'font-face-uri': {
        const url = visit.resolve(linked, element)
        link('font', url, element)
        if (url?.is === 'remote') required.add('remote-resources')
        break
      }
      case 'script':
        scriptElement(element)
        break
      case 'svg':
        if (element.local === 'svg') svgRoot(element)
    }
    checkPaint(visit, element)
  }

  function svgRoot(element: XmlElement) {
    if (!isSvg) required.add('svg')
    else if (!sawSvg && item.fixedLayout && attributeOf(element, 'viewBox') === undefined)
      say('HTM-048', element, 'A drawing that is a page of fixed layout lacks its “viewBox”.')
    sawSvg = true
  }

  function xhtmlElement(element: XmlElement) {
    const attribute = (name: string) => attributeOf(element, name)
    switch (element.local) {
      case 'html':
        vocabularies = contentVocabularies(element, visit)
        break
      case 'a':
      case 'area':
        hyperlink(element, attribute('href'))
        break
      case 'img':
        checkImages(visit, element, inPicture)
        break
      case 'link':
        if (checkStylesheetLink(visit, element)) hasCss = true
        checkAlternate(visit, element)
        break
      case 'iframe':
      case 'input':
        link('generic', load(attribute('src'), element), element)
        break
      case 'script':
        scriptElement(element)
        break
      case 'meta':
        if (attribute('name')?.trim() === 'viewport') hasViewport = checkViewport(visit, element, hasViewport)
        break
      case 'form':
        required.add('scripted')
        break
      case 'video':
        link('image', load(attribute('poster'), element), element)
        media.start(element)
        break
      case 'audio':
        media.start(element)
        break
      case 'track':
        link('track', load(attribute('src'), element), element)
        break
      case 'picture':
        inPicture = true
        break
      case 'source':
        if (element.parent?.local === 'picture') checkImages(visit, element, inPicture)
        else media.source(element)
        break
      case 'embed': {
        const url = load(attribute('src'), element)
        declaredTypeFits(visit, url, attribute('type'), element)
        link('generic', url, element)
        break
      }
      case 'blockquote':
      case 'q':
      case 'ins':
      case 'del':
        link('cite', visit.resolve(attribute('cite'), element), element)
    }
    if (discouraged.has(element.local))
      say('HTM_055', element, `Reading systems need not support “${element.local}”, so better do without it.`)
    const style = attribute('style')
    if (style) checkInlineStyle(visit, style, element, true)
  }

  function mathElement(element: XmlElement) {
    if (element.local !== 'math') return
    required.add('mathml')
    link('image', visit.resolve(attributeOf(element, 'altimg'), element), element)
  }

  function semantics(element: XmlElement) {
    if (attributeOf(element, 'itemscope') !== undefined) visit.feature('microdata', element)
    if (attributeOf(element, 'property') !== undefined) visit.feature('rdfa', element)
    if (element.attributes.some(({ local }) => scriptEvents.has(local.toLowerCase()))) script(element)
    const pronunciation = attributeOf(element, 'ph', ns.ssml)
    if (pronunciation !== undefined && !pronunciation.trim()) say('HTM-007', element, 'The pronunciation “ssml:ph” is empty.')
    const type = attributeOf(element, 'type', ns.ops)
    if (type !== undefined) readTypes(element, type)
  }

  function readTypes(element: XmlElement, value: string) {
    const found = readProperties(value, vocabularies, { isList: true }, element, say)
    if (remarks) remarkTypes(found, item.mediaType, element, say)
    const types = new Set(found.filter(({ uri }) => uri === structureUri).map(({ name }) => name))
    if (types.has('pagebreak')) visit.feature('page-break', element)
    if (types.has('dictionary')) visit.feature('dictionary', element)
    for (const property of ['index', 'glossary']) if (types.has(property)) visit.allowed.add(property)
    if (isNav && element.namespace === ns.xhtml && element.local === 'nav') {
      navigation = navigationKind(types) ?? navigation
      for (const list of navigationLists) if (types.has(list)) visit.feature(list, element)
    }
    if (!types.has('region-based')) return
    if (element.local === 'nav' && item.properties.has('data-nav')) inRegions = true
    else say('HTM-052', element, 'Region-based navigation belongs into a data navigation document.')
  }

  walk(root, {
    enter(element) {
      visit.rebase(element)
      if (element.namespace === ns.svg) svgElement(element)
      else if (element.namespace === ns.xhtml) xhtmlElement(element)
      else if (element.namespace === ns.mathml) mathElement(element)
      else if (element.namespace === ns.ops && element.local === 'switch') required.add('switch')
      visit.target(attributeOf(element, 'id'), targetTypeOf(element))
      palpable.enter()
      semantics(element)
      remarks?.enter(element)
      if (isNav && element.namespace === ns.xhtml && element.local === 'a') checkNavLink(visit, element, navigation)
      return true
    },
    text(text) {
      if (text.trim()) palpable.text()
    },
    leave(element) {
      remarks?.leave(element)
      const place = element.end ?? element
      const { local, namespace } = element
      if (local === 'style') {
        const text = textContent(element)
        if (text) hasCss = true
        checkInlineStyle(visit, text, element, false)
      }
      if (!element.parent && (local === 'html' || local === 'svg')) {
        checkOverlayStyle(book, visit, hasCss, element)
        checkProperties(visit, element)
      } else if (local === 'object') {
        const url = load(attributeOf(element, 'data'), place)
        declaredTypeFits(visit, url, attributeOf(element, 'type'), place)
        link('generic', url, place, palpable.isPalpable())
      } else if (local === 'video' || local === 'audio') media.end(place)
      else if (local === 'nav') inRegions = false
      else if (local === 'picture') inPicture = false
      else if (local === 'head' && namespace === ns.xhtml && item.fixedLayout && !hasViewport)
        say('HTM-046', place, 'A page of fixed layout lacks its “viewport”.')
      else if (local === 'math' && namespace === ns.mathml && !hasMathText(element))
        say('ACC-009', place, 'The formula has no text for those who cannot see it, neither “alttext” nor “annotation-xml”.')
      palpable.leave(element)
      if (local === 'nav' && namespace === ns.xhtml) navigation = undefined
    },
  })
}

/** `alttext`, or another notation of the same formula. */
function hasMathText(math: XmlElement): boolean {
  if (attributeOf(math, 'alttext')?.trim()) return true
  const inside = (element: XmlElement): boolean =>
    elementChildren(element).some((child) => child.local === 'annotation-xml' || (child.local === 'semantics' && inside(child)))
  return inside(math)
}

function contentVocabularies(html: XmlElement, { say }: Visit): Vocabularies {
  const mappings = readPrefixes(attributeOf(html, 'prefix', ns.ops), html, say)
  return withPrefixes(structure, mappings, contentDefaults, html, say)
}

function checkAlternate({ say }: Visit, element: XmlElement) {
  const types = attributeOf(element, 'rel')?.split(/\s+/) ?? []
  if (types.includes('alternate') && types.includes('stylesheet') && !attributeOf(element, 'title'))
    say('CSS-015', element, 'An alternative style sheet lacks its title.')
}

function checkOverlayStyle({ package: { activeClasses } }: Book, { item, say }: Visit, hasCss: boolean, root: XmlElement) {
  if (item.overlay !== undefined && activeClasses.size > 0 && !hasCss)
    say('CSS-030', root.end, 'The book marks what is read aloud by a CSS class, but this document has no style sheet.')
}

/** Properties that need nothing in the document. */
const free = new Set(['nav', 'data-nav', 'cover-image'])

function checkProperties(visit: Visit, root: XmlElement) {
  const { item, required, allowed, say } = visit
  visit.checkRequired()
  const superfluous = [...item.properties].filter(
    (property) => !property.includes(':') && !required.has(property) && !allowed.has(property) && !free.has(property),
  )
  if (superfluous.includes('remote-resources'))
    say(
      required.has('scripted') ? 'OPF-018b' : 'OPF-018',
      root.end,
      'The property “remote-resources” is declared but nothing remote is used.',
    )
  const others = superfluous.filter((property) => property !== 'remote-resources')
  if (others.length > 0)
    say('OPF-015', undefined, `The manifest declares properties that this document does not have: ${others.join(', ')}.`)
}
