import type { Span } from '../xml.ts'

/** Blocks in blocks are followed this far. */
const deepest = 50

/** One edit that takes a fault out of a style sheet. */
export interface CssMend {
  readonly span: Span
  readonly after: string
  /** `syntax`: what a strict parser stops at; `bidi`: direction, which belongs into the page; `url`: an address that is empty. */
  readonly kind: 'syntax' | 'bidi' | 'url'
}

/** A declaration as it stands, with the selector or at-rule that holds it. */
export interface CssDeclaration {
  readonly property: string
  readonly value: string
  readonly span: Span
  readonly valueSpan: Span
  readonly holder: string
}

export interface CssReading {
  readonly mends: readonly CssMend[]
  readonly declarations: readonly CssDeclaration[]
  readonly imports: readonly { readonly span: Span; readonly prelude: string }[]
}

/**
 * Reads a style sheet as EPUBCheck's parser does and says what to take out where that parser would stop, so that only the broken
 * declaration, selector or bracket goes. Linear in the text.
 */
export function readCss(source: string, { from = 0, to = source.length, inline = false } = {}): CssReading {
  const mends: CssMend[] = []
  const declarations: CssDeclaration[] = []
  const imports: { span: Span; prelude: string }[] = []
  const mend = (kind: CssMend['kind'], start: number, end: number, after = '') => {
    if (start < end || after) mends.push({ kind, span: [start, end], after })
  }

  let depth = 0
  if (inline) block(from, '', 'end')
  else sheet(from, false)
  return { mends, declarations, imports }

  /** Over white space and comments; an unclosed comment is closed. */
  function skip(at: number): number {
    for (;;) {
      while (at < to && /\s/.test(source[at]!)) at++
      if (source.startsWith('/*', at) && at < to) {
        const end = source.indexOf('*/', at + 2)
        if (end < 0 || end >= to) {
          mend('syntax', to, to, '*/')
          return to
        }
        at = end + 2
      } else return at
    }
  }

  /** After the closing quote; -1 when the line or text ends first. */
  function string(at: number): number {
    const quote = source[at]
    for (let i = at + 1; i < to; i++) {
      const char = source[i]
      if (char === '\\') i++
      else if (char === quote) return i + 1
      else if (char === '\n' || char === '\r' || char === '\f') return -1
    }
    return -1
  }

  /** First of `stops` outside strings, comments and brackets; `to` when none comes. */
  function seek(at: number, stops: string): { readonly at: number; readonly badString: boolean } {
    let depth = 0
    let badString = false
    for (let i = at; i < to; i++) {
      const char = source[i]!
      if (char === '\\') i++
      else if (char === '"' || char === "'") {
        const end = string(i)
        if (end < 0) badString = true
        else i = end - 1
      } else if (char === '/' && source[i + 1] === '*') {
        const end = source.indexOf('*/', i + 2)
        i = end < 0 || end >= to ? to : end + 1
      } else if ((char === 'u' || char === 'U') && /^url\(\s*[^"'\s)]/i.test(source.slice(i, i + 12))) {
        const end = source.indexOf(')', i)
        if (end < 0 || end >= to) badString = true
        else i = end
      } else if (char === '(' || char === '[') depth++
      else if (char === ')' || char === ']') depth = Math.max(0, depth - 1)
      else if (stops.includes(char) && (depth === 0 || char === '{' || char === '}' || char === ';')) return { at: i, badString }
    }
    return { at: to, badString }
  }

  /** Rules until the end, or until `}` inside a block. Returns where to go on. */
  function sheet(start: number, nested: boolean): number {
    let at = start
    for (;;) {
      at = skip(at)
      if (at >= to) {
        if (nested) mend('syntax', trimmed(to), trimmed(to), '}')
        return to
      }
      const rest = source.slice(at, at + 4)
      const char = source[at]!
      if (rest.startsWith('<!--')) at += 4
      else if (rest.startsWith('-->')) at += 3
      else if (char === '<') {
        const close = source.indexOf('>', at)
        const end = close < 0 || close >= to || close - at > 200 ? at + 1 : close + 1
        mend('syntax', at, end)
        at = end
      } else if (rest.startsWith('//')) at = line(at)
      else if (char === '}') {
        if (nested) return at + 1
        mend('syntax', at, at + 1)
        at++
      } else if (char === ';') {
        mend('syntax', at, at + 1)
        at++
      } else if (char === '@') at = atRule(at)
      else at = rule(at)
    }
  }

  function line(at: number): number {
    const end = source.slice(at, to).search(/[\r\n]/)
    const stop = end < 0 ? to : at + end
    mend('syntax', at, stop)
    return stop
  }

  function trimmed(at: number): number {
    while (at > from && /\s/.test(source[at - 1]!)) at--
    return at
  }

  function atRule(start: number): number {
    const name = /^@[-\w\u0080-\uffff]*/.exec(source.slice(start, start + 60))![0]
    const { at, badString } = seek(start + name.length, ';{}')
    const prelude = source.slice(start + name.length, at)
    const isImport = /^@import$/i.test(name)
    if (name === '@' || badString || (source[at] === '}' && at < to)) {
      const end = source[at] === ';' ? at + 1 : source[at] === '{' ? afterBlock(at) : at
      mend('syntax', start, end)
      return end
    }
    if (isImport && /^\s*(?:url\(\s*(?:""|'')?\s*\)|""|'')?\s*$/i.test(prelude)) {
      const end = source[at] === ';' ? at + 1 : at
      mend('url', start, end)
      return end
    }
    if (at >= to) {
      const place = trimmed(to)
      if (isImport) imports.push({ span: [start, place], prelude })
      mend('syntax', place, place, ';')
      return to
    }
    if (source[at] === ';') {
      if (isImport) imports.push({ span: [start, at + 1], prelude })
      return at + 1
    }
    if (++depth > deepest) {
      depth--
      const end = afterBlock(at)
      mend('syntax', start, end)
      return end
    }
    const end = inside(at, name)
    depth--
    return end
  }

  function inside(at: number, name: string): number {
    const first = skip(at + 1)
    if (source[first] === '@') return sheet(at + 1, true)
    const next = seek(first, ';{}')
    if (source[next.at] === '{' && next.at < to) return sheet(at + 1, true)
    if (source[first] === '}') return first + 1
    return block(at + 1, name.toLowerCase(), 'brace')
  }

  /** Over a whole block, brackets counted. */
  function afterBlock(open: number): number {
    let depth = 0
    for (let at = open; at < to; ) {
      const stop = seek(at, '{}').at
      if (stop >= to) return to
      depth += source[stop] === '{' ? 1 : -1
      at = stop + 1
      if (depth === 0) return at
    }
    return to
  }

  function rule(start: number): number {
    const { at, badString } = seek(start, '{};')
    if (at >= to || source[at] !== '{' || badString) {
      // no block follows: words that are no rule
      const end = at >= to ? to : source[at] === ';' ? at + 1 : source[at] === '{' ? afterBlock(at) : at
      mend('syntax', start, end)
      return end
    }
    const selector = source.slice(start, at)
    const parts = selectors(selector)
    const sound = parts.filter(({ text }) => isSelector(text))
    if (sound.length === 0) {
      const kept = parts.map(({ text }) => text.replace(/\s+[iIsS]\s*\]/g, ']').trim()).filter(isSelector)
      if (kept.length > 0) mend('syntax', start, trimmed(at), kept.join(', '))
      else {
        const end = afterBlock(at)
        mend('syntax', start, end)
        return end
      }
    } else if (sound.length < parts.length) mend('syntax', start, trimmed(at), sound.map(({ text }) => text.trim()).join(', '))
    return block(at + 1, selector.trim(), 'brace')
  }

  /** Declarations until `}` (or the end of a style attribute). Returns where to go on. */
  function block(start: number, holder: string, closes: 'brace' | 'end'): number {
    let at = start
    const unclosed = (place: number) => {
      mend('syntax', trimmed(place), trimmed(place), '}')
      return place
    }
    for (;;) {
      at = skip(at)
      if (at >= to) return closes === 'end' ? to : unclosed(to)
      const char = source[at]!
      if (char === '}') {
        if (closes === 'brace') return at + 1
        mend('syntax', at, at + 1)
        at++
        continue
      }
      if (char === ';') {
        mend('syntax', at, at + 1)
        at++
        continue
      }
      if (source.startsWith('//', at)) {
        at = line(at)
        continue
      }
      if (char === '<' && closes === 'brace') return unclosed(at)
      if (char === '@') {
        if (closes === 'brace' && !holder.startsWith('@')) return unclosed(at)
        const stop = seek(at, ';{}')
        const end =
          stop.at >= to ? to : source[stop.at] === '{' ? afterBlock(stop.at) : source[stop.at] === ';' ? stop.at + 1 : stop.at
        mend('syntax', at, end)
        at = end
        continue
      }

      const stop = seek(at, ';{}')
      if (
        source[stop.at] === '{' &&
        stop.at < to &&
        closes === 'brace' &&
        !/^\s*[-\w]+\s*:\s*\{/.test(source.slice(at, stop.at + 1))
      ) {
        // another rule begins: the bracket before it is missing
        const early =
          /^\s*(?:margin|padding|color|font|text|line|border|background|width|height|display|position|float|page|orphans|widows|vertical|list|letter|word|white|top|left|right|bottom|max|min|clear|-\w)[-\w]*\s*:[^;{}\n]*\n/.exec(
            source.slice(at, stop.at),
          )
        const place = early ? at + early[0].length : at
        return unclosed(place)
      }
      if (stop.badString) {
        // a quote that is not closed on its line: the declaration goes, up to where it ends without that quote
        const broken = /[;}]/.exec(source.slice(at, to))
        const end = broken ? at + broken.index + (broken[0] === ';' ? 1 : 0) : to
        mend('syntax', at, end)
        at = end
        continue
      }
      if (source[stop.at] === '{' && stop.at < to) {
        const end = afterBlock(stop.at)
        mend('syntax', at, end)
        at = end
        continue
      }
      const end = source[stop.at] === ';' && stop.at < to ? stop.at + 1 : stop.at
      declaration(at, stop.at, end, holder)
      at = end
    }
  }

  function declaration(start: number, stop: number, end: number, holder: string) {
    const text = source.slice(start, stop)
    const match =
      /^((?:[-_a-zA-Z\u0080-\uffff]|\\.)(?:[-\w\u0080-\uffff]|\\.)*)((?:\s|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/)*:)([\s\S]*)$/.exec(
        text,
      )
    const value = match?.[3]
    const bare = value?.replace(/\/\*[\s\S]*?\*\//g, '').trim()
    if (!match || !bare || /^[;]/.test(bare) || /@[-\w]/.test(withoutStrings(bare))) {
      mend('syntax', start, end)
      return
    }
    const property = match[1]!.toLowerCase()
    if (property === 'direction' || property === 'unicode-bidi') mend('bidi', start, end)
    else if (/url\(\s*(?:""|'')?\s*\)/i.test(bare)) mend('url', start, end)
    const from = start + match[1]!.length + match[2]!.length
    declarations.push({ property, value: bare, span: [start, end], valueSpan: [from, stop], holder })
  }
}

const withoutStrings = (text: string) => text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)]*\)/gi, '""')

