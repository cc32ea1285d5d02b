import { blockElements, headings, phrasingElements, textBlocks } from '../elements.ts'
import type { Tag } from './tokens.ts'

/** How deep unclosed elements are looked through: no book needs more, and hostile text gets no more. */
export const reachable = 64

/** Matches end tags to start tags: what has no partner is a stray or was never closed. */
export function pair(
  tags: readonly Tag[],
  finals: ReadonlyMap<string, Tag | undefined>,
  isVoid: (tag: Tag) => boolean,
  same: (a: string, b: string) => boolean,
  html: boolean,
) {
  const strays = new Set<Tag>()
  const unclosed = new Set<Tag>()
  const renamed = new Map<Tag, string>()
  const stack: Tag[] = []
  const depth = new Map<string, number>()
  const key = (name: string) => (html ? name : name.toLowerCase())
  const count = (name: string, by: number) => depth.set(key(name), (depth.get(key(name)) ?? 0) + by)
  const left = new Map<string, number>() // end tags still to come
  for (const tag of tags) if (tag.kind === 'close') left.set(key(tag.name), (left.get(key(tag.name)) ?? 0) + 1)

  let hasRoot = false
  let hasHead = false
  let hasBody = false
  for (const tag of tags) {
    if (tag.kind === 'empty') continue
    if (tag.kind === 'open') {
      if (isVoid(tag)) continue
      if (html && tag.name === 'html' && hasRoot) continue
      if (html && tag.name === 'body' && hasBody) continue
      if (html && tag.name === 'head' && (hasHead || hasBody)) continue
      hasRoot = true
      hasHead ||= tag.name === 'head'
      hasBody ||= tag.name === 'body'
      stack.push(tag)
      count(tag.name, 1)
      continue
    }
    left.set(key(tag.name), (left.get(key(tag.name)) ?? 1) - 1)
    if ((finals.has(tag.name) && finals.get(tag.name) !== tag) || isVoid(tag) || !(depth.get(key(tag.name)) ?? 0)) {
      const top = stack.at(-1)
      const topLeft = top ? (left.get(key(top.name)) ?? 0) : 0
      if (
        html &&
        top &&
        !finals.has(tag.name) &&
        !isVoid(tag) &&
        topLeft < (depth.get(key(top.name)) ?? 0) &&
        alike(top.name, tag.name)
      ) {
        renamed.set(tag, top.name)
        stack.pop()
        count(top.name, -1)
      } else strays.add(tag)
      continue
    }
    let at = stack.length - 1
    while (at >= 0 && !same(stack[at]!.name, tag.name)) at--
    if (at < 0 || (html && barred(stack, at, tag.name, left))) {
      strays.add(tag)
      continue
    }
    while (stack.length > at) {
      const top = stack.pop()!
      count(top.name, -1)
      if (stack.length > at) unclosed.add(top)
    }
  }
  for (const tag of stack) unclosed.add(tag)
  return { strays, unclosed, renamed }
}

const alike = (open: string, close: string) =>
  (headings.has(open) && headings.has(close)) ||
  (textBlocks.has(open) && textBlocks.has(close)) ||
  (open === 'td' && close === 'th') ||
  (open === 'th' && close === 'td')

/** An end tag does not reach out of a table cell, nor does that of a phrase close blocks that are closed further on. */
function barred(stack: readonly Tag[], at: number, name: string, left: ReadonlyMap<string, number>): boolean {
  const phrase = phrasingElements.has(name)
  for (let i = stack.length - 1; i > Math.max(at, stack.length - reachable); i--) {
    const inner = stack[i]!.name
    if (/^(?:td|th|caption)$/.test(inner) && !/^(?:table|tr|tbody|thead|tfoot|body|html)$/.test(name)) return true
    if (inner === 'table' && !/^(?:body|html)$/.test(name) && (left.get('table') ?? 0) > 0) return true
    if (phrase && blockElements.has(inner) && (left.get(inner) ?? 0) > 0) return true
  }
  return false
}
