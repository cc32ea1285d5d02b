import { contentSpan, type Element, isTag, isText, localName } from '../../xml.ts'
import type { Changes } from './changes.ts'
import { isBlank, runAround } from './changes.ts'
import type { ModelError } from './errors.ts'

/** Elements that hold text only (MathML 3 section 3.2). */
const tokens = /^(?:mi|mo|mn|ms|mtext)$/
/** Elements with a set number of parts. */
const counted =
  /^(?:mfrac|mroot|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|msqrt|semantics|mstyle|mfenced|menclose)$/

/** Inside a formula, HTML within its annotations left out. */
export function inMath(node: Element): boolean {
  for (let at: Element | undefined = node; at; at = at.parent && isTag(at.parent) ? at.parent : undefined) {
    const name = localName(at)
    if (name === 'annotation-xml' && at !== node) return false
    if (name === 'math') return true
  }
  return false
}

const rename = (element: Element, name: string, changes: Changes) => {
  const prefix = element.name.includes(':') ? element.name.slice(0, element.name.indexOf(':') + 1) : ''
  changes.rename(element, `${prefix}${name}`)
}

/** A formula whose parts do not add up becomes a row of its parts: every part stays, in order. */
export function onMath({ kind, node, text }: ModelError, changes: Changes) {
  if (kind === 'text') {
    if (!text || !changes.claim(text)) return
    const prefix = node.name.includes(':') ? node.name.slice(0, node.name.indexOf(':') + 1) : ''
    changes.wrap(
      runAround(text, (one) => one === text),
      `<${prefix}mtext>`,
      `</${prefix}mtext>`,
    )
    return
  }
  if (kind === 'incomplete') {
    if (!changes.claim(node)) return
    if (localName(node) !== 'math') rename(node, 'mrow', changes)
    return
  }
  const parent = node.parent && isTag(node.parent) ? node.parent : undefined
  if (!parent) return
  const outer = localName(parent)
  const name = localName(node)
  if (tokens.test(outer)) {
    if (!changes.claim(parent)) return
    if (parent.children.some((one) => isText(one) && !isBlank(one))) changes.unwrap(node)
    else rename(parent, 'mrow', changes)
  } else if (counted.test(outer) && isMathName(name)) {
    if (changes.claim(parent)) rename(parent, 'mrow', changes)
  } else if (changes.claim(node)) {
    if (name === 'mtr' || name === 'mlabeledtr') changes.wrap([node], '<mtable>', '</mtable>')
    else if (name === 'mtd') rename(node, 'mrow', changes)
    else if (!contentSpan(changes.source, node) || node.children.every(isBlank)) changes.remove(node)
    else rename(node, node.children.some(isTag) ? 'mrow' : 'mtext', changes)
  }
}

const isMathName = (name: string) => /^(?:m[a-z]+|semantics|none)$/.test(name)

/** The meaning beside a formula says that it is one (EPUB 3.3 section 6.1.4.2). */
export function onMissingInMath({ node, required }: ModelError, changes: Changes) {
  if (localName(node) === 'annotation-xml' && required.includes('name')) changes.set(node, 'name', 'contentequiv')
}
