import type { Patch } from '../../patch.ts'
import type { Finding } from '../../rules/rule.ts'
import {
  type AttributeSite,
  attributeInsertion,
  attributeRemoval,
  attributeSites,
  type ChildNode,
  contentSpan,
  type Element,
  elementSpan,
  escapeXml,
  isTag,
  isText,
  type Span,
  startTagSpan,
} from '../../xml.ts'

interface TagChange {
  name?: string
  readonly set: Map<string, string>
  readonly drop: Set<string>
  readonly style: string[]
  finding: Draft
}

interface Draft {
  readonly node: Element
  readonly patches: Patch[]
  readonly note: string
}

/** Collects what is done to one page; edits of one tag come out together, and no element is taken apart twice in a pass. */
export type Changes = ReturnType<typeof createChanges>

export function createChanges(path: string, source: string) {
  const tags = new Map<Element, TagChange>()
  const drafts: Draft[] = []
  const busy = new Set<ChildNode>()
  let draft: Draft

  const edit = (span: Span, after: string) => {
    draft.patches.push({ kind: 'text', path, span, after })
  }

  function tag(element: Element): TagChange {
    let change = tags.get(element)
    if (!change) tags.set(element, (change = { set: new Map(), drop: new Set(), style: [], finding: draft }))
    return change
  }

  return {
    source,
    /** Begins the answer to one error. */
    begin(node: Element, note: string) {
      draft = { node, patches: [], note }
      drafts.push(draft)
    },
    edit,
    insert: (at: number, text: string) => edit([at, at], text),
    rename(element: Element, name: string) {
      tag(element).name = name
    },
    set(element: Element, name: string, value: string) {
      tag(element).set.set(name, value)
    },
    drop(element: Element, name: string) {
      tag(element).drop.add(name)
    },
    /** Adds a declaration behind those that are there. */
    style(element: Element, ...declarations: readonly string[]) {
      tag(element).style.push(...declarations.filter(Boolean))
    },
    /** Whether the nodes are free in this pass; takes them if so. */
    claim(...nodes: readonly ChildNode[]): boolean {
      if (nodes.some((node) => busy.has(node))) return false
      for (const node of nodes) busy.add(node)
      return true
    },
    /** Whether an element round it is being changed in this pass. */
    isTakenAbove(node: ChildNode): boolean {
      for (let at = node.parent; at && isTag(at); at = at.parent) if (busy.has(at)) return true
      return false
    },
    remove(node: ChildNode) {
      edit(elementSpan(node), '')
    },
    /** Takes the tags away and leaves what is between them. */
    unwrap(element: Element) {
      const inside = contentSpan(source, element)
      if (!inside) return edit(elementSpan(element), '')
      edit([element.startIndex!, inside[0]], '')
      edit([inside[1], element.endIndex! + 1], '')
    },
    /** Puts tags round a run of siblings, white space at its edges left outside. */
    wrap(run: readonly ChildNode[], open: string, close: string) {
      const first = run[0]!
      const last = run.at(-1)!
      const [start, end] = [first.startIndex!, last.endIndex! + 1]
      const text = source.slice(start, end)
      edit(
        [
          start + (isText(first) ? text.length - text.trimStart().length : 0),
          start + (isText(first) ? text.length - text.trimStart().length : 0),
        ],
        open,
      )
      const place = end - (isText(last) ? text.length - text.trimEnd().length : 0)
      edit([place, place], close)
    },
    /** The start tag as it stands, without some attributes. */
    openTag(element: Element, without: readonly string[] = []) {
      let tag = source.slice(...startTagSpan(source, element)).replace(/\s*\/>$/, '>')
      for (const name of without) tag = tag.replace(new RegExp(`\\s+${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '')
      return tag
    },
    findings(): Finding[] {
      for (const [element, change] of tags) change.finding.patches.push(...tagPatches(path, source, element, change))
      return drafts
        .filter(({ patches }) => patches.length > 0)
        .map(({ node, patches, note }) => {
          const span = startTagSpan(source, node)
          return {
            path,
            span,
            before: source.slice(...span).slice(0, 200),
            after: tagAfter(source, span, patches).slice(0, 200),
            note,
            patches,
          }
        })
    },
  }
}

/** What stands where the start tag stood, once the patches are made; empty for an element that is taken out. */
function tagAfter(source: string, [from, to]: Span, patches: readonly Patch[]): string {
  let text = ''
  let at = from
  const own = patches
    .filter((patch) => patch.kind === 'text')
    .filter(({ span }) => span[0] >= from && span[0] <= to && span[1] >= from)
  for (const { span, after } of own.sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])) {
    if (span[0] < at || span[0] > to) continue
    text += source.slice(at, span[0]) + after
    at = span[1]
  }
  return text + source.slice(Math.min(at, to), to)
}

function tagPatches(path: string, source: string, element: Element, { name, set, drop, style }: TagChange): Patch[] {
  const patches: Patch[] = []
  const put = (span: Span, after: string) => patches.push({ kind: 'text', path, span, after })
  const sites = new Map<string, AttributeSite>(attributeSites(source, element).map((site) => [site.name, site]))
  if (name !== undefined) {
    const start = element.startIndex! + 1
    put([start, start + element.name.length], name)
    const inside = contentSpan(source, element)
    if (inside && source.startsWith('</', inside[1])) put([inside[1] + 2, inside[1] + 2 + element.name.length], name)
  }
  for (const key of drop) {
    const span = set.has(key) || (key === 'style' && style.length > 0) ? undefined : attributeRemoval(source, element, key)
    if (span) put(span, '')
  }
  let added = ''
  if (style.length > 0) {
    const before = (element.attribs.style ?? '').trim().replace(/;\s*$/, '')
    const named = new Set(before.split(';').map((one) => one.split(':')[0]!.trim().toLowerCase()))
    const fresh = style.filter((one) => !named.has(one.split(':')[0]!))
    if (fresh.length > 0) set.set('style', [...(before ? [before] : []), ...new Set(fresh)].join('; '))
  }
  for (const [key, value] of set) {
    const site = sites.get(key)
    if (site) put(site.value, escapeXml(value))
    else added += ` ${key}="${escapeXml(value)}"`
  }
  if (added) {
    const at = attributeInsertion(source, element)
    put([at, at], added)
  }
  return patches
}

/** The siblings round a node that belong to one run, white space and comments within it included, at its edges not. */
export function runAround(node: ChildNode, belongs: (node: ChildNode) => boolean): ChildNode[] {
  const siblings = node.parent?.children ?? [node]
  const at = siblings.indexOf(node)
  let first = at
  let last = at
  for (let i = at - 1; i >= 0 && (belongs(siblings[i]!) || isBlank(siblings[i]!)); i--) if (!isBlank(siblings[i]!)) first = i
  for (let i = at + 1; i < siblings.length && (belongs(siblings[i]!) || isBlank(siblings[i]!)); i++)
    if (!isBlank(siblings[i]!)) last = i
  return siblings.slice(first, last + 1)
}

/** White space or a comment. */
export const isBlank = (node: ChildNode) => (isText(node) ? !/\S/.test(node.data) : !isTag(node) && node.type !== 'cdata')
