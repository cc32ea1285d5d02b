import { encodeUtf8 } from '../content/encoding.ts'
import type { ConversionOptions } from './formats.ts'
import { asId, titleOf } from './markup.ts'
import { type Block, type Cell, type Inline, plainText } from './model.ts'
import type { Book } from './prepare.ts'

/** How a kind of text marks things; plain text marks nothing. */
interface Flavour {
  readonly markdown: boolean
  readonly numberOf: (id: string) => number | undefined
  readonly picture: (path: string) => string | undefined
}

const escapeMarkdown = (text: string) =>
  text
    .replace(/[\\`*_[\]<>#|~$^]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\n/g, ' ')

/** Marks hug their words: spaces go outside. */
function hug(inner: string, mark: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  return core ? `${before}${mark}${core}${mark}${after}` : inner
}

const markOf: Readonly<Record<string, string>> = { strong: '**', em: '*', s: '~~', sup: '^', sub: '~' }

function inlineText(inlines: readonly Inline[], flavour: Flavour): string {
  const { markdown } = flavour
  let out = ''
  for (const one of inlines)
    switch (one.kind) {
      case 'text':
        out += markdown ? escapeMarkdown(one.text) : one.text
        break
      case 'mark': {
        if (markdown && one.mark === 'code') {
          out += `\`${plainText(one.children).replace(/`/g, "'")}\``
          break
        }
        const inner = inlineText(one.children, flavour)
        const mark = markdown ? markOf[one.mark] : undefined
        out += mark ? hug(mark.length === 1 && mark !== '*' ? inner.replace(/ /g, '\\ ') : inner, mark) : inner
        break
      }
      case 'span':
        out += inlineText(one.children, flavour)
        break
      case 'link': {
        const inner = inlineText(one.children, flavour)
        const href = one.href.startsWith('#') ? `#${asId(one.href.slice(1))}` : one.href
        if (markdown) out += `[${inner}](<${href.replace(/[<>]/g, encodeURIComponent)}>)`
        else out += one.href.startsWith('#') || inner.includes(one.href.replace(/\/$/, '')) ? inner : `${inner} (${one.href})`
        break
      }
      case 'anchor':
        if (markdown) out += `<span id="${asId(one.id)}"></span>`
        break
      case 'image':
        out += markdown
          ? `![${escapeMarkdown(one.alt)}](${flavour.picture(one.path) ?? ''})`
          : one.alt
            ? `[${one.alt}]`
            : '[picture]'
        break
      case 'note': {
        const n = flavour.numberOf(one.id)
        out += markdown ? `[^${n}]` : `[${n}]`
        break
      }
      case 'break':
        out += markdown ? '\\\n' : '\n'
        break
      case 'math':
        out += markdown ? one.mathml : one.text
        break
    }
  return out
}

const indent = (text: string, by: string) => text.replace(/\n(?!\n|$)/g, `\n${by}`)

const roman = (n: number) => {
  let out = ''
  let left = n
  for (const [value, sign] of [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const)
    while (left >= value) {
      out += sign
      left -= value
    }
  return out
}

/** A number as a list of that CSS style shows it; letters go on as Word's do (z, aa, bb). */
export function numeral(n: number, format: string): string {
  const letter = n > 0 && n <= 260 ? String.fromCharCode(97 + ((n - 1) % 26)).repeat(Math.ceil(n / 26)) : String(n)
  const plain = /alpha/.test(format) ? letter : /roman/.test(format) && n > 0 ? roman(n) : String(n)
  return format.startsWith('upper') ? plain.toUpperCase() : plain
}

function blockText(blocks: readonly Block[], flavour: Flavour): string {
  return blocks
    .map((block) => oneBlock(block, flavour))
    .filter((text) => text !== '')
    .join('\n\n')
}

function oneBlock(block: Block, flavour: Flavour): string {
  const { markdown } = flavour
  switch (block.kind) {
    case 'heading': {
      const text = inlineText(block.children, flavour).replace(/\\?\n/g, ' ').trim()
      if (markdown) return `${'#'.repeat(Math.min(6, block.level))} ${text}`
      return block.level <= 2 ? `${text}\n${(block.level === 1 ? '=' : '-').repeat(Math.max(3, [...text].length))}` : text
    }
    case 'paragraph': {
      const text = inlineText(block.children, flavour).trim()
      return markdown ? text.replace(/^(\d+)([.)])(?=\s)/, '$1\\$2').replace(/^([-+])(?=\s)/, '\\$1') : text
    }
    case 'list':
      return block.items
        .map((item, i) => {
          const sign = block.ordered
            ? `${markdown ? block.start + i : numeral(block.start + i, block.format)}.`
            : markdown
              ? '-'
              : '•'
          return `${sign} ${indent(blockText(item, flavour), ' '.repeat(sign.length + 1))}`
        })
        .join('\n')
    case 'quote':
      return markdown
        ? blockText(block.blocks, flavour).replace(/^/gm, '> ').replace(/^> $/gm, '>')
        : `    ${indent(blockText(block.blocks, flavour), '    ')}`
    case 'code':
      return markdown ? `\`\`\`\`\n${block.text}\n\`\`\`\`` : block.text
    case 'rule':
      return markdown ? '---' : '* * *'
    case 'page-break':
      return ''
    case 'contents':
      return blockText(block.blocks, flavour)
    case 'table':
      return tableText(block, flavour)
  }
}

