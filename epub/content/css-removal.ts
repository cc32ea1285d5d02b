import type { Span } from '../xml.ts'

/** Comments and strings blanked out, offsets kept, so that braces and semicolons in them do not count. */
const plain = (css: string) =>
  css.replace(/\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|url\(\s*[^"'()]*\)/g, (match) =>
    match.startsWith('url(') ? `url(${'_'.repeat(Math.max(0, match.length - 5))})` : '_'.repeat(match.length),
  )

interface Sheet {
  /** Without what comments and strings hold. */
  readonly text: string
  readonly opens: readonly number[]
  readonly closes: readonly number[]
  readonly semicolons: readonly number[]
  /** Ends of comments, as places in the text with comments. */
  readonly comments: readonly number[]
}

const placesOf = (text: string, part: string): number[] => {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

let last: { css: string; bounds: Span; sheet: Sheet } | undefined

/** The part of a style sheet that was asked about last is remembered: questions come once for every address in it. */
function sheetOf(css: string, bounds: Span): Sheet {
  if (last?.css !== css || last.bounds[0] !== bounds[0] || last.bounds[1] !== bounds[1]) {
    const raw = css.slice(...bounds)
    const text = plain(raw)
    const [opens, closes, semicolons] = [placesOf(text, '{'), placesOf(text, '}'), placesOf(text, ';')]
    last = { css, bounds, sheet: { text, opens, closes, semicolons, comments: placesOf(raw, '*/') } }
  }
  return last.sheet
}

/** How many of the places stand before `at` or on it. */
function countUpTo(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}
const lastUpTo = (places: readonly number[], at: number) => places[countUpTo(places, at) - 1] ?? -1
const firstFrom = (places: readonly number[], at: number) => places[countUpTo(places, at - 1)] ?? -1

/**
 * What to take out of a style sheet, or of the declarations of a `style` attribute, so that the address at `span` is gone: one
 * source of a font among others, else the whole `@font-face`; an `@import`; else the declaration.
 */
export function removalOf(css: string, span: Span, bounds: Span = [0, css.length]): Span {
  const { text, opens, closes, semicolons, comments } = sheetOf(css, bounds)
  const at = span[0] - bounds[0]
  const open = lastUpTo(opens, at)
  const close = lastUpTo(closes, at)
  const inBlock = open > close
  const semicolon = lastUpTo(semicolons, at)
  const comment = lastUpTo(comments, at)
  let start = Math.max(open, close, semicolon) + 1
  if (comment + 2 > start && comment < at && /^[\s_]*$/.test(text.slice(start, comment + 2))) start = comment + 2
  const ends = [firstFrom(semicolons, at), firstFrom(closes, at)].filter((one) => one >= 0)
  let end = ends.length > 0 ? Math.min(...ends) : text.length
  while (/\s/.test(text[start] ?? '')) start++
  if (text[end] === ';') {
    end++
    while (text[end] === ' ') end++
  }
  if (!inBlock) return [bounds[0] + start, bounds[0] + end]

  const selector = text.slice(Math.max(lastUpTo(closes, open), lastUpTo(opens, open - 1), lastUpTo(semicolons, open)) + 1, open)
  if (!/@font-face\s*$/.test(selector)) return [bounds[0] + start, bounds[0] + end]
  const sources = sourcesOf(text, start, end)
  const own = sources.findIndex(([from, to]) => start + from <= at && at <= start + to)
  if (sources.length > 1 && own >= 0) {
    const [from, to] = sources[own]!
    const cut: Span = own > 0 ? [sources[own - 1]![1], to] : [from, sources[1]![0]]
    return [bounds[0] + start + cut[0], bounds[0] + start + cut[1]]
  }
  const others = (text.slice(open, firstFrom(closes, at)).match(/url\(/g) ?? []).length
  if (others > 1) return [bounds[0] + start, bounds[0] + end]
  const blockEnd = firstFrom(closes, at)
  const rule = open - /@font-face\s*$/.exec(selector)![0].length
  return [bounds[0] + rule, bounds[0] + (blockEnd < 0 ? text.length : blockEnd + 1)]
}

let lastSources: { text: string; start: number; end: number; sources: readonly Span[] } | undefined

/** The sources of one declaration, remembered for the next question like the sheet. */
function sourcesOf(text: string, start: number, end: number): readonly Span[] {
  if (lastSources?.text !== text || lastSources.start !== start || lastSources.end !== end) {
    const declaration = text.slice(start, end)
    lastSources = { text, start, end, sources: split(declaration, declaration.indexOf(':') + 1) }
  }
  return lastSources.sources
}

/** Parts between commas outside parentheses, without the space before them. */
function split(text: string, from: number): Span[] {
  const parts: Span[] = []
  let depth = 0
  let start = from
  for (let i = from; i <= text.length; i++) {
    const char = text[i]
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === undefined || (depth === 0 && (char === ',' || char === ';'))) {
      let begin = start
      while (/\s/.test(text[begin] ?? '')) begin++
      if (begin < i) parts.push([begin, i])
      start = i + 1
      if (char !== ',') break
    }
  }
  return parts
}

/**
 * What stands for the only source of a font that is not there: the font of that name on the reader's device, so that the family
 * and its fallbacks keep their meaning. Undefined for any other address, or a font without a name.
 */
export function localFont(css: string, span: Span, bounds: Span = [0, css.length]): { span: Span; after: string } | undefined {
  if (!inFontFace(css, span[0], bounds)) return undefined
  const { text, opens, closes, semicolons } = sheetOf(css, bounds)
  const at = span[0] - bounds[0]
  const open = lastUpTo(opens, at)
  const close = firstFrom(closes, at)
  const block = css.slice(bounds[0] + open, close < 0 ? bounds[1] : bounds[0] + close)
  const family = /(?:^|[;{\s])font-family\s*:\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^;}"']+))/i.exec(
    block.replace(/\/\*[\s\S]*?\*\//g, ' '),
  )
  const name = (family?.[1] ?? family?.[2] ?? family?.[3])?.trim()
  if (!name || /["\\<&]/.test(name) || (block.match(/url\(/gi) ?? []).length !== 1 || /local\(/i.test(block)) return undefined
  const start = Math.max(open, lastUpTo(semicolons, at)) + 1
  const colon = text.indexOf(':', start)
  const ends = [firstFrom(semicolons, at), close].filter((one) => one >= 0)
  let end = ends.length > 0 ? Math.min(...ends) : text.length
  while (/\s/.test(text[end - 1] ?? '')) end--
  if (colon < 0 || colon > at) return undefined
  const quote = css[span[0] - 1] === '"' ? '"' : "'"
  return { span: [bounds[0] + colon + 1, bounds[0] + end], after: ` local(${quote}${name}${quote})` }
}

/** Whether an address stands in the sources of an `@font-face`. */
export function inFontFace(css: string, place: number, bounds: Span = [0, css.length]): boolean {
  const { text, opens, closes } = sheetOf(css, bounds)
  const at = place - bounds[0]
  const open = lastUpTo(opens, at - 1)
  if (open <= lastUpTo(closes, at - 1)) return false
  const start = Math.max(lastUpTo(closes, open), lastUpTo(opens, open - 1)) + 1
  return /@font-face\s*$/i.test(text.slice(start, open))
}
