import { encodeUtf8 } from '../content/encoding.ts'
import { isLanguageTag, languageTag } from '../package/language.ts'
import type { PictureTools } from '../ports.ts'
import { findChapters, splitChapters } from './chapters.ts'
import type { ConversionOptions, OutputFormat } from './formats.ts'
import { guessLanguage } from './guess-language.ts'
import {
  allBlocks,
  allInlines,
  type Block,
  type Font,
  type Inline,
  inlinesOf,
  type Manuscript,
  mapInlines,
  type Note,
  plainText,
  textNode,
} from './model.ts'
import type { Pace } from './pace.ts'
import { type Picture, preparePictures } from './pictures.ts'

export interface Chapter {
  readonly title: string
  readonly blocks: readonly Block[]
}

/** What the writers get: everything named, linked, counted and sound. */
export interface Book {
  readonly title: string
  readonly language: string
  /** `urn:uuid:…`, the same for the same content. */
  readonly identifier: string
  /** UTC, to the second. */
  readonly modified: string
  readonly creators: readonly string[]
  readonly description?: string | undefined
  readonly publisher?: string | undefined
  readonly date?: string | undefined
  readonly rights?: string | undefined
  readonly subjects: readonly string[]
  readonly isRightToLeft: boolean
  readonly chapters: readonly Chapter[]
  readonly notes: ReadonlyMap<string, Note>
  readonly pictures: ReadonlyMap<string, Picture>
  readonly fonts: readonly Font[]
  readonly cover?: string | undefined
  readonly words: number
  readonly headings: number
  readonly tables: number
  readonly images: number
  readonly lists: number
  readonly equations: number
  readonly warnings: readonly string[]
}

interface Preparation {
  readonly name: string
  readonly to: OutputFormat
  readonly options: ConversionOptions
  readonly pictures?: PictureTools | undefined
  readonly pace?: Pace | undefined
}

/** Times that no manuscript tells are this one: the same input gives the same book. */
const unknownTime = '2020-01-01T00:00:00Z'

export async function prepare(manuscript: Manuscript, { name, to, options, pictures: tools, pace }: Preparation): Promise<Book> {
  const warnings = [...manuscript.warnings]
  const isBook = to === 'epub' || to === 'epub2' || to === 'kepub'
  const pictures = await preparePictures(manuscript.pictures, { to, quality: options.imageQuality, tools, warnings, pace })
  const clean = cleaner(manuscript, pictures, options, warnings)
  const tidy = (blocks: readonly Block[]) => clean(blocks)
  const notes = keptNotes(manuscript, tidy)
  const withContents = manuscript.blocks.flatMap((block) =>
    block.kind !== 'contents' ? [block] : options.generateTOC ? [] : block.blocks,
  )
  const blocks = knotted(findChapters(tidy(withContents), options.chapterDetection), notes, manuscript)
  await pace?.()
  const text = textOf(blocks)
  const allText = `${text}\n${[...notes.values()].map((note) => textOf(note.blocks)).join('\n')}`
  const { metadata } = manuscript
  const heading = blocks.find((block) => block.kind === 'heading')
  const title = oneLine(metadata.title) ?? titleFrom(name) ?? (heading && plainText(heading.children).trim()) ?? 'Untitled'
  const declared = metadata.language && (tagOf(metadata.language) ?? languageTag(metadata.language))
  const language = declared || guessLanguage(text)
  const chapters = isBook ? splitChapters(blocks, options.chapterDetection) : [blocks]
  const count = (kind: Block['kind']) => [...allBlocks(blocks)].filter((block) => block.kind === kind).length
  const inlines = [...inlinesOf(blocks), ...[...notes.values()].flatMap((note) => [...inlinesOf(note.blocks)])]
  const used = new Set(inlines.flatMap((one) => (one.kind === 'image' ? [one.path] : [])))
  const cover = manuscript.cover && pictures.has(manuscript.cover) ? manuscript.cover : undefined
  if (cover) used.add(cover)
  const known = options.includeMetadata ? metadata : undefined
  return {
    title,
    language,
    identifier: await identifierOf(`${title}\n${language}\n${allText}\n${[...used].join('\n')}`),
    modified: utc(metadata.modified) ?? utc(metadata.date) ?? unknownTime,
    creators: (known?.creators ?? []).map((one) => one.replace(/\s+/g, ' ').trim()).filter(Boolean),
    description: oneLine(known?.description),
    publisher: oneLine(known?.publisher),
    date: known?.date && /^\d{4}(-\d\d(-\d\d)?)?/.exec(known.date)?.[0],
    rights: oneLine(known?.rights),
    subjects: (known?.subjects ?? []).map((one) => one.trim()).filter(Boolean),
    isRightToLeft: /^(ar|he|fa|ur|yi|ps|sd|ug|dv)\b/i.test(language),
    chapters: chapters.map((part, i) => ({
      title: chapterTitle(part) ?? (chapters.length === 1 ? title : `${i + 1}`),
      blocks: part,
    })),
    notes,
    pictures: new Map([...pictures].filter(([path]) => used.has(path))),
    fonts: options.embedFonts ? manuscript.fonts : [],
    cover,
    words: wordsIn(allText),
    headings: count('heading'),
    tables: count('table'),
    lists: count('list'),
    images: inlines.filter((one) => one.kind === 'image').length,
    equations: inlines.filter((one) => one.kind === 'math').length,
    warnings: [...new Set(warnings)],
  }
}