/** Merged cells are written once, in their first place. */
function grid(rows: readonly (readonly Cell[])[]): (Cell | undefined)[][] {
  const out: (Cell | undefined)[][] = rows.map(() => [])
  const taken = rows.map(() => new Set<number>())
  for (const [y, cells] of rows.entries()) {
    let x = 0
    for (const cell of cells) {
      while (taken[y]!.has(x)) x++
      out[y]![x] = cell
      for (let dy = 0; dy < cell.rowspan && y + dy < rows.length; dy++)
        for (let dx = 0; dx < cell.colspan; dx++) taken[y + dy]!.add(x + dx)
      x += cell.colspan
    }
  }
  const width = Math.max(0, ...taken.map((columns) => Math.max(0, ...columns) + 1))
  return out.map((row) => Array.from({ length: width }, (_, x) => row[x]))
}

function tableText({ rows, caption }: Extract<Block, { kind: 'table' }>, flavour: Flavour): string {
  const lines = grid(rows).map((row) =>
    row.map((cell) => {
      const text = cell ? blockText(cell.blocks, flavour) : ''
      return flavour.markdown ? text.replace(/\\?\n+/g, '<br>').replace(/(?<!\\)\|/g, '\\|') : text.replace(/\s*\n\s*/g, ' / ')
    }),
  )
  const title = caption && caption.length > 0 ? `${inlineText(caption, flavour).trim()}\n\n` : ''
  if (!flavour.markdown) return title + lines.map((row) => row.join('\t').trimEnd()).join('\n')
  const hasHead = rows[0]?.every((cell) => cell.header) ?? false
  const width = lines[0]?.length ?? 0
  const head = hasHead ? lines[0]! : Array.from({ length: width }, () => '')
  const body = hasHead ? lines.slice(1) : lines
  return title + [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function flavourOf(book: Book, markdown: boolean): Flavour {
  const numbers = new Map([...book.notes.keys()].map((id, i) => [id, i + 1]))
  return {
    markdown,
    numberOf: (id) => numbers.get(id),
    picture(path) {
      const picture = book.pictures.get(path)
      if (!picture) return undefined
      let text = ''
      for (let at = 0; at < picture.bytes.length; at += 4096)
        text += String.fromCharCode(...picture.bytes.subarray(at, at + 4096))
      return `data:${picture.mediaType};base64,${btoa(text)}`
    },
  }
}

const blocksOf = (book: Book) => book.chapters.flatMap((chapter) => chapter.blocks)
const headingsOf = (blocks: readonly Block[]) =>
  blocks.filter((block) => block.kind === 'heading').filter(({ level }) => level <= 3)

export async function writeText(book: Book, options: ConversionOptions): Promise<Uint8Array> {
  const flavour = flavourOf(book, false)
  const blocks = blocksOf(book)
  const head = options.includeMetadata
    ? `${[book.title, book.creators.join(', '), book.publisher, book.date].filter(Boolean).join('\n')}\n\n\n`
    : ''
  const headings = headingsOf(blocks)
  const contents =
    options.generateTOC && headings.length > 1
      ? `Contents\n\n${headings.map((heading) => `${'  '.repeat(heading.level - 1)}${titleOf(heading)}`).join('\n')}\n\n\n`
      : ''
  const notes = [...book.notes].map(
    ([id, note]) => `[${flavour.numberOf(id)}] ${indent(blockText(note.blocks, flavour), '    ')}`,
  )
  const end = notes.length > 0 ? `\n\n\nNotes\n\n${notes.join('\n\n')}` : ''
  return encodeUtf8(`${head}${contents}${blockText(blocks, flavour)}${end}\n`)
}

const yaml = (text: string) => JSON.stringify(text)

export async function writeMarkdown(book: Book, options: ConversionOptions): Promise<Uint8Array> {
  const flavour = flavourOf(book, true)
  const blocks = blocksOf(book)
  const fields = [
    ['title', yaml(book.title)],
    ['author', book.creators.length > 0 ? `[${book.creators.map(yaml).join(', ')}]` : ''],
    ['lang', yaml(book.language)],
    ['date', book.date ? yaml(book.date) : ''],
    ['publisher', book.publisher ? yaml(book.publisher) : ''],
    ['description', book.description ? yaml(book.description) : ''],
  ]
  const head = options.includeMetadata
    ? `---\n${fields
        .filter(([, value]) => value)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n')}\n---\n\n`
    : ''
  const headings = headingsOf(blocks)
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-')
  const contents =
    options.generateTOC && headings.length > 1
      ? `${headings.map((heading) => `${'  '.repeat(heading.level - 1)}- [${escapeMarkdown(titleOf(heading))}](#${slug(titleOf(heading))})`).join('\n')}\n\n`
      : ''
  const notes = [...book.notes].map(
    ([id, note]) => `[^${flavour.numberOf(id)}]: ${indent(blockText(note.blocks, flavour), '    ')}`,
  )
  const end = notes.length > 0 ? `\n\n${notes.join('\n\n')}` : ''
  return encodeUtf8(`${head}${contents}${blockText(blocks, flavour)}${end}\n`)
}
