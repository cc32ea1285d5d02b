import { type Resource, remembered } from '../publication.ts'
import { isPage } from '../text.ts'
import { type Document, descendants, type Element, isTag, isText, localName, treeOf } from '../xml.ts'

/** A piece of text that stands by itself: a paragraph, a heading, a cell. */
export interface Block {
  readonly element: Element
  /** White space folded; a line break counts as a space. */
  readonly text: string
}

const blockNames = new Set(
  'p div section article aside header footer main nav h1 h2 h3 h4 h5 h6 hgroup li ul ol dl dt dd blockquote pre table thead tbody tfoot tr td th caption figure figcaption center body address details summary form fieldset hr'.split(
    ' ',
  ),
)
const silent = new Set(['script', 'style', 'title', 'head', 'template', 'svg', 'math'])

export const isBlock = (element: Element) => blockNames.has(localName(element).toLowerCase())

/** What a reader reads in an element, folded; notes of sounds (`rt`) and silent parts left out. */
export function textOfElement(element: Element): string {
  const parts: string[] = []
  const walk = (nodes: Element['children']) => {
    for (const node of nodes)
      if (isText(node)) parts.push(node.data)
      else if (isTag(node)) {
        const name = localName(node).toLowerCase()
        if (silent.has(name) || name === 'rt' || name === 'rp') continue
        if (name === 'br' || isBlock(node)) parts.push(' ')
        walk(node.children)
        if (isBlock(node)) parts.push(' ')
      } else if ('children' in node) walk(node.children)
  }
  walk(element.children)
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** The innermost blocks of a page that have words, in order. */
export const blocksOf = remembered((resource: Resource): readonly Block[] => (isPage(resource) ? blocksIn(treeOf(resource)) : []))

function blocksIn(root: Document): Block[] {
  const holders = new Set<Element>()
  const blocks: Element[] = []
  const muted = new Set<Element>()
  for (const element of descendants(root)) {
    const parent = element.parent && isTag(element.parent) ? element.parent : undefined
    if ((parent && muted.has(parent)) || silent.has(localName(element).toLowerCase())) {
      muted.add(element)
      continue
    }
    if (!isBlock(element)) continue
    blocks.push(element)
    for (let at = parent; at && !holders.has(at); at = at.parent && isTag(at.parent) ? at.parent : undefined) holders.add(at)
  }
  return blocks.flatMap((element) => {
    if (holders.has(element) && !hasOwnText(element)) return []
    const text = holders.has(element) ? ownText(element) : textOfElement(element)
    return text ? [{ element, text }] : []
  })
}

const hasOwnText = (element: Element) => element.children.some((node) => isText(node) && node.data.trim() !== '')

/** The text of a block that holds others too, without theirs. */
const ownText = (element: Element) =>
  element.children
    .map((node) => (isText(node) ? node.data : isTag(node) && !isBlock(node) ? textOfElement(node) : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
