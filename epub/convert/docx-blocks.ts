import type { ListLevel } from './docx-parts.ts'
import type { Block } from './model.ts'

/** A block of a Word document with what its paragraph says of the blocks round it. */
export interface Piece {
  readonly block: Block
  readonly list?: ListLevel & { readonly id: string; readonly level: number }
  /** Belongs to the item before it. */
  readonly continues?: boolean
  readonly contents?: boolean
  readonly quote?: boolean
  readonly caption?: boolean
}

interface OpenList {
  readonly id: string
  readonly level: number
  readonly list: { kind: 'list'; ordered: boolean; start: number; format: string; items: Block[][] }
}

const isEmpty = (block: Block) =>
  block.kind === 'paragraph' && block.children.every((one) => one.kind === 'text' && !one.text.trim())

/** Word has no lists, quotes or code, only paragraphs that say so: here they become what they mean. */
export function assemble(pieces: readonly Piece[]): Block[] {
  const out: Block[] = []
  let open: OpenList[] = []
  /** How many items a numbered list has had: after other text it goes on. */
  const counted = new Map<string, number>()
  for (const [i, piece] of pieces.entries()) {
    const { block, list } = piece
    if (list) {
      while (open.length > 0 && open.at(-1)!.level > list.level) open.pop()
      if (open.at(-1)?.level === list.level && (open.at(-1)!.id !== list.id || open.at(-1)!.list.ordered !== list.ordered))
        open.pop()
      for (const key of counted.keys())
        if (key.startsWith(`${list.id}/`) && Number(key.slice(list.id.length + 1)) > list.level) counted.delete(key)
      const key = `${list.id}/${list.level}`
      const had = counted.get(key) ?? 0
      counted.set(key, had + 1)
      if (open.at(-1)?.level === list.level) open.at(-1)!.list.items.push([block])
      else {
        const made: OpenList = {
          id: list.id,
          level: list.level,
          list: { kind: 'list', ordered: list.ordered, start: list.start + had, format: list.format, items: [[block]] },
        }
        const parent = open.at(-1)
        if (parent) parent.list.items.at(-1)!.push(made.list)
        else out.push(made.list)
        open.push(made)
      }
      continue
    }
    if (open.length > 0 && isEmpty(block)) continue
    if (open.length > 0 && piece.continues && block.kind === 'paragraph') {
      open.at(-1)!.list.items.at(-1)!.push(block)
      continue
    }
    open = []
    const last = out.at(-1)
    if (piece.contents) {
      if (last?.kind === 'contents') out[out.length - 1] = { ...last, blocks: [...last.blocks, block] }
      else out.push({ kind: 'contents', blocks: [block] })
    } else if (piece.quote && block.kind === 'paragraph') {
      const { style: _, ...plain } = block
      if (last?.kind === 'quote') out[out.length - 1] = { ...last, blocks: [...last.blocks, plain] }
      else out.push({ kind: 'quote', blocks: [plain] })
    } else if (block.kind === 'code' && last?.kind === 'code')
      out[out.length - 1] = { kind: 'code', text: `${last.text}\n${block.text}` }
    else if (block.kind === 'table' && pieces[i - 1]?.caption && last?.kind === 'paragraph')
      out[out.length - 1] = { ...block, caption: last.children }
    else out.push(block)
  }
  return out
}
