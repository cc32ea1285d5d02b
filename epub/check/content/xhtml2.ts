import * as ns from '../document/namespaces.ts'
import { attributeOf, textContent, walk, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import { isScript } from '../package/media-types.ts'
import {
  checkHyperlink,
  checkInlineStyle,
  checkPaint,
  checkStylesheetInstructions,
  checkStylesheetLink,
  targetTypeOf,
} from './common.ts'
import type { Visit } from './document-visit.ts'

/** Links and targets of an XHTML or SVG document of EPUB 2. */
export function visitDocument2(document: XmlDocument, visit: Visit) {
  checkStylesheetInstructions(document, visit)
  const { root } = document
  if (!root) return
  walk(root, {
    enter(element) {
      visit.rebase(element)
      enter(element, visit)
      visit.target(attributeOf(element, 'id'), targetTypeOf(element))
      return true
    },
    text() {},
    leave(element) {
      if (element.local === 'style') checkInlineStyle(visit, textContent(element), element, false)
    },
  })
}

function enter(element: XmlElement, visit: Visit) {
  const local = element.local.toLowerCase()
  const { resolve } = visit
  const linked = attributeOf(element, 'href', ns.xlink)
  if (element.namespace === ns.svg) {
    if (local === 'a') checkHyperlink(visit, element, linked)
    else if (local === 'use') visit.link('svg-symbol', resolve(linked, element), element)
    else if (local === 'image') visit.link('image', resolve(linked, element), element)
    else if (local === 'font-face-uri') visit.link('font', resolve(linked, element), element)
    else if (local === 'script') checkScript(visit, element)
    checkPaint(visit, element)
  } else if (element.namespace === ns.xhtml) {
    if (local === 'a' || local === 'area') checkHyperlink(visit, element, attributeOf(element, 'href'))
    else if (local === 'img') visit.link('image', resolve(attributeOf(element, 'src'), element), element)
    else if (local === 'object') visit.link('generic', resolve(attributeOf(element, 'data'), element), element)
    else if (local === 'link') checkStylesheetLink(visit, element)
    else if (local === 'script') checkScript(visit, element)
    const style = attributeOf(element, 'style')
    if (style) checkInlineStyle(visit, style, element, true)
  }
}

function checkScript(visit: Visit, element: XmlElement) {
  const type = attributeOf(element, 'type')
  if (type === undefined || isScript(type)) visit.feature('scripts', element)
}
