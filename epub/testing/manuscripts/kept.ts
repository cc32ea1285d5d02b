import { parseHref, resolve } from '../../href.ts'
import { metadataOf } from '../../metadata/read.ts'
import { nodeCodec } from '../../node/codec.ts'
import { openPublication } from '../../ocf/open.ts'
import { packageOf, readingOrder } from '../../package/package.ts'
import { textOf } from '../../publication.ts'
import { fromBytes } from '../../source.ts'
import { descendants, type Element, findElement, findElements, innerText, isTag, parseMarkup } from '../../xml.ts'
import { type Part, type Plan, type PlannedList, runsOf, wordsOf } from './plan.ts'

/** What of a kind is in the book, of how many that were planned. */
export interface Share {
  kept: number
  of: number
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim()
const parentOf = (element: Element) => (element.parent && isTag(element.parent) ? element.parent : undefined)

function* upwards(element: Element) {
  for (let at: Element | undefined = element; at; at = parentOf(at)) yield at
}

interface Page {
  readonly path: string
  readonly body: Element
  readonly byId: ReadonlyMap<string, Element>
}

/** Pages that are made for the book, not from the manuscript. */
const isMade = (body: Element) =>
  [...descendants(body)].some(({ attribs }) => /\b(?:toc|titlepage|cover)\b/.test(attribs['epub:type'] ?? '')) ||
  (fold(innerText(body)).length < 3 && findElements(body, 'img').length + findElements(body, 'image').length === 1)

/** Holds a book against the plan of its manuscript. The book may be anybody's: only what any reader of EPUB goes by is looked at. */
export async function keptOf(bytes: Uint8Array, plan: Plan): Promise<ReadonlyMap<string, Share>> {
  const publication = await openPublication(fromBytes(bytes), { codec: nodeCodec, fileName: 'book.epub' })
  const pages: Page[] = []
  for (const path of readingOrder(publication)) {
    const resource = publication.resources.get(path)
    const body = resource && findElement(parseMarkup(textOf(resource)), 'body')
    if (!body || /(?:^|\/)(?:nav|toc|contents|title_page|titlepage|cover)\.x?html$/i.test(path)) continue
    if (isMade(body)) continue
    const byId = new Map<string, Element>()
    for (const element of [body, ...descendants(body)]) if (element.attribs.id) byId.set(element.attribs.id, element)
    pages.push({ path, body, byId })
  }
  const css = [...publication.resources.values()]
    .filter(({ path }) => /\.css$/i.test(path))
    .map(textOf)
    .join('\n')
  const looks = (element: Element, shape: RegExp) =>
    (element.attribs.class ?? '').split(/\s+/).some((name) => {
      const at = name ? css.indexOf(`.${name} {`) : -1
      return at >= 0 && shape.test(css.slice(at, css.indexOf('}', at)))
    })

  const shares = new Map<string, Share>()
  const count = (name: string, isKept: boolean, of = 1, kept = isKept ? of : 0) => {
    const share = shares.get(name) ?? { kept: 0, of: 0 }
    shares.set(name, { kept: share.kept + kept, of: share.of + of })
  }

  const all = pages.flatMap(({ body }) => descendants(body))
  const text = pages.map(({ body }) => blockText(body)).join('\n')
  const found = new Map<string, number>()
  for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) found.set(word, (found.get(word) ?? 0) + 1)
  const words = wordsOf(plan)
  let kept = 0
  for (const word of words) {
    const left = found.get(word) ?? 0
    if (left > 0) kept++
    found.set(word, left - 1)
  }
  count('words', true, words.length, kept)

  /** The smallest elements that hold a word of its own. */
  const holders = new Map<string, Element>()
  for (const element of all)
    for (const node of element.children)
      if ('data' in node && node.type === 'text')
        for (const [word] of node.data.matchAll(/[\p{L}]+\d+x/gu)) if (!holders.has(word)) holders.set(word, element)
  const ownWord = (value: string) => /\p{L}+\d+x/u.exec(value)?.[0] ?? ''
  const holderOf = (value: string) => holders.get(ownWord(value))
  const within = (value: string, test: (element: Element) => boolean) => {
    const holder = holderOf(value)
    return holder !== undefined && [...upwards(holder)].some(test)
  }
  const target = (link: Element): Element | undefined => {
    const page = pages.find(({ body }) => [...upwards(link)].includes(body))
    const path = page && resolve(page.path, link.attribs.href ?? '')
    const other = pages.find((one) => one.path === path)
    const id = parseHref(link.attribs.href ?? '').fragment
    return id === undefined || id === '' ? other?.body : other?.byId.get(decodeURIComponent(id))
  }

