import type { TargetType } from '../book.ts'
import { checkCss } from '../css/check-css.ts'
import * as ns from '../document/namespaces.ts'
import { attributeOf, type XmlDocument, type XmlElement } from '../document/xml-document.ts'
import type { Url } from '../url.ts'
import type { Visit } from './document-visit.ts'
import { isKnownScheme } from './schemes.ts'

export function targetTypeOf({ namespace, local }: XmlElement): TargetType {
  if (namespace !== ns.svg) return 'generic'
  switch (local.toLowerCase()) {
    case 'lineargradient':
    case 'radialgradient':
    case 'pattern':
      return 'svg-paint'
    case 'clippath':
      return 'svg-clip-path'
    case 'symbol':
      return 'svg-symbol'
    default:
      return 'generic'
  }
}

/** A link of the text; `inside` is told of those that stay in the book. */
export function checkHyperlink(visit: Visit, element: XmlElement, written: string | undefined, inside?: (url: Url) => void) {
  const href = written?.trim()
  if (href === undefined || href === '.') return
  if (href === '') {
    visit.say('HTM-045', element, 'The link leads nowhere: its address is empty.')
    return
  }
  const url = visit.resolve(href, element)
  if (!url) return
  if (url.is !== 'remote') {
    visit.link('hyperlink', url, element)
    inside?.(url)
  } else if (!isKnownScheme(url.scheme)) visit.say('HTM-025', element, `The scheme of “${href}” is not a registered one.`)
}

/** `fill` and `stroke` may name a gradient or pattern. */
export function checkPaint(visit: Visit, element: XmlElement) {
  for (const name of ['fill', 'stroke']) {
    const paint = attributeOf(element, name)
    if (paint?.startsWith('url(') && paint.endsWith(')'))
      visit.link('svg-paint', visit.resolve(paint.slice(4, -1), element), element)
  }
}

/** Whether the element links a style sheet. */
export function checkStylesheetLink(visit: Visit, element: XmlElement): boolean {
  const url = visit.resolve(attributeOf(element, 'href'), element)
  const isSheet = url !== undefined && (attributeOf(element, 'rel')?.toLowerCase().includes('stylesheet') ?? false)
  if (isSheet) visit.link('stylesheet', url, element)
  return isSheet
}

/** CSS inside a document: a `style` element, or the declarations of a `style` attribute. */
export function checkInlineStyle(visit: Visit, text: string, element: XmlElement, isAttribute: boolean) {
  if (text) checkCss(text, { book: visit.book, item: visit.item, isAttribute, firstLine: element.line })
}

/** Style sheets that an SVG names before its root. */
export function checkStylesheetInstructions({ instructions }: XmlDocument, visit: Visit) {
  if (visit.item.mediaType !== 'image/svg+xml') return
  for (const instruction of instructions) {
    if (instruction.target !== 'xml-stylesheet') continue
    const pseudo = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(instruction.body)?.[2]
    const type = pseudo('type')
    if (type === undefined || type.toLowerCase() === 'text/css')
      visit.link('stylesheet', visit.resolve(pseudo('href'), instruction), instruction)
  }
}
