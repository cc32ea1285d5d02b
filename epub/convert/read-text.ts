import { latin1 } from '../content/encoding.ts'
import { opensChapter, opensChapterAlone } from './chapters.ts'
import type { ChapterDetection } from './formats.ts'
import { markedText } from './marked-text.ts'
import { type Block, type Manuscript, type Note, textNode } from './model.ts'

/** Text of an unknown encoding: by its mark, by its zero bytes, as UTF-8 where it is sound, else by how it reads. */
export function decodeText(bytes: Uint8Array, languages: readonly string[] = []): { text: string; encoding: string } {
  const as = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: as('utf-16le'), encoding: 'utf-16le' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: as('utf-16be'), encoding: 'utf-16be' }
  const sample = bytes.subarray(0, 4096)
  let [even, odd] = [0, 0]
  for (const [i, byte] of sample.entries())
    if (byte === 0)
      if (i % 2) odd++
      else even++
  if (even + odd > sample.length / 5) {
    const encoding = odd >= even ? 'utf-16le' : 'utf-16be'
    return { text: as(encoding), encoding }
  }
  try {
    return { text: as('utf-8', true), encoding: 'utf-8' }
  } catch {
    return guessed(bytes, languages)
  }
}

const candidates = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'windows-1254',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'euc-kr',
  'big5',
  'windows-1253',
  'windows-1255',
  'windows-1256',
] as const

type Count = (shape: RegExp) => number

// Letters with accents stand alone among plain ones; in rows they are those of another script.
const western = (count: Count) => count(/(?<![À-ÿ])(?:[àâäæçèéêëîïñóôöøùúûüßœ](?![À-ÿ])|[“”‘’–—…«»])/gi) * 2 + 1
const russian = (count: Count) => count(/[а-яё]{2,}/gi) * 3 + count(/[оеаитнс]/g)
const chinese = (count: Count) => count(/[的一是不了人我在有他这中大来上国这個為們说說]/g) * 6

/** How much a text looks like one of those that an encoding is for. */
const letters: Readonly<Record<(typeof candidates)[number], (count: Count) => number>> = {
  'windows-1252': western,
  'windows-1250': (count) => count(/[ąćęłńśźżěščřžýůőű]/gi) * 2,
  'windows-1251': russian,
  'koi8-r': russian,
  // Six letters differ from windows-1252, where Icelandic has others in their place: only Turkish words tell.
  'windows-1254': (count) =>
    count(/(?<!\p{L})(?:bir|ve|bu|için|çok|ama|daha)(?!\p{L})/giu) > 0 ? western(count) + count(/[ğışİŞĞ]/g) * 4 : 0,
  shift_jis: (count) => count(/[\u3040-\u309f]/g) * 4,
  'euc-jp': (count) => count(/[\u3040-\u309f]/g) * 4,
  gb18030: chinese,
  'euc-kr': (count) => count(/[\uac00-\ud7af]/g) * 3 - count(/[\u3130-\u318f]/g) * 9,
  big5: chinese,
  'windows-1253': (count) => count(/[α-ωάέήίόύώς]{2,}/gi) * 3 + count(/[αοειτνσ]/g),
  'windows-1255': (count) => count(/[א-ת]{2,}/g) * 3 + count(/[יוהאלרמ]/g),
  'windows-1256': (count) => count(/[\u0627-\u064a]{2,}/g) * 3 + count(/[اليمنور]/g),
}

