import { random } from '../breaker.ts'

/** A run of words. Every run that means something (a link, a note, a language) has a word of its own, so that it can be found again. */
export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  /** Tag and direction of a foreign word. */
  readonly lang?: string
  readonly rtl?: boolean
  /** `#id` of a heading, or an address. */
  readonly href?: string
  readonly note?: PlannedNote
  readonly equation?: boolean
  /** Suggested changes: the one is part of the text, the other is not. */
  readonly change?: 'inserted' | 'deleted'
  /** What a reviewer says in the margin. */
  readonly comment?: string
}

export interface PlannedNote {
  readonly kind: 'footnote' | 'endnote'
  readonly text: string
}

export interface PlannedList {
  readonly kind: 'list'
  readonly ordered: boolean
  readonly items: readonly { readonly text: string; readonly list?: PlannedList }[]
}

export interface PlannedCell {
  readonly text: string
  readonly colspan: number
  readonly rowspan: number
  readonly header: boolean
}

export type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[]; readonly dropCap?: boolean }
  | PlannedList
  | { readonly kind: 'table'; readonly rows: readonly (readonly PlannedCell[])[]; readonly caption: string }
  | { readonly kind: 'image'; readonly name: string; readonly alt: string; readonly width: number; readonly height: number }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'scene' }

/** What a manuscript is made from, and so what must be in the book that is made of it. */
export interface Plan {
  /** What the file itself says of these; a text without metadata says none. */
  readonly says?: readonly ('title' | 'author' | 'language')[]
  readonly title: string
  readonly author: string
  readonly language: string
  readonly parts: readonly Part[]
  /** PNG and JPEG pictures by the name that `image` gives. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

export interface Wish {
  readonly seed: number
  readonly chapters: number
  readonly paragraphs: number
  /** Which parts a chapter has besides its paragraphs. */
  readonly with: readonly (
    | 'notes'
    | 'endnotes'
    | 'sections'
    | 'lists'
    | 'tables'
    | 'images'
    | 'links'
    | 'quotes'
    | 'code'
    | 'scenes'
    | 'equations'
    | 'languages'
    | 'changes'
    | 'dropCaps'
  )[]
  readonly pictures?: ReadonlyMap<string, Uint8Array>
}

const syllables =
  'ba be bi bo bra bre ca ce chi co cra da de di do dra el en er fa fe fi fo fra ga ge gi go gra ha he hi ho in ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu or pa pe pi po pra qua ra re ri ro ru sa se shi so sta ta te thi to tra u va ve vi vo wa we wi wo ya yo za ze'.split(
    ' ',
  )

