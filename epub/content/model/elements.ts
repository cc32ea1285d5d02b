import {
  type ChildNode,
  contentSpan,
  type Element,
  elementSpan,
  escapeXml,
  innerText,
  isTag,
  isText,
  localName,
  startTagSpan,
} from '../../xml.ts'
import { blockElements, headings, isKnownElement, phrasingElements, voidElements } from '../elements.ts'
import { foreign, styleOf } from './attributes.ts'
import { type Changes, isBlank, runAround } from './changes.ts'
import type { ModelError } from './errors.ts'

/** Elements of old HTML by what says the same today: another name and a style. */
const outdated: Readonly<Record<string, readonly [name: string, ...style: string[]]>> = {
  center: ['div', 'text-align: center'],
  font: ['span'],
  big: ['span', 'font-size: larger'],
  tt: ['span', 'font-family: monospace'],
  strike: ['span', 'text-decoration: line-through'],
  nobr: ['span', 'white-space: nowrap'],
  blink: ['span'],
  marquee: ['span'],
  acronym: ['abbr'],
  dir: ['ul'],
  menu: ['ul'],
  listing: ['pre'],
  xmp: ['pre'],
  plaintext: ['pre'],
  noframes: ['div'],
  noembed: ['div'],
  applet: ['div'],
}

/** Elements of HTML5 that EPUB 2 does not know, by what they look like there. */
const unknownIn2: Readonly<Record<string, readonly [name: string, ...style: string[]]>> = {
  u: ['span', 'text-decoration: underline'],
  s: ['span', 'text-decoration: line-through'],
  mark: ['span', 'background-color: yellow'],
  ...Object.fromEntries(
    'section article aside nav header footer main figure figcaption hgroup details summary dialog search fieldset legend form video audio canvas'
      .split(' ')
      .map((name) => [name, ['div'] as const]),
  ),
  ...Object.fromEntries(
    'time data output meter progress bdi ruby rb rt rp rtc label button select textarea option optgroup picture datalist'
      .split(' ')
      .map((name) => [name, ['span'] as const]),
  ),
}

const removable = new Set('wbr source track basefont bgsound spacer keygen col input param embed frame isindex'.split(' '))

const parentOf = (node: ChildNode): Element | undefined => (node.parent && isTag(node.parent) ? node.parent : undefined)
const nameOf = (node: ChildNode) => (isTag(node) ? localName(node) : '')
const isPhrasing = (node: ChildNode) =>
  isText(node) ||
  node.type === 'cdata' ||
  (isTag(node) && phrasingElements.has(localName(node)) && !holdsBlocks(node)) ||
  (isTag(node) && /^(?:svg|math)$/.test(localName(node)))
const isBlock = (node: ChildNode) =>
  isTag(node) && (blockElements.has(localName(node)) || (phrasingElements.has(localName(node)) && holdsBlocks(node)))

/** Whether a phrase has blocks among its children or theirs. */
function holdsBlocks(element: Element): boolean {
  const stack = element.children.filter(isTag)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const name = localName(next)
    if (/^(?:object|button|iframe|video|audio|map|svg|math|noscript)$/.test(name)) continue
    if (blockElements.has(name)) return true
    stack.push(...next.children.filter(isTag))
  }
  return false
}

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

/** Where a drawing takes elements of HTML (SVG 1.1 sections 5.4 and 23.2). */
const holdsHtml = /^(?:foreignObject|title|desc)$/