/** The candidate whose letters look most like words: of one script, small after small, no signs in the middle of words. */
function guessed(bytes: Uint8Array, _languages: readonly string[]): { text: string; encoding: string } {
  const sample = bytes.subarray(0, 65_536)
  // A UTF-8 file with a broken byte or two stays one.
  const utf8 = new TextDecoder('utf-8').decode(sample)
  const broken = utf8.match(/\ufffd/g)?.length ?? 0
  const sound = utf8.match(/[\u0080-\ufffc]/g)?.length ?? 0
  if (sound > broken * 4) return { text: new TextDecoder('utf-8').decode(bytes), encoding: 'utf-8' }
  let best: { encoding: string; points: number } = { encoding: 'windows-1252', points: Number.NEGATIVE_INFINITY }
  const high = sample.filter((byte) => byte >= 0x80).length || 1
  for (const encoding of candidates) {
    const text = new TextDecoder(encoding).decode(sample)
    const count = (shape: RegExp) => text.match(shape)?.length ?? 0
    const bad =
      count(/[\ufffd\u0080-\u009f]/g) * 40 + count(/\p{L}[§¶¤¦©®¬±×÷¿¡¨¸¹²³¼½¾ˇ˘˛˝]\p{L}?/gu) * 10 + count(/\p{Ll}\p{Lu}/gu) * 4
    const mixed = count(/[a-z][\u0370-\u07ff]|[\u0370-\u07ff][a-z]/gi) * 8
    const fitting = letters[encoding](count)
    const points = (fitting - bad - mixed) / high
    if (points > best.points) best = { encoding, points }
  }
  return { text: new TextDecoder(best.encoding).decode(bytes), encoding: best.encoding }
}

export const looksBinary = (bytes: Uint8Array) => {
  const sample = bytes.subarray(0, 8192)
  if (/^(?:PK\x03\x04|\xd0\xcf\x11\xe0|%PDF-|\x89PNG|\xff\xd8\xff|GIF8|\{\\rtf|\x7fELF|MZ)/.test(latin1(sample.subarray(0, 8))))
    return true
  const odd = sample.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)).length
  const zeros = sample.filter((byte) => byte === 0).length
  return odd - zeros > sample.length / 50 || (zeros > 0 && zeros < sample.length / 5)
}

