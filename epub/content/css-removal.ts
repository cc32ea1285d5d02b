import type { Span } from '../xml.ts'

/** Comments and strings blanked out, offsets kept, so that braces and semicolons in them do not count. */
const plain = (css: string) =>
  css.replace(/\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|url\(\s*[^"'()]*\)/g, (match) =>
    match.startsWith('url(') ? `url(${'_'.repeat(Math.max(0, match.length - 5))})` : '_'.repeat(match.length),
  )

/**
 * What to take out of a style sheet, or of the declarations of a `style` attribute, so that the address at `span` is gone: one
 * source of a font among others, else the whole `@font-face`; an `@import`; else the declaration.
 */
export function removalOf(css: string, span: Span, bounds: Span = [0, css.length]): Span {
  const text = plain(css.slice(...bounds))
  const at = span[0] - bounds[0]
  const open = text.lastIndexOf('{', at)
  const close = text.lastIndexOf('}', at)
  const inBlock = open > close
  const semicolon = text.lastIndexOf(';', at)
  const comment = css.slice(...bounds).lastIndexOf('*/', at)
  let start = Math.max(open, close, semicolon) + 1
  if (comment + 2 > start && comment < at && /^[\s_]*$/.test(text.slice(start, comment + 2))) start = comment + 2
  const ends = [text.indexOf(';', at), text.indexOf('}', at)].filter((one) => one >= 0)
  let end = ends.length > 0 ? Math.min(...ends) : text.length
  while (/\s/.test(text[start] ?? '')) start++
  if (text[end] === ';') {
    end++
    while (text[end] === ' ') end++
  }
  if (!inBlock) return [bounds[0] + start, bounds[0] + end]

  const selector = text.slice(
    Math.max(text.lastIndexOf('}', open), text.lastIndexOf('{', open - 1), text.lastIndexOf(';', open)) + 1,
    open,
  )
  if (!/@font-face\s*$/.test(selector)) return [bounds[0] + start, bounds[0] + end]
  const declaration = text.slice(start, end)
  const colon = declaration.indexOf(':')
  const sources = split(declaration, colon + 1)
  const own = sources.findIndex(([from, to]) => start + from <= at && at <= start + to)
  if (sources.length > 1 && own >= 0) {
    const [from, to] = sources[own]!
    const cut: Span = own > 0 ? [sources[own - 1]![1], to] : [from, sources[1]![0]]
    return [bounds[0] + start + cut[0], bounds[0] + start + cut[1]]
  }
  const others = (text.slice(open, text.indexOf('}', at)).match(/url\(/g) ?? []).length
  if (others > 1) return [bounds[0] + start, bounds[0] + end]
  const blockEnd = text.indexOf('}', at)
  const rule = open - /@font-face\s*$/.exec(selector)![0].length
  return [bounds[0] + rule, bounds[0] + (blockEnd < 0 ? text.length : blockEnd + 1)]
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

/** Whether an address stands in the sources of an `@font-face`. */
export function inFontFace(css: string, at: number): boolean {
  const text = plain(css.slice(0, at))
  const open = text.lastIndexOf('{')
  return open > text.lastIndexOf('}') && /@font-face\s*$/i.test(text.slice(0, open))
}