/** The manuscript of a wish; the same wish gives the same one. */
export function planOf(wish: Wish): Plan {
  const dice = random(wish.seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(dice() * list.length)]!
  const vocabulary = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + Math.floor(dice() * 3) }, () => pick(syllables)).join(''),
  )
  const has = (name: Wish['with'][number]) => wish.with.includes(name)
  let count = 0
  /** A word that stands nowhere else. */
  const own = (name: string) => `${name}${++count}x`
  const words = (n: number) => Array.from({ length: n }, () => pick(vocabulary)).join(' ')
  const sentence = () => {
    const text = words(6 + Math.floor(dice() * 14))
    return `${text[0]!.toUpperCase()}${text.slice(1)}${pick(['.', '.', '.', '?', '!'])}`
  }
  const sentences = (n: number) => Array.from({ length: n }, sentence).join(' ')
  const ids = Array.from({ length: wish.chapters }, (_, i) => `chapter-${i + 1}`)
  const names = [...(wish.pictures?.keys() ?? [])]

  const paragraph = (): Part => {
    const runs: Run[] = [{ text: `${sentences(2)} ` }]
    const add = (run: Run) => runs.push(run, { text: ` ${sentence()} ` })
    if (dice() < 0.5) add({ text: own('emph'), italic: true })
    if (dice() < 0.3) add({ text: own('strong'), bold: true })
    if (has('notes') && dice() < 0.12)
      add({ text: own('noted'), note: { kind: 'footnote', text: `${own('foot')} ${sentence()}` } })
    if (has('endnotes') && dice() < 0.08)
      add({ text: own('noted'), note: { kind: 'endnote', text: `${own('end')} ${sentence()}` } })
    if (has('links') && dice() < 0.1) add({ text: own('inside'), href: `#${pick(ids)}` })
    if (has('links') && dice() < 0.1) add({ text: own('outside'), href: `https://example.org/${own('page')}?a=1&b=2` })
    if (has('equations') && dice() < 0.15) add({ text: own('eq'), equation: true })
    if (has('languages') && dice() < 0.1) add({ text: own('mot'), lang: 'fr-FR' })
    if (has('languages') && dice() < 0.05) add({ text: 'שלום', lang: 'he-IL', rtl: true })
    if (has('changes') && dice() < 0.1) add({ text: own('inserted'), change: 'inserted' })
    if (has('changes') && dice() < 0.1) add({ text: own('deleted'), change: 'deleted' })
    if (has('changes') && dice() < 0.1) add({ text: own('remarked'), comment: `${own('remark')} ${sentence()}` })
    runs.push({ text: sentences(2) })
    return { kind: 'paragraph', runs }
  }
  const list = (depth: number): PlannedList => ({
    kind: 'list',
    ordered: dice() < 0.5,
    items: Array.from({ length: 2 + Math.floor(dice() * 3) }, (_, i) => ({
      text: `${own('item')} ${words(4)}`,
      ...(depth < 3 && i === 0 && dice() < 0.7 && { list: list(depth + 1) }),
    })),
  })
  const table = (): Part => {
    const cell = (header: boolean, colspan = 1, rowspan = 1): PlannedCell => ({
      text: `${own('cell')} ${words(2)}`,
      colspan,
      rowspan,
      header,
    })
    return {
      kind: 'table',
      caption: `${own('table')} ${words(3)}`,
      rows: [
        [cell(true), cell(true, 2)],
        [cell(false, 1, 2), cell(false), cell(false)],
        [cell(false), cell(false)],
        [cell(false), cell(false), cell(false)],
      ],
    }
  }
  const parts: Part[] = []
  let pictures = 0
  for (const [i, id] of ids.entries()) {
    parts.push({ kind: 'heading', level: 1, text: `Chapter ${i + 1} ${own('title')}`, id })
    if (has('dropCaps')) parts.push({ kind: 'paragraph', runs: [{ text: `Once${own('cap')} ${sentences(2)}` }], dropCap: true })
    for (let at = 0; at < wish.paragraphs; at++) {
      if (has('sections') && at > 0 && at % 5 === 0)
        parts.push({ kind: 'heading', level: at % 10 ? 3 : 2, text: `Part ${own('section')} ${words(2)}`, id: own('s') })
      parts.push(paragraph())
      if (has('scenes') && at > 0 && at % 12 === 0) parts.push({ kind: 'scene' })
    }
    if (has('lists')) parts.push(list(1), { kind: 'paragraph', runs: [{ text: sentences(2) }] })
    if (has('tables')) parts.push(table(), { kind: 'paragraph', runs: [{ text: sentences(2) }] })
    if (has('quotes')) parts.push({ kind: 'quote', text: `${own('quote')} ${sentences(2)}` })
    if (has('code')) parts.push({ kind: 'code', lines: [`let ${own('code')} = 1`, `  print ${own('code')}`] })
    if (has('images') && names.length > 0)
      parts.push({
        kind: 'image',
        name: names[pictures++ % names.length]!,
        alt: `A picture of ${own('alt')}`,
        width: 240,
        height: 160,
      })
    parts.push({ kind: 'paragraph', runs: [{ text: sentences(3) }] })
  }
  return { title: 'The Measured Book', author: 'Ann Lee', language: 'en-GB', parts, pictures: wish.pictures ?? new Map() }
}

/** Every run of the text, those of paragraphs alone. */
export const runsOf = (plan: Plan): Run[] => plan.parts.flatMap((part) => (part.kind === 'paragraph' ? [...part.runs] : []))

/** What a reader must find: all that is written, notes included; changes accepted, remarks and what was deleted left out. */
export function wordsOf(plan: Plan): string[] {
  const text: string[] = []
  const items = ({ items: all }: PlannedList) => {
    for (const { text: own, list } of all) {
      text.push(own)
      if (list) items(list)
    }
  }
  for (const part of plan.parts)
    if (part.kind === 'paragraph') {
      // Runs of one paragraph stand against each other.
      text.push(part.runs.map((run) => (run.change === 'deleted' || run.equation ? '' : run.text)).join(''))
      for (const { note } of part.runs) if (note) text.push(note.text)
    } else if (part.kind === 'list') items(part)
    else if (part.kind === 'table') text.push(part.caption, ...part.rows.flat().map((cell) => cell.text))
    else if (part.kind === 'code') text.push(...part.lines)
    else if (part.kind === 'heading' || part.kind === 'quote') text.push(part.text)
  return text.join('\n').match(/[\p{L}\p{N}]+/gu) ?? []
}
