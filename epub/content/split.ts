import { type Resource, textOf } from '../publication.ts'
import {
  attributeRemoval,
  childElements,
  contentSpan,
  type Element,
  elementSpan,
  findElement,
  isTag,
  isText,
  localName,
  type Span,
  startTagSpan,
  treeOf,
} from '../xml.ts'

/** Where a page is cut: the runs of its text that become pages of their own, and what stands round each of them. */
export interface Split {
  /** Spans of the source, in order, without gaps: the content of each part. */
  readonly parts: readonly Span[]
  /** Prolog, head and opening tags; for parts after the first without the ids of those tags. */
  readonly open: string
  readonly openAgain: string
  readonly close: string
}

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

const isWrapper = (element: Element) => /^(div|section|article|main)$/.test(localName(element))
const startsWithHeading = (element: Element): boolean => {
  if (/^(h[1-3]|header|hgroup)$/.test(localName(element))) return true
  const first = element.children.find((child) => isTag(child) || (isText(child) && child.data.trim() !== ''))
  return first !== undefined && isTag(first) && isWrapper(element) && startsWithHeading(first)
}

/** Cuts a page between blocks, at headings where it can; undefined where it is small enough or one block. Sizes in bytes. */
export function splitOf(page: Resource, limit: number): Split | undefined {
  const source = textOf(page)
  const body = findElement(treeOf(page), 'body')
  if (!body || page.size <= limit) return undefined
  const wrappers = [body]
  let inside = contentSpan(source, body)
  for (;;) {
    const last: Element = wrappers.at(-1)!
    const children = childElements(last)
    const hasText = last.children.some((child) => isText(child) && child.data.trim() !== '')
    if (children.length !== 1 || hasText || !isWrapper(children[0]!)) break
    wrappers.push(children[0]!)
    inside = contentSpan(source, children[0]!)
  }
  const home = wrappers.at(-1)!
  // Bare text cannot be told from its neighbours.
  if (!inside || home.children.some((child) => isText(child) && child.data.trim() !== '')) return undefined
  const blocks = childElements(home)
  if (blocks.length < 2) return undefined

  const target = Math.floor(limit * 0.75)
  // A block that is too large by itself stays too large; cutting round it would gain nothing.
  if (blocks.some((block) => bytesOf(source.slice(...elementSpan(block))) > target)) return undefined
  const cuts: number[] = []
  let size = 0
  let heading = -1
  let sizeAtHeading = 0
  for (const [index, block] of blocks.entries()) {
    const own = bytesOf(source.slice(...elementSpan(block)))
    if (index > 0 && startsWithHeading(block) && !startsWithHeading(blocks[index - 1]!)) {
      if (size > target / 2) {
        cuts.push(index)
        size = 0
        heading = -1
      } else if (size > target / 8) {
        heading = index
        sizeAtHeading = size
      }
    }
    if (index > 0 && size > 0 && size + own > target) {
      const at =
        heading > 0
          ? heading
          : startsWithHeading(blocks[index - 1]!) && index > 1 && cuts.at(-1) !== index - 1
            ? index - 1
            : index
      cuts.push(at)
      size = heading > 0 ? size - sizeAtHeading : at === index ? 0 : bytesOf(source.slice(...elementSpan(blocks[at]!)))
      heading = -1
    }
    size += own
  }
  const places = [...new Set(cuts)].sort((a, b) => a - b).map((index) => blocks[index]!.startIndex!)
  if (places.length === 0) return undefined
  const bounds = [inside[0], ...places, inside[1]]
  const open = source.slice(0, inside[0])
  return {
    parts: bounds.slice(1).map((end, index): Span => [bounds[index]!, end]),
    open,
    openAgain: withoutIds(source, open, wrappers),
    close: source.slice(inside[1]),
  }
}

/** The opening tags again, without ids: each id leads to one page only. */
function withoutIds(source: string, open: string, wrappers: readonly Element[]): string {
  let text = open
  for (const element of [...wrappers].reverse()) {
    const [start, end] = startTagSpan(source, element)
    const span = attributeRemoval(source, element, 'id')
    if (span && span[0] >= start && span[1] <= end) text = text.slice(0, span[0]) + text.slice(span[1])
  }
  return text
}