  const headings = all.filter(({ name }) => /^h[1-6]$/.test(name))
  const headingText = new Map(plan.parts.flatMap((part) => (part.kind === 'heading' ? [[part.id, part.text] as const] : [])))
  for (const part of plan.parts) structure(part)
  function structure(part: Part) {
    switch (part.kind) {
      case 'heading': {
        const heading = headings.find((one) => squeezed(innerText(one)).includes(squeezed(part.text)))
        count('headings', heading !== undefined)
        count('levels of headings', heading?.name === `h${part.level}`)
        break
      }
      case 'quote':
        count(
          'quotations',
          within(part.text, ({ name }) => name === 'blockquote'),
        )
        break
      case 'code':
        count(
          'code',
          part.lines.every((line) => within(line, ({ name }) => name === 'pre')),
        )
        break
      case 'list':
        list(part, 1)
        break
      case 'table':
        table(part)
        break
      case 'image': {
        const image = all.find(({ name, attribs }) => name === 'img' && attribs.alt === part.alt)
        const page = image && pages.find(({ body }) => [...upwards(image)].includes(body))
        const path = page && resolve(page.path, image.attribs.src ?? '')
        count('pictures with their descriptions', path !== undefined && publication.resources.has(path))
        count('sizes of pictures', image !== undefined && Math.abs((widthOf(image) ?? 0) - part.width) <= 2)
        break
      }
      case 'paragraph':
        if (part.dropCap) {
          const word = ownWord(part.runs[0]!.text)
          count('words with a drop cap in one piece', new RegExp(`Once${word.replace(/^Once/, '')}`).test(text))
        }
    }
  }

  function list({ ordered, items }: PlannedList, depth: number) {
    for (const { text: own, list: inner } of items) {
      const holder = holderOf(own)
      const around = holder ? [...upwards(holder)].filter(({ name }) => /^[ou]l$/.test(name)) : []
      count('items of lists', around.length === depth && around[0]?.name === (ordered ? 'ol' : 'ul'))
      if (inner) list(inner, depth + 1)
    }
  }

  function table(part: Extract<Part, { kind: 'table' }>) {
    const holder = holderOf(part.rows[0]![0]!.text)
    const element = holder && [...upwards(holder)].find(({ name }) => name === 'table')
    const rows = element ? [...descendants(element)].filter(({ name }) => name === 'tr') : []
    const grid = rows.map((row) => row.children.filter(isTag).filter(({ name }) => /^t[dh]$/.test(name)))
    const span = (cell: Element | undefined, name: string) => Number(cell?.attribs[name] ?? 1)
    count(
      'tables with every cell in its place',
      grid.length === part.rows.length &&
        part.rows.every(
          (cells, y) =>
            cells.length === grid[y]!.length && cells.every((cell, x) => fold(innerText(grid[y]![x]!)) === fold(cell.text)),
        ),
    )
    if (part.rows.flat().some(({ colspan, rowspan }) => colspan * rowspan > 1))
      count(
        'tables with merged cells as they were',
        part.rows.every((cells, y) =>
          cells.every(
            (cell, x) => span(grid[y]?.[x], 'colspan') === cell.colspan && span(grid[y]?.[x], 'rowspan') === cell.rowspan,
          ),
        ),
      )
    count(
      'heads of tables',
      part.rows[0]!.every((_, x) => grid[0]?.[x]?.name === 'th'),
    )
  }

