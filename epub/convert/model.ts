/** How a run of text or a block looks, as CSS values; only what was set by hand or by a style of the manuscript. */
export type Style = Readonly<Record<string, string>>

export type Mark = 'strong' | 'em' | 'u' | 's' | 'sub' | 'sup' | 'code' | 'small-caps'

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly mark: Mark; readonly children: readonly Inline[] }
  | {
      readonly kind: 'span'
      readonly style?: Style | undefined
      readonly lang?: string | undefined
      readonly dir?: 'rtl' | 'ltr' | undefined
      readonly children: readonly Inline[]
    }
  /** `#id` inside the manuscript, or an address. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'anchor'; readonly id: string }
  /** `path` names a picture of the manuscript; sizes in CSS pixels. */
  | {
      readonly kind: 'image'
      readonly path: string
      readonly alt: string
      readonly width?: number | undefined
      readonly height?: number | undefined
    }
  | { readonly kind: 'note'; readonly id: string }
  | { readonly kind: 'break' }
  /** A whole `math` element in the MathML namespace without a prefix, and the same as text. */
  | { readonly kind: 'math'; readonly mathml: string; readonly text: string; readonly display: boolean }

interface Look {
  readonly style?: Style | undefined
  readonly lang?: string | undefined
  readonly dir?: 'rtl' | 'ltr' | undefined
}

export interface Cell {
  readonly header: boolean
  readonly colspan: number
  readonly rowspan: number
  readonly blocks: readonly Block[]
}

export type Block =
  | ({ readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] } & Look)
  | ({ readonly kind: 'paragraph'; readonly children: readonly Inline[]; readonly dropCap?: boolean | undefined } & Look)
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      /** A CSS list style. */
      readonly format: string
      readonly items: readonly (readonly Block[])[]
    }
  | {
      readonly kind: 'table'
      readonly caption?: readonly Inline[] | undefined
      readonly rows: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  /** A break between scenes. */
  | { readonly kind: 'rule' }
  | { readonly kind: 'page-break' }
  /** The manuscript's own list of chapters: left out where one is made. */
  | { readonly kind: 'contents'; readonly blocks: readonly Block[] }

export interface Note {
  readonly kind: 'footnote' | 'endnote'
  readonly blocks: readonly Block[]
}

export interface Metadata {
  readonly title?: string | undefined
  readonly creators: readonly string[]
  readonly language?: string | undefined
  readonly description?: string | undefined
  readonly publisher?: string | undefined
  /** ISO 8601, as far as known. */
  readonly date?: string | undefined
  readonly modified?: string | undefined
  readonly subjects: readonly string[]
  readonly rights?: string | undefined
}

export interface Font {
  readonly path: string
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly bytes: Uint8Array
}

/** A manuscript as it was read, whatever it was written in; every writer works from this. */
export interface Manuscript {
  readonly metadata: Metadata
  readonly blocks: readonly Block[]
  readonly notes: ReadonlyMap<string, Note>
  /** Bytes of pictures by the path that `image` names. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  readonly fonts: readonly Font[]
  /** Path of the picture that is the cover, where the manuscript has one. */
  readonly cover?: string | undefined
  readonly warnings: readonly string[]
}

export const textNode = (text: string): Inline => ({ kind: 'text', text })

/** What is read in a line, notes left out. */
export function plainText(inlines: readonly Inline[]): string {
  let text = ''
  for (const one of inlines)
    if (one.kind === 'text') text += one.text
    else if (one.kind === 'break') text += '\n'
    else if (one.kind === 'math') text += one.text
    else if ('children' in one) text += plainText(one.children)
  return text
}

/** Every block, those in lists, tables, quotes and notes included. */
export function* allBlocks(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block
    if (block.kind === 'list') for (const item of block.items) yield* allBlocks(item)
    else if (block.kind === 'table') for (const row of block.rows) for (const cell of row) yield* allBlocks(cell.blocks)
    else if (block.kind === 'quote' || block.kind === 'contents') yield* allBlocks(block.blocks)
  }
}

export function* allInlines(inlines: readonly Inline[]): Generator<Inline> {
  for (const one of inlines) {
    yield one
    if ('children' in one) yield* allInlines(one.children)
  }
}

/** Every inline of every block. */
export function* inlinesOf(blocks: readonly Block[]): Generator<Inline> {
  for (const block of allBlocks(blocks)) {
    if ('children' in block) yield* allInlines(block.children)
    if (block.kind === 'table' && block.caption) yield* allInlines(block.caption)
  }
}

/** Blocks with every list of inlines passed through a function. */
export function mapInlines(blocks: readonly Block[], change: (inlines: readonly Inline[]) => readonly Inline[]): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, children: change(block.children) }
      case 'list':
        return { ...block, items: block.items.map((item) => mapInlines(item, change)) }
      case 'table':
        return {
          ...block,
          caption: block.caption && change(block.caption),
          rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: mapInlines(cell.blocks, change) }))),
        }
      case 'quote':
      case 'contents':
        return { ...block, blocks: mapInlines(block.blocks, change) }
      default:
        return block
    }
  })
}