const sceneBreak = /^\s*(?:(?:[*＊•·⁂◆~#=_–—-]\s*){3,}|[⁂❦☙§]|#|\*)\s*$/

/** Whether the lines of a text were broken by hand or by a program, at some column, and paragraphs are parted otherwise. */
function isWrapped(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  const blank = lines.length - full.length
  if (full.length < 4 || blank === 0) return false
  const long = full.filter((line) => line.length > 100).length
  const middling = full.filter((line) => line.length >= 45 && line.length <= 100).length
  const followed = lines.filter((line, i) => line.trim() && lines[i + 1]?.trim()).length
  return long < full.length / 20 && middling > full.length / 4 && followed > full.length / 4
}

/** A text file: paragraphs by empty lines, or one a line; chapters, scene breaks, and the marks that writers use. */
export function readText(given: string, detection: ChapterDetection): Manuscript {
  const lines = given
    .replace(/^\ufeff/, '')
    .replace(/\r\n?|\u2028|\u0085/g, '\n')
    .replace(/\f/g, '\n\f\n')
    .replace(/\u001a\s*$/, '')
    .split('\n')
  const notes = new Map<string, Note>()
  const rest: string[] = []
  for (const line of lines) {
    const [, id, text] = /^\[\^([^\]\s]{1,40})\]:\s*(.*)$/.exec(line) ?? []
    if (id === undefined || notes.has(id)) rest.push(line)
    else notes.set(id, { kind: 'footnote', blocks: [{ kind: 'paragraph', children: [textNode(text!)] }] })
  }
  const known = new Set(notes.keys())
  for (const [id, note] of notes)
    notes.set(id, {
      ...note,
      blocks: note.blocks.map((block) =>
        block.kind === 'paragraph'
          ? { ...block, children: markedText((block.children[0] as { text: string }).text, known) }
          : block,
      ),
    })
  const { fields, body } = frontMatter(rest)
  const page = fields.size === 0 ? titlePage(body) : undefined
  const author = fields.get('author') ?? fields.get('by') ?? page?.author
  return {
    metadata: {
      title: fields.get('title') ?? page?.title,
      creators:
        author
          ?.split(/\s*(?:;|,(?=\s*["']))\s*/)
          .map((one) => one.replace(/^["'\s]+|["'\s]+$/g, ''))
          .filter(Boolean) ?? [],
      language: fields.get('lang') ?? fields.get('language'),
      date: fields.get('date'),
      publisher: fields.get('publisher'),
      description: fields.get('description'),
      subjects: [],
    },
    blocks: readBlocks(body, known, detection),
    notes,
    pictures: new Map(),
    fonts: [],
    warnings: [],
  }
}

/** YAML-like front matter, or the "Title:" and "Author:" lines that plain texts begin with. */
function frontMatter(lines: readonly string[]) {
  const start = lines.findIndex((line) => line.trim() !== '')
  const fields = new Map<string, string>()
  let end = start
  const isFenced =
    start >= 0 && lines[start]!.trim() === '---' && lines.slice(start + 1, start + 40).some((line) => line.trim() === '---')
  const from = isFenced ? start + 1 : Math.max(0, start)
  for (end = from; end < lines.length; end++) {
    const line = lines[end]!
    const [, name, value] = /^([A-Za-z]{2,20}):\s*(.*)$/.exec(line) ?? []
    if (isFenced && line.trim() === '---') {
      end++
      break
    }
    if (!isFenced && !(name && /^(title|author|by|date|language|lang|publisher|description)$/i.test(name))) break
    if (name && value) fields.set(name.toLowerCase(), value.trim().replace(/^["'[]+|["'\]]+$/g, ''))
  }
  return { fields, body: lines.slice(fields.size > 0 ? end : 0) }
}

/** A text that begins with its title and `by` its author, on lines of their own. */
function titlePage(lines: readonly string[]): { title: string; author: string } | undefined {
  const [first = '', second = '', third = ''] = lines
    .slice(0, 30)
    .map((line) => line.trim())
    .filter(Boolean)
  const author =
    /^(?:by|von|par|por|di|door)\s+(\p{Lu}[^.!?,;:]{2,60})$/u.exec(second)?.[1] ??
    (/^(?:by|von|par|por|di|door)$/i.test(second) && third.length <= 60 ? third : undefined)
  const isTitle = first.length <= 100 && !/[.!?,;:]$/.test(first) && /\p{L}/u.test(first)
  return author && isTitle ? { title: first, author } : undefined
}

function readBlocks(
  lines: readonly string[],
  notes: ReadonlySet<string>,
  detection: ChapterDetection,
  parted = partedWords(lines),
  depth = 0,
): Block[] {
  const wrapped = isWrapped(lines)
  const indented = lines.filter((line) => /^(?:\t| {2,8})\S/.test(line)).length
  const full = lines.filter((line) => line.trim()).length
  const byIndent = wrapped && indented > full / 20 && indented < full / 2
  const hasBlank = lines.some((line) => line.trim() === '')
  const blocks: Block[] = []
  /** Whether a chapter by its number was there, and a fence that is never closed. */
  let [hasChapter, isOpen] = [false, false]
  let paragraph: string[] = []
  const flush = () => {
    if (paragraph.length === 0) return
    const text = paragraph.map((line) => line.replace(/^\s+/, '')).join('\n')
    paragraph = []
    blocks.push({ kind: 'paragraph', children: markedText(joined(text, parted), notes) })
  }
  const heading = (level: number, text: string) => {
    flush()
    blocks.push({ kind: 'heading', level, children: markedText(text.trim(), notes) })
  }
  const isAlone = (i: number) => !lines[i - 1]?.trim() && !lines[i + 1]?.trim()
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const text = line.trim()
    if (line.includes('\f')) {
      flush()
      blocks.push({ kind: 'page-break' })
      continue
    }
    if (text === '') {
      flush()
      continue
    }
    const fence = /^(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence && !isOpen) {
      let end = i + 1
      while (end < lines.length && !lines[end]!.trim().startsWith(fence)) end++
      isOpen = end === lines.length
      if (!isOpen) {
        flush()
        blocks.push({ kind: 'code', text: lines.slice(i + 1, end).join('\n') })
        i = end
        continue
      }
    }
    const [, signs, name] = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text) ?? []
    if (signs && name) {
      heading(signs.length, name)
      continue
    }
    const under = lines[i + 1]?.trim() ?? ''
    if (
      paragraph.length === 0 &&
      text.length <= 120 &&
      /^(={3,}|-{3,})$/.test(under) &&
      (lines[i + 2]?.trim() ?? '') === '' &&
      under.length >= Math.min(text.length, 3)
    ) {
      heading(under[0] === '=' ? 1 : 2, text)
      i++
      continue
    }
    if (sceneBreak.test(text)) {
      flush()
      blocks.push({ kind: 'rule' })
      continue
    }
    if (detection !== 'none' && paragraph.length === 0 && (opensChapter(text) || (isAlone(i) && opensChapterAlone(text)))) {
      const title = isTitleLine(lines, i) ? lines[i + 1]!.trim() : ''
      hasChapter = true
      heading(1, title ? `${text}: ${title}` : text)
      if (title) i++
      continue
    }
    if (
      detection !== 'none' &&
      hasBlank &&
      isAlone(i) &&
      text.length <= 60 &&
      /\p{Lu}{2}/u.test(text) &&
      text === text.toUpperCase() &&
      !/[,;]$/.test(text) &&
      /\p{L}.*\p{L}.*\p{L}/u.test(text)
    ) {
      heading(hasChapter ? 2 : 1, text)
      continue
    }
    if (/^(?:[-*+•]|\d{1,3}[.)])\s+\S/.test(text) && (paragraph.length === 0 || !wrapped)) {
      flush()
      const { block, next } = readList(lines, i, notes)
      if (block) {
        blocks.push(block)
        i = next - 1
        continue
      }
    }
    if (/^>\s?/.test(text) && paragraph.length === 0) {
      let end = i + 1
      while (end < lines.length && /^\s*>/.test(lines[end]!)) end++
      const inner = lines.slice(i, end).map((one) => one.replace(depth < 12 ? /^\s*>\s?/ : /^[\s>]+/, ''))
      blocks.push({ kind: 'quote', blocks: readBlocks(inner, notes, 'none', parted, depth + 1) })
      i = end - 1
      continue
    }
    const table = readTable(lines, i, notes)
    if (table) {
      flush()
      blocks.push(table.block)
      i = table.next - 1
      continue
    }
    if (byIndent && /^(?:\t| {2,8})\S/.test(line)) flush()
    paragraph.push(line)
    // Without empty lines, or where lines are as long as paragraphs, each line is one.
    if (!wrapped && (!hasBlank || line.length > 100 || (lines[i + 1]?.length ?? 0) > 100)) flush()
  }
  flush()
  return blocks
}

/** The name of a chapter on the line below its number. */
const isTitleLine = (lines: readonly string[], i: number) => {
  const next = lines[i + 1]?.trim() ?? ''
  return next !== '' && next.length <= 70 && !/[.!?,;"”]$/.test(next) && (lines[i + 2]?.trim() ?? '') === ''
}

/** Hard-wrapped lines are one; verse keeps its lines. */
function joined(text: string, parted: PartedWords): string {
  const lines = text.split('\n')
  const isVerse =
    lines.length > 2 &&
    lines.every((line) => line.length < 45) &&
    lines.filter((line) => /^["'“‘]?\p{Lu}/u.test(line)).length > lines.length * 0.8
  if (isVerse) return lines.map((line) => line.trimEnd()).join('  \n')
  return (
    text
      .replace(/(\p{L}+)([-\u2010])\n(?=(\p{L}+))/gu, (_, before: string, sign: string, after: string) =>
        parted(before, after) ? before : before + sign,
      )
      // Dashes and scripts without spaces close up.
      .replace(/(\S--|\u2014|[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef])\n(?=\S)/g, '$1')
      .replace(/(?<! {2}|\\)\n/g, ' ')
  )
}

/** Whether two halves on both sides of a hyphen at a line's end are one word. */
type PartedWords = (before: string, after: string) => boolean

/**
 * By the text itself: as the word stands elsewhere, it is written here. Where it stands nowhere else, a text with many
 * hyphens at the ends of lines was hyphenated by a program; in others the hyphen is the word's own.
 */
function partedWords(lines: readonly string[]): PartedWords {
  const ends = lines.filter((line) => /\p{Ll}[-\u2010]$/u.test(line)).length
  if (ends === 0) return () => false
  const isHyphenated = ends > 5 && ends > lines.length / 25
  const words = new Set(lines.flatMap((line) => line.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []))
  return (before, after) => {
    if (words.has(`${before}-${after}`.toLowerCase())) return false
    if (words.has((before + after).toLowerCase())) return true
    return isHyphenated && /^\p{Ll}/u.test(after)
  }
}

const itemShape = /^(\s*)([-*+•]|(\d{1,3})[.)])\s+(.*)$/

function readList(
  lines: readonly string[],
  from: number,
  notes: ReadonlySet<string>,
  nesting = 0,
): { block: Block | undefined; next: number } {
  const first = itemShape.exec(lines[from]!)!
  const depth = first[1]!.replace(/\t/g, '    ').length
  const ordered = first[3] !== undefined
  const items: Block[][] = []
  let current: string[] = []
  let children: Block[] = []
  const close = () => {
    if (current.length > 0) items.push([{ kind: 'paragraph', children: markedText(current.join(' '), notes) }, ...children])
    current = []
    children = []
  }
  let i = from
  for (; i < lines.length; i++) {
    const line = lines[i]!
    if (line.trim() === '') {
      const next = lines[i + 1] === undefined ? undefined : itemShape.exec(lines[i + 1]!)
      if (next && (next[3] !== undefined) === ordered && next[1]!.replace(/\t/g, '    ').length >= depth) continue
      break
    }
    const item = itemShape.exec(line)
    const itemDepth = item ? item[1]!.replace(/\t/g, '    ').length : 0
    if (item && itemDepth > depth + 1 && nesting < 12) {
      const inner = readList(lines, i, notes, nesting + 1)
      if (inner.block) children.push(inner.block)
      i = inner.next - 1
    } else if (item && itemDepth >= depth - 1) {
      if ((item[3] !== undefined) !== ordered) break
      close()
      current = [item[4]!]
    } else if (item) break
    else if (/^\s/.test(line) || current.length > 0) current.push(line.trim())
    else break
  }
  close()
  // A single number or dash at the start of a line is dialogue or prose.
  if (items.length < 2 && children.length === 0 && depth === 0) return { block: undefined, next: from }
  return {
    block: { kind: 'list', ordered, start: ordered ? Number(first[3]) : 1, format: ordered ? 'decimal' : 'disc', items },
    next: i,
  }
}

/** A table of bars, with the line of dashes below its head. */
function readTable(
  lines: readonly string[],
  from: number,
  notes: ReadonlySet<string>,
): { block: Block; next: number } | undefined {
  const below = lines[from + 1] ?? ''
  if (!lines[from]!.includes('|') || below.length > 5000 || !/^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)+\|?\s*$/.test(below))
    return undefined
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/\\\|/g, '|'))
  const rows: string[][] = [cells(lines[from]!)]
  let i = from + 2
  for (; i < lines.length && lines[i]!.includes('|'); i++) rows.push(cells(lines[i]!))
  const width = rows[0]!.length
  const block: Block = {
    kind: 'table',
    rows: rows.map((row, y) =>
      Array.from({ length: width }, (_, x) => ({
        header: y === 0,
        colspan: 1,
        rowspan: 1,
        blocks: [{ kind: 'paragraph', children: markedText(row[x] ?? '', notes) }],
      })),
    ),
  }
  return { block, next: i }
}