  const links = all.filter(({ name, attribs }) => name === 'a' && attribs.href)
  const linkOf = (value: string) => {
    const holder = holderOf(value)
    return holder && [...upwards(holder)].find(({ name, attribs }) => name === 'a' && attribs.href)
  }
  for (const run of runsOf(plan)) {
    if (run.bold)
      count(
        'bold words',
        within(run.text, (one) => /^(?:b|strong)$/.test(one.name) || looks(one, /font-weight:\s*(?:bold|[6-9]00)/)),
      )
    if (run.italic)
      count(
        'italic words',
        within(run.text, (one) => /^(?:i|em)$/.test(one.name) || looks(one, /font-style:\s*italic/)),
      )
    if (run.lang && !run.rtl)
      count(
        'languages of words',
        within(run.text, (one) => (one.attribs['xml:lang'] ?? one.attribs.lang ?? '').toLowerCase() === run.lang!.toLowerCase()),
      )
    if (run.equation)
      count(
        'equations',
        all.some((one) => one.name === 'math' && innerText(one).replace(/\s/g, '').includes(run.text)),
      )
    if (run.change === 'deleted') count('deleted words left out', !text.includes(run.text))
    if (run.comment) count('remarks of reviewers left out', !text.includes(ownWord(run.comment)))
    if (run.href?.startsWith('#')) {
      const link = linkOf(run.text)
      const place = link && target(link)
      const wanted = squeezed(headingText.get(run.href.slice(1)) ?? '?')
      count('links inside', place !== undefined && squeezed(innerText(place) + following(place)).includes(wanted))
    } else if (run.href) count('links to the web', linkOf(run.text)?.attribs.href?.replace(/&amp;/g, '&') === run.href)
    if (run.note) {
      const word = ownWord(run.note.text)
      const note = holders.get(word)
      const link =
        note &&
        links.find((one) => {
          const place = target(one)
          if (!place || !isNoteOf(place, note)) return false
          return [...upwards(one)].some((round) => innerText(round).includes(run.text) && innerText(round).length < 20_000)
        })
      count('notes that their signs lead to', link !== undefined)
      count(
        'notes that say what they are',
        link !== undefined && [...upwards(link)].some(({ attribs }) => /noteref/.test(`${attribs['epub:type']} ${attribs.role}`)),
      )
    }
  }
  const rtl = runsOf(plan).filter((run) => run.rtl)
  if (rtl.length > 0) {
    const marked = all.filter((one) => one.attribs.dir === 'rtl' && innerText(one).includes('שלום'))
    count('words from right to left', true, rtl.length, Math.min(rtl.length, marked.length))
  }
  const scenes = plan.parts.filter(({ kind }) => kind === 'scene').length
  if (scenes > 0) count('breaks between scenes', true, scenes, Math.min(scenes, all.filter(isSceneBreak).length))
  const metadata = metadataOf(publication)
  const says = plan.says ?? ['title', 'author', 'language']
  if (says.includes('title')) count('title', metadata?.title === plan.title)
  if (says.includes('author')) count('author', metadata?.creators.some(({ name }) => name === plan.author) ?? false)
  // Without its country it is right too, with another one it is not.
  if (says.includes('language')) count('language', [plan.language, plan.language.slice(0, 2)].includes(metadata?.language ?? ''))
  const opf = packageOf(publication)
  count('accessibility metadata', /schema:accessMode\b/.test(opf ? textOf(opf.resource) : ''))
  return shares
}

/** A line or stars between two pieces of the text; not the line above the notes. */
const isSceneBreak = (element: Element) =>
  (element.name === 'hr' &&
    ![...upwards(element)].some(({ attribs }) => /notes/.test(`${attribs['epub:type']} ${attribs.class}`))) ||
  (element.name === 'p' && /^\s*\*\s*\*\s*\*\s*$/.test(innerText(element)))

const squeezed = (text: string) => text.replace(/\s+/g, '')
const blocks =
  /^(?:p|div|li|h[1-6]|td|th|tr|table|section|aside|blockquote|pre|dd|dt|caption|figcaption|figure|ul|ol|body|br|math|hr)$/

/** The sign of a note: it stands against a word without being part of it. */
const isSign = (element: Element) => /^(?:a|sup)$/.test(element.name) && /^\W*\d{1,4}\W*$/.test(innerText(element))

/** Text with the ends of blocks as ends of words; equations are no words. */
function blockText(element: Element): string {
  let out = ''
  for (const node of element.children) {
    if (isTag(node))
      out += node.name === 'math' || isSign(node) ? ' ' : blocks.test(node.name) ? `\n${blockText(node)}\n` : blockText(node)
    else if ('data' in node && node.type === 'text') out += node.data
  }
  return out
}

/** What stands behind a place that marks a point: in its parent and after it. */
function following(place: Element): string {
  let text = ''
  for (let at = place.next, steps = 0; at && steps < 3; at = at.next, steps++) text += 'data' in at ? at.data : innerText(at)
  const parent = parentOf(place)
  return text + (parent && /^(?:h[1-6]|p|span|a)$/.test(parent.name) ? innerText(parent) : '')
}

/** Whether the place that a link leads to is the note that holds a word. */
function isNoteOf(place: Element, holder: Element): boolean {
  const next =
    place.name === 'dt'
      ? place.parent?.children.slice(place.parent.children.indexOf(place)).find((one) => isTag(one) && one.name === 'dd')
      : undefined
  for (const at of upwards(holder)) if (at === next || (at === place && innerText(place).length < 3000)) return true
  const block = [...upwards(holder)].find(({ name }) => blocks.test(name))
  const round = block ? [block, parentOf(block)].filter((one) => one !== undefined) : []
  return round.some((one) => (one === block || innerText(one).length < 600) && descendants(one).includes(place))
}

function widthOf(image: Element): number | undefined {
  const [, number, unit] = /(?:^|[;\s])width:\s*([\d.]+)(px|in|pt)/.exec(image.attribs.style ?? '') ?? []
  if (number) return Number(number) * (unit === 'in' ? 96 : unit === 'pt' ? 4 / 3 : 1)
  const own = Number(image.attribs.width)
  return Number.isFinite(own) ? own : undefined
}