/** What a drawing holds as HTML and HTML does not know, or not there, becomes its plainest element. */
function inDrawing({ node, expected }: ModelError, changes: Changes) {
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
function secondDefault(node: Element, changes: Changes) {
  const first = siblingBefore(node)
  const before = first && isTag(first) && localName(first) === 'default' ? contentSpan(changes.source, first) : undefined
  const inside = contentSpan(changes.source, node)
  if (!before || !inside || !changes.claim(node, first!)) return
  changes.edit([before[1], first!.endIndex! + 1], '')
  changes.edit([node.startIndex!, inside[0]], '')
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

const hasContent = (node: Element): boolean =>
  node.children.some((child) => (isText(child) ? /\S/.test(child.data) : isTag(child) || child.type === 'cdata'))

export const within = (node: Element, name: string): boolean => {
  for (let at = parentOf(node); at; at = parentOf(at)) if (localName(at) === name) return true
  return false
}

function bodyOf(node: Element): Element | undefined {
  let root: Element = node
  for (let at = parentOf(node); at; at = parentOf(at)) root = at
  return root.children.filter(isTag).find((child) => localName(child) === 'body')
}

function headOf(node: Element): Element | undefined {
  let root: Element = node
  for (let at = parentOf(node); at; at = parentOf(at)) root = at
  return root.children.filter(isTag).find((child) => localName(child) === 'head')
}

/** Another name and a style; names nobody knows become the plainest element that can hold what is inside. */
function replace(node: Element, replacement: readonly [string, ...string[]] | undefined, changes: Changes) {
  if (!changes.claim(node)) return
  const [name, ...style] = replacement ?? ['span']
  const blocks = holdsBlocks(node)
  changes.rename(node, name === 'span' && blocks ? 'div' : name)
  changes.style(node, ...style)
  if (/^(?:font|basefont)$/i.test(localName(node)))
    for (const attribute of ['color', 'face', 'size']) {
      const value = node.attribs[attribute]
      if (value === undefined) continue
      changes.drop(node, attribute)
      changes.style(node, ...(styleOf('font', attribute, value) ?? []))
    }
  if (!replacement)
    for (const attribute of Object.keys(node.attribs))
      if (!/^(?:id|class|title|lang|xml:lang|dir|style)$/.test(attribute)) changes.drop(node, attribute)
}

/** A formula in EPUB 2 stands in a switch, its words beside it for readers without MathML (OPS 2.0.1 section 2.6.3.1). */
function switched(node: Element, parent: Element, changes: Changes) {
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

/** What describes the page belongs into its head. */
export function toHead(node: Element, changes: Changes) {
  const head = headOf(node)
  const inside = head && contentSpan(changes.source, head)
  if (!inside || !changes.claim(node)) return
  const markup = changes.source.slice(...elementSpan(node))
  changes.remove(node)
  const name = localName(node)
  if (name === 'title' && head.children.some((child) => nameOf(child) === 'title')) return
  if (name === 'meta' && (node.attribs.charset !== undefined || /content-type/i.test(node.attribs['http-equiv'] ?? ''))) return
  changes.insert(
    inside[1],
    name === 'style' && node.attribs.type === undefined ? markup.replace(/^<style/, '<style type="text/css"') : markup,
  )
}

/** What is to be read belongs into the body. */
function fromHead(node: Element, changes: Changes) {
  if (!changes.claim(node)) return
  const name = localName(node)
  if (name === 'head' || name === 'body' || name === 'html') return changes.unwrap(node)
  const body = bodyOf(node)
  const inside = body && contentSpan(changes.source, body)
  if (/^(?:title|meta|link|base)$/.test(name) || !inside || (!hasContent(node) && !/^(?:img|svg|object)$/.test(name)))
    return changes.remove(node)
  const markup = changes.source.slice(...elementSpan(node))
  changes.remove(node)
  changes.insert(inside[0], markup)
}

/** Tags that make a run of text and phrases legal in its parent. */
function wrapperFor(parent: string, expected: readonly string[], element: Element): readonly [string, string] | undefined {
  const names = new Set(expected)
  const tag = (name: string): readonly [string, string] => [`<${name}>`, `</${name}>`]
  if (/^(?:ul|ol|menu|dir)$/.test(parent)) return tag('li')
  if (parent === 'dl') return names.has('dd') || !names.has('dt') ? tag('dd') : tag('dt')
  if (parent === 'tr') return tag('td')
  if (/^(?:tbody|thead|tfoot)$/.test(parent)) return ['<tr><td>', '</td></tr>']
  if (parent === 'table')
    return element.children.some((child) => nameOf(child) === 'tbody')
      ? ['<tbody><tr><td>', '</td></tr></tbody>']
      : ['<tr><td>', '</td></tr>']
  if (parent === 'hgroup') return tag('p')
  if (names.has('div')) return tag('div')
  if (names.has('p')) return tag('p')
  return undefined
}

/** Lists and tables hold items, rows and cells only: what else stands there gets one of its own. */
function inContainer({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
  const container = localName(parent)
  const name = localName(node)
  if (/^(?:ul|ol|menu|dir)$/.test(container)) {
    if (name === 'li') return false
    if (dropsOut(node, changes)) return true
    const previous = siblingBefore(node)
    const last = previous && nameOf(previous) === 'li' ? contentSpan(changes.source, previous as Element) : undefined
    if (/^(?:ul|ol|dl)$/.test(name) && last) {
      if (!changes.claim(node, previous!)) return true
      const markup = changes.source.slice(...elementSpan(node))
      changes.remove(node)
      changes.insert(last[1], markup)
      return true
    }
    const run = runAround(node, (one) => nameOf(one) !== 'li' && !/^(?:script|template)$/.test(nameOf(one)))
    if (changes.claim(...run)) changes.wrap(run, '<li>', '</li>')
    return true
  }
  if (container === 'dl') {
    if (name === 'dd' && expected.includes('dt') && !expected.includes('dd')) {
      if (changes.claim(node)) changes.insert(node.startIndex!, '<dt></dt>')
      return true
    }
    if (/^(?:dt|dd)$/.test(name)) return false
    if (dropsOut(node, changes)) return true
    const run = runAround(node, (one) => !/^(?:dt|dd|script|template)$/.test(nameOf(one)))
    const tag = expected.includes('dd') || !expected.includes('dt') ? 'dd' : 'dt'
    if (changes.claim(...run)) changes.wrap(run, `<${tag}>`, `</${tag}>`)
    return true
  }
  if (/^(?:table|tbody|thead|tfoot|tr)$/.test(container)) {
    if (tablePart.test(name)) return false
    if (dropsOut(node, changes)) return true
    if (node.children.some((child) => tablePart.test(nameOf(child)))) {
      // a form or phrase round rows
      if (changes.claim(node)) changes.unwrap(node)
      return true
    }
    const run = runAround(node, (one) => !tablePart.test(nameOf(one)) && !/^(?:script|template)$/.test(nameOf(one)))
    const tags = wrapperFor(container, expected, parent)
    if (tags && changes.claim(...run)) changes.wrap(run, ...tags)
    return true
  }
  return false
}

const tablePart = /^(?:caption|colgroup|col|thead|tbody|tfoot|tr|td|th)$/

/** A line break or rule between items says nothing. */
function dropsOut(node: Element, changes: Changes): boolean {
  if (!/^(?:br|hr|wbr)$/.test(localName(node))) return false
  if (changes.claim(node)) changes.remove(node)
  return true
}

function siblingBefore(node: ChildNode): ChildNode | undefined {
  const siblings = node.parent?.children ?? []
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) if (!isBlank(siblings[i]!)) return siblings[i]
  return undefined
}

/** Items, rows and cells outside their list or table get one. */
function outsideContainer({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
  const name = localName(node)
  const container = localName(parent)
  const wrapRun = (belongs: RegExp, open: string, close: string) => {
    const run = runAround(node, (one) => belongs.test(nameOf(one)))
    if (changes.claim(...run)) changes.wrap(run, open, close)
    return true
  }
  if (name === 'li' && !/^(?:ul|ol|menu|dir)$/.test(container)) {
    if (container === 'li') return liftOut(node, parent, changes)
    return wrapRun(/^li$/, '<ul>', '</ul>')
  }
  if (/^(?:dt|dd)$/.test(name) && !/^(?:dl|div)$/.test(container)) return wrapRun(/^(?:dt|dd)$/, '<dl>', '</dl>')
  if (/^(?:td|th)$/.test(name)) {
    if (/^(?:tbody|thead|tfoot|table)$/.test(container)) return wrapRun(/^(?:td|th)$/, '<tr>', '</tr>')
    if (container !== 'tr')
      return expected.includes('table') || !textOnly(container) ? wrapRun(/^(?:td|th)$/, '<table><tr>', '</tr></table>') : false
    return false
  }
  if (/^(?:tr|tbody|thead|tfoot|caption|colgroup)$/.test(name) && !/^(?:table|tbody|thead|tfoot)$/.test(container)) {
    if (name === 'caption') {
      if (changes.claim(node)) changes.rename(node, 'div')
      return true
    }
    return wrapRun(/^(?:tr|tbody|thead|tfoot|colgroup)$/, '<table>', '</table>')
  }
  if (/^(?:figcaption|legend|summary|optgroup)$/.test(name)) {
    if (changes.claim(node)) changes.rename(node, textOnly(container) ? 'span' : 'div')
    return true
  }
  if (/^(?:rt|rp|rb|rtc|option)$/.test(name)) {
    if (changes.claim(node)) changes.rename(node, 'span')
    return true
  }
  return false
}

const textOnly = (name: string) =>
  /^(?:p|h[1-6]|pre)$/.test(name) ||
  (phrasingElements.has(name) && !/^(?:a|ins|del|map|object|noscript|video|audio|canvas)$/.test(name))

/** An item in an item, because the first was never closed where it should: it ends before the second. */
function liftOut(node: Element, parent: Element, changes: Changes): boolean {
  const inside = contentSpan(changes.source, parent)
  if (!inside || !changes.claim(node, parent)) return true
  if (parent.children.slice(0, parent.children.indexOf(node)).every(isBlank)) {
    changes.unwrap(parent)
    return true
  }
  changes.insert(node.startIndex!, `</${parent.name}>`)
  const after = parent.children.slice(parent.children.indexOf(node) + 1)
  if (after.every((one) => isBlank(one) || nameOf(one) === 'li')) changes.edit([inside[1], parent.endIndex! + 1], '')
  else changes.insert(node.endIndex! + 1, `<${parent.name}>`)
  return true
}

/** Parts of a table in the wrong order, or rows beside row groups. */
function inTable(node: Element, parent: Element, changes: Changes): boolean {
  const name = localName(node)
  const container = localName(parent)
  if (container === 'tr' && /^(?:tr|tbody|thead|tfoot)$/.test(name)) return liftOut(node, parent, changes)
  if (/^(?:tbody|thead|tfoot)$/.test(container) && /^(?:tbody|thead|tfoot)$/.test(name)) return liftOut(node, parent, changes)
  if (container !== 'table' || !tablePart.test(name) || /^t[dh]$/.test(name)) return false
  const inside = contentSpan(changes.source, parent)
  if (!inside || !changes.claim(node)) return true
  const markup = changes.source.slice(...elementSpan(node))
  const others = parent.children.filter(isTag).filter((child) => child !== node)
  const has = (other: string) => others.some((child) => localName(child) === other)
  const move = (at: number) => {
    changes.remove(node)
    changes.insert(at, markup)
    return true
  }
  const asBody = () => {
    changes.rename(node, 'tbody')
    return true
  }
  if (name === 'caption') {
    if (has('caption')) changes.remove(node)
    else return move(inside[0])
    changes.insert(parent.startIndex!, markup.replace(/^<caption/, '<div').replace(/<\/caption>$/, '</div>'))
    return true
  }
  if (name === 'colgroup' || name === 'col') {
    const caption = others.find((child) => localName(child) === 'caption')
    move(caption ? caption.endIndex! + 1 : inside[0])
    return true
  }
  if (name === 'tr' || name === 'tbody') {
    for (const child of others.concat(node)) {
      if (localName(child) !== 'tr' || siblingIs(child, 'tr')) continue
      const run = runAround(child, (one) => nameOf(one) === 'tr')
      if (run.every((one) => one === node || isBlank(one) || changes.claim(one))) changes.wrap(run, '<tbody>', '</tbody>')
    }
    return true
  }
  if (name === 'thead') {
    if (has('thead')) return asBody()
    const first = others.find((child) => /^(?:tbody|tfoot|tr)$/.test(localName(child)))
    if (first && first.startIndex! < node.startIndex!) return move(first.startIndex!)
  }
  if (name === 'tfoot') {
    if (has('tfoot')) return asBody()
    const first = others.find((child) => /^(?:tbody|tr)$/.test(localName(child)))
    if (first && first.startIndex! < node.startIndex!) return move(first.startIndex!)
  }
  return false
}

function siblingIs(node: ChildNode, name: string): boolean {
  const previous = siblingBefore(node)
  return previous !== undefined && nameOf(previous) === name
}

/** A link in a link, a form in a form: only one of the two can act. */
function alike(node: Element, changes: Changes): boolean {
  const name = localName(node)
  if (!/^(?:a|form|label|button|dfn|time|meter|progress|noscript)$/.test(name)) return false
  let outer: Element | undefined
  for (let at = parentOf(node); at && !outer; at = parentOf(at)) if (localName(at) === name) outer = at
  if (!outer || !changes.claim(node)) return outer !== undefined
  plain(idle(outer) && !idle(node) ? outer : node, changes)
  return true
}

const idle = ({ attribs }: Element) => !attribs.href?.trim() || attribs.href.trim() === '#'

/** Leaves the words and what names them. */
export function plain(node: Element, changes: Changes) {
  changes.rename(node, localName(node) === 'form' || holdsBlocks(node) ? 'div' : 'span')
  for (const name of Object.keys(node.attribs))
    if (!/^(?:id|class|title|lang|xml:lang|dir|style|epub:type|role)$/.test(name)) changes.drop(node, name)
}

/** Phrases where only blocks may stand get a block round them. */
function inRun({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
  const name = localName(node)
  if (!isPhrasing(node) || name === 'script' || expected.includes(name)) return false
  const container = localName(parent)
  if (!expected.includes('div') && !expected.includes('p')) return false
  if (expected.includes('span') || (phrasingElements.has(container) && !/^(?:map|noscript|ins|del|object)$/.test(container)))
    return false
  const run = runAround(node, isPhrasing)
  const tags = wrapperFor(container, expected, parent)
  if (!tags) return false
  if (changes.claim(...run)) changes.wrap(run, ...tags)
  return true
}

/** Blocks that can take a phrase into themselves. */
const takesPhrase = (node: ChildNode) =>
  isTag(node) &&
  /^(?:p|h[1-6]|div|pre|address|center|section|article|aside|header|footer|figcaption|li|dt|dd|td|th)$/.test(localName(node))

const bold: Readonly<Record<string, string>> = {
  b: 'font-weight: bold',
  strong: 'font-weight: bold',
  i: 'font-style: italic',
  em: 'font-style: italic',
  cite: 'font-style: italic',
  var: 'font-style: italic',
  dfn: 'font-style: italic',
  u: 'text-decoration: underline',
  ins: 'text-decoration: underline',
  s: 'text-decoration: line-through',
  del: 'text-decoration: line-through',
  small: 'font-size: smaller',
  big: 'font-size: larger',
  code: 'font-family: monospace',
  tt: 'font-family: monospace',
  kbd: 'font-family: monospace',
  samp: 'font-family: monospace',
}

const textOnlyBlock = /^(?:h[1-6]|pre|legend|summary|caption|label|dt|address)$/

/** First element round a phrase that is none. */
function blockAround(node: Element): Element | undefined {
  for (let at: Element | undefined = node; at; at = parentOf(at)) if (!phrasingElements.has(localName(at))) return at
  return undefined
}

/** A block that a phrase with line breaks round it can stand for: neither list nor table is in it. */
function isSimple(node: Element): boolean {
  if (!/^(?:p|div|h[1-6]|section|article|header|footer|center|address|blockquote)$/.test(localName(node))) return false
  const stack = node.children.filter(isTag)
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (/^(?:ul|ol|dl|table|pre|hr|figure|form|fieldset|details)$/.test(localName(next))) return false
    stack.push(...next.children.filter(isTag))
  }
  return true
}

/** A block inside a phrase: the phrase goes into the block, or becomes one. */
function inPhrase(node: Element, parent: Element, changes: Changes): boolean {
  const phrase = localName(parent)
  if (
    !phrasingElements.has(phrase) ||
    !isBlock(node) ||
    /^(?:object|button|video|audio|canvas|noscript|map|iframe)$/.test(phrase)
  )
    return false
  if (isSimple(node) && textOnlyBlock.test(localName(blockAround(parent) ?? parent))) {
    // nothing round it takes a block: it becomes a phrase that looks like one
    if (changes.claim(node)) {
      changes.rename(node, 'span')
      changes.style(node, 'display: block')
    }
    return true
  }
  const inside = contentSpan(changes.source, parent)
  if (!inside || !changes.claim(parent, ...parent.children)) return true
  const blocks = parent.children.filter((child) => isBlock(child))
  const pushable = blocks.every(
    (child) => takesPhrase(child) && contentSpan(changes.source, child as Element) && !/^(?:li|dt|dd|td|th)$/.test(nameOf(child)),
  )
  const styled = phrase === 'span' || phrase === 'font' || bold[phrase] !== undefined
  if (!pushable || phrase === 'span' || phrase === 'font') {
    if (styled) {
      changes.rename(parent, 'div')
      if (bold[phrase]) changes.style(parent, bold[phrase])
      return true
    }
    if (!pushable) {
      changes.rename(parent, 'div')
      for (const name of ['href', 'target', 'rel', 'name', 'cite', 'datetime'])
        if (parent.attribs[name] !== undefined) changes.drop(parent, name)
      return true
    }
  }
  let first = true
  const open = () => {
    const tag = changes.openTag(parent, first ? [] : ['id'])
    first = false
    return tag
  }
  changes.edit([parent.startIndex!, inside[0]], '')
  const groups: ChildNode[][] = []
  let run: ChildNode[] = []
  for (const child of parent.children) {
    if (isBlock(child)) {
      if (run.some((one) => !isBlank(one))) groups.push(run)
      run = []
      groups.push([child])
    } else run.push(child)
  }
  if (run.some((one) => !isBlank(one))) groups.push(run)
  for (const group of groups) {
    const only = group[0]!
    if (group.length === 1 && isBlock(only)) {
      const content = contentSpan(changes.source, only as Element)!
      changes.insert(content[0], open())
      changes.insert(content[1], `</${parent.name}>`)
    } else changes.wrap(group, open(), `</${parent.name}>`)
  }
  changes.edit([inside[1], parent.endIndex! + 1], '')
  return true
}

/** A block inside a paragraph, heading or the like: the paragraph is parted round it. */
function inText(node: Element, parent: Element, changes: Changes): boolean {
  const name = localName(parent)
  if (!isBlock(node) && !/^(?:hr|noscript|script)$/.test(localName(node))) return false
  if (!/^(?:p|h[1-6]|pre|address|dt|caption|legend|label|summary|figcaption)$/.test(name)) return false
  const inside = contentSpan(changes.source, parent)
  if (!inside) return false
  const simple = isSimple(node)
  if (name !== 'p' && (simple || !headings.has(name))) {
    if (!changes.claim(node)) return true
    if (simple) {
      changes.rename(node, 'span')
      changes.style(node, 'display: block')
      return true
    }
    if (/^(?:pre|address)$/.test(name)) {
      changes.rename(parent, 'div')
      if (name === 'pre') changes.style(parent, 'white-space: pre-wrap', 'font-family: monospace')
      return true
    }
    changes.unwrap(node)
    return true
  }
  if (!changes.claim(parent, ...parent.children)) return true
  const blocks = parent.children.filter((child) => isBlock(child) || child === node || nameOf(child) === 'hr')
  const loose = parent.children.filter((child) => !blocks.includes(child))
  if (loose.every(isBlank)) {
    // nothing but blocks: it was a box all the time
    changes.rename(parent, 'div')
    return true
  }
  let first = true
  const open = () => {
    const tag = changes.openTag(parent, first ? [] : ['id'])
    first = false
    return tag
  }
  let run: ChildNode[] = []
  const flush = () => {
    if (run.some((one) => !isBlank(one)))
      changes.wrap(
        run.filter((one, index) => !isBlank(one) || (index > 0 && index < run.length - 1)),
        open(),
        `</${parent.name}>`,
      )
    run = []
  }
  changes.edit([parent.startIndex!, inside[0]], '')
  for (const child of parent.children)
    if (blocks.includes(child)) flush()
    else run.push(child)
  flush()
  changes.edit([inside[1], parent.endIndex! + 1], '')
  return true
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
