import { type ChildNode, type Element, isTag, isText, localName } from '../../xml.ts'
import { blockElements, phrasingElements } from '../elements.ts'
import { isBlank } from './changes.ts'

export const parentOf = (node: ChildNode): Element | undefined => (node.parent && isTag(node.parent) ? node.parent : undefined)
export const nameOf = (node: ChildNode) => (isTag(node) ? localName(node) : '')
export const isPhrasing = (node: ChildNode) =>
  isText(node) ||
  node.type === 'cdata' ||
  (isTag(node) && phrasingElements.has(localName(node)) && !holdsBlocks(node)) ||
  (isTag(node) && /^(?:svg|math)$/.test(localName(node)))
export const isBlock = (node: ChildNode) =>
  isTag(node) && (blockElements.has(localName(node)) || (phrasingElements.has(localName(node)) && holdsBlocks(node)))

/** Whether a phrase has blocks among its children or theirs. */
export function holdsBlocks(element: Element): boolean {
  const stack = element.children.filter(isTag)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const name = localName(next)
    if (/^(?:object|button|iframe|video|audio|map|svg|math|noscript)$/.test(name)) continue
    if (blockElements.has(name)) return true
    stack.push(...next.children.filter(isTag))
  }
  return false
}

export const hasContent = (node: Element): boolean =>
  node.children.some((child) => (isText(child) ? /\S/.test(child.data) : isTag(child) || child.type === 'cdata'))

export const within = (node: Element, name: string): boolean => {
  for (let at = parentOf(node); at; at = parentOf(at)) if (localName(at) === name) return true
  return false
}

/** The sibling before a node, white space and comments left out. */
export function siblingBefore(node: ChildNode): ChildNode | undefined {
  const siblings = node.parent?.children ?? []
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) if (!isBlank(siblings[i]!)) return siblings[i]
  return undefined
}

/** Elements that hold words and phrases only. */
export const textOnly = (name: string) =>
  /^(?:p|h[1-6]|pre)$/.test(name) ||
  (phrasingElements.has(name) && !/^(?:a|ins|del|map|object|noscript|video|audio|canvas)$/.test(name))
