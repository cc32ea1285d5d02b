import { contentSpan, type Element, escapeXml, innerText, isTag, localName } from '../../xml.ts'
import type { Changes } from './changes.ts'
import type { ModelError } from './errors.ts'
import { holdsBlocks, parentOf, siblingBefore } from './kinds.ts'

/** Where a drawing takes elements of HTML (SVG 1.1 sections 5.4 and 23.2). */
export const holdsHtml = /^(?:foreignObject|title|desc)$/

/** What a drawing holds as HTML and HTML does not know, or not there, becomes its plainest element. */
export function inDrawing({ node, expected }: ModelError, changes: Changes) {
  const name = localName(node)
  if (/^(?:svg|math)$/.test(name) || expected.length === 0 || !changes.claim(node)) return
  const blocks = holdsBlocks(node) || localName(parentOf(node)!) === 'foreignObject'
  const wanted = blocks && expected.includes('div') ? 'div' : 'span'
  if (!expected.includes(wanted)) return changes.unwrap(node)
  changes.rename(node, wanted)
  for (const attribute of Object.keys(node.attribs))
    if (!/^(?:id|class|title|lang|xml:lang|dir|style|xmlns)$/.test(attribute)) changes.drop(node, attribute)
  if (defaultNamespace(node) !== xhtml) changes.set(node, 'xmlns', xhtml)
}

const xhtml = 'http://www.w3.org/1999/xhtml'

function defaultNamespace(node: Element): string | undefined {
  for (let at: Element | undefined = node; at; at = parentOf(at)) if (at.attribs.xmlns !== undefined) return at.attribs.xmlns
  return undefined
}

/** A switch has one way out (EPUB 3.3 section 6.4): what a second one says is said by the first as well. */
export function secondDefault(node: Element, changes: Changes) {
  const first = siblingBefore(node)
  const before = first && isTag(first) && localName(first) === 'default' ? contentSpan(changes.source, first) : undefined
  const inside = contentSpan(changes.source, node)
  if (!before || !inside || !changes.claim(node, first!)) return
  changes.edit([before[1], first!.endIndex! + 1], '')
  changes.edit([node.startIndex!, inside[0]], '')
}

/** A formula in EPUB 2 stands in a switch, its words beside it for readers without MathML (OPS 2.0.1 section 2.6.3.1). */
export function switched(node: Element, parent: Element, changes: Changes) {
  if (!changes.claim(node)) return
  const tag = /^(?:body|blockquote|form|noscript)$/.test(localName(parent)) ? 'div' : 'span'
  const namespace = 'http://www.w3.org/1998/Math/MathML'
  changes.insert(
    node.startIndex!,
    `<ops:switch xmlns:ops="http://www.idpf.org/2007/ops"><ops:case required-namespace="${namespace}">`,
  )
  const words = escapeXml(node.attribs.alttext?.trim() || innerText(node).replace(/\s+/g, ' ').trim())
  changes.insert(node.endIndex! + 1, `</ops:case><ops:default><${tag}>${words}</${tag}></ops:default></ops:switch>`)
}
