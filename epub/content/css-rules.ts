import type { Span } from '../xml.ts'

/** A rule of a style sheet as it stands: `selector { body }`. */
export interface CssRule {
  /** Trimmed, comments left out. */
  readonly selector: string
  /** From the selector's first letter to after the closing bracket. */
  readonly span: Span
  readonly body: string
  readonly bodySpan: Span
  /** The at-rule it stands in, as `@media print`; undefined at the top. */
  readonly within: string | undefined
}

/** Rules of a sound style sheet, at-rules with rules in them followed, others (`@font-face`, `@page`) given by their name. Linear. */
export function rulesOf(css: string): CssRule[] {
  const found: CssRule[] = []
  const scopes: string[] = []
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const char = css[at]!
    if (char === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at + 2)
      at = end < 0 ? css.length : end + 1
    } else if (char === '"' || char === "'") at = stringEnd(css, at)
    else if (char === '\\') at++
    else if (char === ';') start = at + 1
    else if (char === '}') {
      scopes.pop()
      start = at + 1
    } else if (char === '{') {
      const selector = bare(css.slice(start, at))
      if (/^@(media|supports|layer|container|document)\b/i.test(selector)) {
        scopes.push(selector)
        start = at + 1
        continue
      }
      const end = blockEnd(css, at)
      const lead = /^(?:\s|\/\*[\s\S]*?\*\/|<!--|-->)*/.exec(css.slice(start, at))![0].length
      found.push({
        selector,
        span: [start + lead, Math.min(css.length, end + 1)],
        body: css.slice(at + 1, end),
        bodySpan: [at + 1, end],
        within: scopes.length > 0 ? scopes.join(' ') : undefined,
      })
      at = end
      start = end + 1
    }
  }
  return found
}

const bare = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/<!--|-->/g, ' ')
    .trim()

function stringEnd(css: string, at: number): number {
  const quote = css[at]
  for (let i = at + 1; i < css.length; i++)
    if (css[i] === '\\') i++
    else if (css[i] === quote || css[i] === '\n') return i
  return css.length
}

/** The bracket that closes the one at `open`; the end of the text where none does. */
function blockEnd(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const char = css[at]!
    if (char === '/' && css[at + 1] === '*') {
      const end = css.indexOf('*/', at + 2)
      at = end < 0 ? css.length : end + 1
    } else if (char === '"' || char === "'") at = stringEnd(css, at)
    else if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return css.length
}