function selectors(prelude: string): { readonly text: string }[] {
  const parts: { text: string }[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= prelude.length; i++) {
    const char = prelude[i]
    if (char === '\\') i++
    else if (char === '"' || char === "'") {
      const end = prelude.indexOf(char, i + 1)
      if (end > 0) i = end
    } else if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === undefined || (char === ',' && depth <= 0)) {
      parts.push({ text: prelude.slice(from, i) })
      from = i + 1
    }
  }
  return parts
}

const word = String.raw`(?:[-_a-zA-Z\u0080-\uffff]|\\.)(?:[-\w\u0080-\uffff]|\\.)*`
const attribute = String.raw`\[\s*(?:(?:${word}|\*)?\|)?${word}\s*(?:[~|^$*]?=\s*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|${word}|[-\w.]+)\s*)?\]`
const pseudo = String.raw`::?${word}(?:\((?:[^()]|\([^()]*\))*\))?`
const type = String.raw`(?:(?:(?:${word}|\*)?\|)?(?:${word}|\*)|\d+(?:\.\d+)?%)`
const mark = String.raw`(?:\.${word}|#(?:[-\w\u0080-\uffff]|\\.)+|${attribute}|${pseudo})`
const compound = `(?:${type}${mark}*|${mark}+)`
const selectorShape = new RegExp(String.raw`^${compound}(?:(?:\s*[>+~]\s*|\s+)${compound})*$`)

/** Whether EPUBCheck's parser takes it for a selector. */
function isSelector(text: string): boolean {
  const plain = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/<!--|-->/g, ' ')
    .trim()
  return plain.length < 2000 ? plain !== '' && selectorShape.test(plain) : true
}
