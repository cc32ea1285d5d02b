import { contentSpan, type Element, elementSpan, isTag, localName } from '../../xml.ts'
import type { Changes } from './changes.ts'
import { hasContent, nameOf, parentOf } from './kinds.ts'

/** The body of the page that a node stands on. */
export function bodyOf(node: Element): Element | undefined {
  let root: Element = node
  for (let at = parentOf(node); at; at = parentOf(at)) root = at
  return root.children.filter(isTag).find((child) => localName(child) === 'body')
}

function headOf(node: Element): Element | undefined {
  let root: Element = node
  for (let at = parentOf(node); at; at = parentOf(at)) root = at
  return root.children.filter(isTag).find((child) => localName(child) === 'head')
}

/** Words about the page have no markup in them: what has is a piece of the text under a wrong name. */
const holdsMarkup = (node: Element) => localName(node) !== 'style' && node.children.some(isTag)

/** What describes the page belongs into its head. */
export function toHead(node: Element, changes: Changes) {
  const head = headOf(node)
  const inside = head && contentSpan(changes.source, head)
  if (!inside || !changes.claim(node)) return
  if (holdsMarkup(node)) return changes.unwrap(node)
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
export function fromHead(node: Element, changes: Changes) {
  if (!changes.claim(node)) return
  const name = localName(node)
  if (name === 'head' || name === 'body' || name === 'html') return changes.unwrap(node)
  if (/^(?:title|meta|link|base)$/.test(name) && holdsMarkup(node)) return changes.unwrap(node)
  const body = bodyOf(node)
  const inside = body && contentSpan(changes.source, body)
  if (/^(?:title|meta|link|base)$/.test(name) || !inside || (!hasContent(node) && !/^(?:img|svg|object)$/.test(name)))
    return changes.remove(node)
  const markup = changes.source.slice(...elementSpan(node))
  changes.remove(node)
  changes.insert(inside[0], markup)
}
