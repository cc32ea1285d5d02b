import { contentSpan, elementSpan, localName, startTagSpan } from '../../xml.ts'
import { isKnownElement, voidElements } from '../elements.ts'
import { foreign } from './attributes.ts'
import { type Changes, isBlank, runAround } from './changes.ts'
import { inContainer, inTable, outsideContainer, wrapperFor } from './containers.ts'
import type { ModelError } from './errors.ts'
import { bodyOf, fromHead, toHead } from './head.ts'
import { holdsHtml, inDrawing, secondDefault, switched } from './islands.ts'
import { hasContent, holdsBlocks, isPhrasing, nameOf, parentOf, within } from './kinds.ts'
import { outdated, removable, replace, unknownIn2 } from './names.ts'
import { alike, inPhrase, inRun, inText } from './phrases.ts'

/** Answers an element that may not stand where it does. */
export function onElement(error: ModelError, changes: Changes, version: 2 | 3) {
  const { node, kind } = error
  const parent = parentOf(node)
  if (!parent) return
  const name = localName(node)
  if (version === 2 && name === 'math' && kind === 'namespace') return switched(node, parent, changes)
  if (name === 'default' && localName(parent) === 'switch') return secondDefault(node, changes)
  if (holdsHtml.test(localName(parent)) && foreign(parent)) return inDrawing(error, changes)
  if (foreign(node) && name !== 'svg' && name !== 'math') return
  if (foreign(parent)) return
  const lower = name.toLowerCase()

  const mapped = outdated[lower]
  if (kind === 'element-unknown' || kind === 'namespace' || mapped || !isKnownElement(lower)) {
    if (removable.has(lower) && !hasContent(node)) return changes.claim(node) ? changes.remove(node) : undefined
    const replacement = mapped ?? (version === 2 && kind === 'element-unknown' ? unknownIn2[lower] : undefined)
    if (replacement || ((!isKnownElement(lower) || node.name.includes(':')) && !changes.isTakenAbove(node)))
      return replace(node, replacement, changes)
  }
  // an unknown parent makes its children look wrong: they wait until it has a name
  if (changes.isTakenAbove(node)) return
  if (/^(?:style|link|base|meta|title)$/.test(name) && !within(node, 'head')) return toHead(node, changes)
  if (localName(parent) === 'head') return fromHead(node, changes)
  if (localName(parent) === 'html') return
  if (voidElements.has(name) && removable.has(name)) return changes.claim(node) ? changes.remove(node) : undefined

  if (
    inContainer(error, parent, changes) ||
    inTable(node, parent, changes) ||
    outsideContainer(error, parent, changes) ||
    alike(node, changes) ||
    inRun(error, parent, changes) ||
    inPhrase(node, parent, changes) ||
    inText(node, parent, changes)
  )
    return
  fallback(error, changes)
}

/** Answers text that may not stand where it does. */
export function onText({ node: parent, text, expected }: ModelError, changes: Changes) {
  if (!text || foreign(parent)) return
  const name = localName(parent)
  if (name === 'head' || name === 'html') {
    const body = bodyOf(parent)
    const inside = body && contentSpan(changes.source, body)
    if (!inside || !changes.claim(text)) return
    const [start, end] = elementSpan(text)
    changes.edit([start, end], '')
    changes.insert(inside[0], `<p>${changes.source.slice(start, end).trim()}</p>`)
    return
  }
  if (voidElements.has(name)) return
  const run = runAround(text, isPhrasing)
  const tags = wrapperFor(name, expected, parent)
  if (tags && changes.claim(...run)) changes.wrap(run, ...tags)
}

/** Answers an element that lacks children it must have. */
export function onIncomplete({ node, required, expected, repeated }: ModelError, changes: Changes, version: 2 | 3) {
  if (foreign(node) || repeated) return
  const name = localName(node)
  const empty = !hasContent(node)
  const wants = new Set([...required, ...expected])
  const put = (markup: string) => {
    if (!changes.claim(node)) return
    const inside = contentSpan(changes.source, node)
    if (inside) changes.insert(inside[1], markup)
    else {
      const [, end] = startTagSpan(changes.source, node)
      changes.edit([changes.source.lastIndexOf('/', end), end], `>${markup}</${node.name}>`)
    }
  }
  if (/^(?:html|head)$/.test(name)) return
  if (/^(?:ul|ol|dl|menu)$/.test(name) && empty) {
    if (!changes.claim(node)) return
    if (node.attribs.id || node.attribs.class) changes.rename(node, 'div')
    else changes.remove(node)
    return
  }
  // what else stands there is put right by its own error
  const settled = node.children.every(
    (child) => isBlank(child) || /^(?:caption|col|colgroup|thead|tfoot|dt|script|template|legend)$/.test(nameOf(child)),
  )
  if (name === 'tr' && settled) return put('<td></td>')
  if (/^(?:tbody|thead|tfoot|table)$/.test(name) && settled) return put('<tr><td></td></tr>')
  // a term at the end is explained by nothing
  const last = node.children.findLast((child) => !isBlank(child))
  if (name === 'dl' && (settled || (last && nameOf(last) === 'dt'))) return put('<dd></dd>')
  if (name === 'ruby') return put('<rt></rt>')
  if (name === 'map' && empty) return changes.claim(node) ? changes.rename(node, 'div') : undefined
  if ((wants.has('div') || wants.has('p')) && settled) return put(version === 2 && !wants.has('div') ? '<p></p>' : '<div></div>')
  if (/^(?:select|optgroup|datalist|picture|hgroup|figure|object|colgroup)$/.test(name) && changes.claim(node)) {
    if (empty) changes.remove(node)
    else changes.rename(node, /^(?:hgroup|figure)$/.test(name) ? 'div' : 'span')
  }
}

/** The plainest element that may stand there, else none. */
function fallback({ node, expected }: ModelError, changes: Changes) {
  if (!changes.claim(node)) return
  const name = localName(node)
  if (voidElements.has(name)) {
    if (!/^(?:img|input)$/.test(name)) changes.remove(node)
    return
  }
  if (/^(?:script|object|iframe|svg|math|img)$/.test(name)) return
  const blocks = holdsBlocks(node)
  if (name !== 'span' && expected.includes('span') && !blocks) changes.rename(node, 'span')
  else if (name !== 'div' && expected.includes('div')) changes.rename(node, 'div')
  else if (name === 'nav' || name === 'body' || name === 'head' || name === 'html') return
  else changes.unwrap(node)
}
