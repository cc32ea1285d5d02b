import { type ChildNode, contentSpan, type Element, isTag, localName } from '../../xml.ts'
import { headings, phrasingElements } from '../elements.ts'
import { type Changes, isBlank, runAround } from './changes.ts'
import { wrapperFor } from './containers.ts'
import type { ModelError } from './errors.ts'
import { holdsBlocks, isBlock, isPhrasing, nameOf, parentOf } from './kinds.ts'

/** A link in a link, a form in a form: only one of the two can act. */
export function alike(node: Element, changes: Changes): boolean {
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
export function inRun({ node, expected }: ModelError, parent: Element, changes: Changes): boolean {
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
export function inPhrase(node: Element, parent: Element, changes: Changes): boolean {
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
export function inText(node: Element, parent: Element, changes: Changes): boolean {
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
