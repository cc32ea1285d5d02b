import type { Place } from '../document/xml-document.ts'

export type CssTokenKind =
  | 'space'
  | 'comment'
  | 'cdo'
  | 'cdc'
  | 'ident'
  | 'function'
  | 'at-keyword'
  | 'string'
  | 'uri'
  | 'hash'
  | 'class'
  | 'number'
  | 'percentage'
  | 'range'
  | 'important'
  | 'match'
  | 'char'

export interface CssToken extends Place {
  readonly kind: CssTokenKind
  /** As written; of a string what stands between the quotes, of an address the address. */
  readonly text: string
}

export interface CssFault extends Place {
  readonly text: string
}

const escaped = String.raw`\\(?:[0-9a-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?|[^\r\n\f0-9a-fA-F])`
const nameStart = String.raw`(?:[A-Za-z_\u0080-\uffff]|${escaped})`
const nameChar = String.raw`(?:[A-Za-z_\u0080-\uffff0-9-]|${escaped})`
const ident = `-?${nameStart}${nameChar}*|--${nameChar}*`

const percentage = /^[+-]?[\d.]+%$/

/** What may stand after the first character so that the shape fits. */
const probes: Record<Exclude<CssTokenKind, 'function' | 'percentage' | 'char'>, readonly string[]> = {
  space: [''],
  cdc: ['->'],
  uri: ['rl('],
  range: ['+0'],
  ident: ['a', '-a', ''],
  'at-keyword': ['a'],
  number: ['1', '.1', ''],
  cdo: ['!--'],
  comment: ['*'],
  string: [''],
  hash: ['a'],
  class: ['a'],
  important: ['important'],
  match: ['='],
}

const shapes: readonly (readonly [keyof typeof probes, RegExp])[] = [
  ['space', /[ \t\n\r\f]+/y],
  ['cdc', /-->/y],
  ['uri', /url\([ \t\n\r\f]*/iy],
  ['range', /u\+(?=[0-9a-f?])[0-9a-f?-]*/iy],
  ['ident', new RegExp(ident, 'y')],
  ['at-keyword', new RegExp(`@(?:-?${nameStart})${nameChar}*`, 'y')],
  ['number', new RegExp(String.raw`[+-]?(?:\d+(?:\.\d+)*|(?:\.\d+)+)(?:(%)|(?:${nameStart})${nameChar}*%?)?`, 'y')],
  ['cdo', /<!--/y],
  ['comment', /\/\*/y],
  ['string', /["']/y],
  ['hash', new RegExp(`#${nameChar}+`, 'y')],
  ['class', new RegExp(String.raw`\.${nameChar}+`, 'y')],
  ['important', /!\s*important/iy],
  ['match', /[~|^$*]=/y],
]

/** The shapes that can begin with a character, in their order: asked for by its code, from 128 on by 128. */
const beginnings: readonly (readonly (readonly [CssTokenKind, RegExp])[])[] = Array.from({ length: 129 }, (_, code) =>
  shapes.filter(([kind, shape]) => probes[kind].some((rest) => matchesAt(shape, String.fromCharCode(code) + rest, 0))),
)

function matchesAt(shape: RegExp, text: string, at: number): boolean {
  shape.lastIndex = at
  return shape.test(text)
}

/** Splits a style sheet as EPUBCheck's scanner does; what it finds wrong is given to `fault`. */
export function tokeniseCss(source: string, fault: (fault: CssFault) => void): CssToken[] {
  const tokens: CssToken[] = []
  const places = createPlaces(source)
  let at = 0

  function string(quote: string): string {
    const start = at
    for (; at < source.length; at++) {
      const char = source[at]!
      if (char === '\\') {
        const newline = /^(?:\r\n|[\r\n\f])/.exec(source.slice(at + 1, at + 3))?.[0]
        at += newline ? newline.length : 1
      } else if (char === '\n' || char === '\r' || char === '\f') {
        const { line, column } = places(at - 1)
        fault({ line: line + 1, column, text: 'a string goes on past the end of its line' })
        const text = source.slice(start, at)
        while (at < source.length && !';{}'.includes(source[at]!)) at++
        return text
      } else if (char === quote) return source.slice(start, at++)
    }
    fault({ ...places(source.length), text: 'a string is not closed' })
    return source.slice(start)
  }

  function address(): string {
    const quote = source[at]
    if (quote === undefined) fault({ ...places(at), text: '“url(” is not closed' })
    if (quote === '"' || quote === "'") {
      at++
      const text = string(quote)
      while (/[ \t\n\r\f]/.test(source[at] ?? '')) at++
      if (source[at] === ')') at++
      else if (at < source.length) fault({ ...places(at++), text: '“url(” is not closed where it should be' })
      return text
    }
    // EPUBCheck takes the first character as part of the address, whatever it is.
    const end = source.indexOf(')', at + 1)
    if (end < 0) fault({ ...places(source.length), text: '“url(” is not closed' })
    const text = source.slice(at, end < 0 ? source.length : end).trimEnd()
    at = end < 0 ? source.length : end + 1
    return text === ')' ? '' : text
  }

  while (at < source.length) {
    const start = at
    const { line, column } = places(start)
    let kind: CssTokenKind = 'char'
    let text = source[at]!
    for (const [candidate, shape] of beginnings[Math.min(source.charCodeAt(at), 128)]!) {
      if (!matchesAt(shape, source, at)) continue
      kind = candidate
      text = source.slice(at, shape.lastIndex)
      break
    }
    at += text.length
    if (kind === 'ident' && source[at] === '(') {
      kind = 'function'
      text += source[at++]
    } else if (kind === 'number' && percentage.test(text)) kind = 'percentage'
    else if (kind === 'comment') {
      const end = source.indexOf('*/', at)
      if (end < 0) fault({ ...places(source.length), text: 'a comment is not closed' })
      at = end < 0 ? source.length : end + 2
    } else if (kind === 'string') text = string(text)
    else if (kind === 'uri') text = address()
    tokens.push({ kind, text: kind === 'comment' ? '' : text, line, column })
  }
  return tokens
}

/** Places by offset, asked for in rising order mostly. */
function createPlaces(source: string): (offset: number) => Place {
  const starts = [0]
  for (const match of source.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length)
  let line = 0
  return (offset) => {
    while (line > 0 && starts[line]! > offset) line--
    while (line + 1 < starts.length && starts[line + 1]! <= offset) line++
    return { line: line + 1, column: offset - starts[line]! + 1 }
  }
}