const chapterTitle = (blocks: readonly Block[]) => {
  const heading = blocks.find((block) => block.kind === 'heading')
  return (heading && oneLine(plainText(heading.children))) || undefined
}

/** Every character of scripts without spaces is a word. */
function wordsIn(text: string): number {
  const shape = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\p{L}\p{N}_]+/gu
  let count = 0
  while (shape.test(text)) count++
  return count
}

/** A tag in the letters that are usual: `en-GB` for Word's `EN-GB`. */
function tagOf(tag: string | undefined): string | undefined {
  if (!tag || !isLanguageTag(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return tag
  }
}

const oneLine = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim() || undefined

const titleFrom = (name: string) =>
  oneLine(
    name
      .replace(/^.*[/\\]/, '')
      .replace(/(\.kepub)?\.[A-Za-z0-9]{1,6}$/, '')
      .replace(/_/g, ' '),
  )

const utc = (time: string | undefined) => {
  const at = time ? new Date(time) : undefined
  return at && !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 1 && at.getUTCFullYear() < 10_000
    ? at.toISOString().replace(/\.\d+/, '')
    : undefined
}

const textOf = (blocks: readonly Block[]) => {
  const parts: string[] = []
  for (const block of allBlocks(blocks))
    if (block.kind === 'heading' || block.kind === 'paragraph') parts.push(plainText(block.children))
    else if (block.kind === 'code') parts.push(block.text)
    else if (block.kind === 'table' && block.caption) parts.push(plainText(block.caption))
  return parts.join('\n')
}

/** A UUID of version 8 (RFC 9562: custom) from the first bytes of a SHA-256. */
async function identifierOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(text) as Uint8Array<ArrayBuffer>))
  const hex = [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Notes that something points to, in the order of first mention. */
function keptNotes(manuscript: Manuscript, tidy: (blocks: readonly Block[]) => Block[]): Map<string, Note> {
  const notes = new Map<string, Note>()
  const visit = (blocks: readonly Block[]) => {
    for (const one of inlinesOf(blocks)) {
      if (one.kind !== 'note' || notes.has(one.id)) continue
      const note = manuscript.notes.get(one.id)
      if (!note) continue
      notes.set(one.id, { ...note, blocks: tidy(note.blocks) })
      visit(note.blocks)
    }
  }
  visit(manuscript.blocks)
  return notes
}

/** Links that lead nowhere become text, anchors stand once, references to notes that are not there go. */
function knotted(blocks: Block[], notes: Map<string, Note>, manuscript: Manuscript): Block[] {
  const anchors = new Set<string>()
  const wanted = new Set<string>()
  for (const list of [manuscript.blocks, ...[...notes.values()].map((note) => note.blocks)])
    for (const one of inlinesOf(list)) {
      if (one.kind === 'anchor') anchors.add(one.id)
      else if (one.kind === 'link' && one.href.startsWith('#')) wanted.add(one.href.slice(1))
    }
  const seen = new Set<string>()
  const change = (inlines: readonly Inline[]): Inline[] =>
    inlines.flatMap((one): Inline[] => {
      if (one.kind === 'anchor') {
        if (seen.has(one.id) || (one.id.startsWith('_') && !wanted.has(one.id))) return []
        seen.add(one.id)
        return [one]
      }
      if (one.kind === 'note') return notes.has(one.id) ? [one] : []
      if (one.kind === 'link') {
        const children = change(one.children)
        return one.href.startsWith('#') && !anchors.has(one.href.slice(1)) ? children : [{ ...one, children }]
      }
      return 'children' in one ? [{ ...one, children: change(one.children) }] : [one]
    })
  const done = mapInlines(blocks, change)
  for (const [id, note] of notes) notes.set(id, { ...note, blocks: mapInlines(note.blocks, change) })
  return done
}

/** Characters that XML cannot hold. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function cleaner(
  manuscript: Manuscript,
  pictures: ReadonlyMap<string, Picture>,
  { preserveFormatting }: ConversionOptions,
  warnings: string[],
) {
  const inline = (inlines: readonly Inline[]): Inline[] =>
    inlines.flatMap((one): Inline[] => {
      switch (one.kind) {
        case 'text': {
          const text = one.text.replace(forbidden, '')
          return text ? [textNode(text)] : []
        }
        case 'image': {
          if (pictures.has(one.path)) return [{ ...one, alt: one.alt.replace(forbidden, '') }]
          if (!manuscript.pictures.has(one.path)) warnings.push(`A picture is not in the file: ${one.path.slice(0, 200)}`)
          return one.alt ? [textNode(`[${one.alt}]`)] : []
        }
        case 'link': {
          const children = inline(one.children)
          if (children.length === 0) return []
          if (one.href.startsWith('#')) return [{ ...one, children }]
          const href = outside(one.href)
          return href ? [{ ...one, href, children }] : children
        }
        case 'span': {
          const children = inline(one.children)
          const style = preserveFormatting ? one.style : undefined
          const lang = tagOf(one.lang)
          return style || lang || one.dir ? [{ ...one, style, lang, children }] : children
        }
        case 'mark': {
          const children = inline(one.children)
          return children.length > 0 ? [{ ...one, children }] : []
        }
        default:
          return [one]
      }
    })
  const looks = (blocks: readonly Block[]): Block[] =>
    blocks.map((block): Block => {
      switch (block.kind) {
        case 'heading':
        case 'paragraph': {
          const lang = tagOf(block.lang)
          const plain = { ...block, lang, style: preserveFormatting ? block.style : undefined }
          return plain.kind === 'paragraph' && !preserveFormatting ? { ...plain, dropCap: false } : plain
        }
        case 'list':
          return { ...block, items: block.items.map(looks) }
        case 'table':
          return { ...block, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, blocks: looks(cell.blocks) }))) }
        case 'quote':
        case 'contents':
          return { ...block, blocks: looks(block.blocks) }
        case 'code':
          return { ...block, text: block.text.replace(forbidden, '') }
        default:
          return block
      }
    })
  return (blocks: readonly Block[]) => withoutEmpty(looks(mapInlines(blocks, inline)))
}

/** Addresses that a reader may follow; nothing that runs, and no file of the writer's own disk. */
function outside(href: string): string | undefined {
  try {
    const { protocol, href: sound, host } = new URL(href.trim())
    if (/^https?:$/.test(protocol)) return host ? sound.replace(/[|^`{}]/g, encodeURIComponent) : undefined
    return /^(mailto|tel):$/.test(protocol) ? sound.replace(/\s/g, '%20') : undefined
  } catch {
    return undefined
  }
}

const isSomething = (inlines: readonly Inline[]) =>
  [...allInlines(inlines)].some((one) =>
    one.kind === 'text' ? /[^\s\u00a0]/.test(one.text) : !/^(mark|span|link|break)$/.test(one.kind),
  )

/** Empty paragraphs are spacing: three in a row, or one with a break's sign, part scenes; the rest goes. */
function withoutEmpty(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return isSomething(block.children) ? [block] : []
      case 'list': {
        const items = block.items.map(withoutEmpty).filter((item) => item.length > 0)
        return items.length > 0 ? [{ ...block, items }] : []
      }
      case 'table': {
        const rows = block.rows
          .map((row) => row.map((cell) => ({ ...cell, blocks: withoutEmpty(cell.blocks) })))
          .filter((row) => row.length > 0)
        return rows.length > 0 ? [{ ...block, rows }] : []
      }
      case 'quote':
      case 'contents': {
        const inner = withoutEmpty(block.blocks)
        return inner.length > 0 ? [{ ...block, blocks: inner }] : []
      }
      case 'code':
        return block.text.trim() ? [block] : []
      default:
        return [block]
    }
  })
}
