import { escapeXml, type Span } from '../xml.ts'
import {
  blockElements,
  booleanAttributes,
  formattingElements,
  headings,
  isKnownElement,
  knownPrefixes,
  phrasingElements,
  textBlocks,
  voidElements,
} from './elements.ts'
import { isXmlCharacter, isXmlEntity, namedCharacter, ownEntities } from './entities.ts'

/** What kind of slip an edit answers. */
export type Slip =
  | 'prolog' // what stands before the root: declaration not first, malformed, doctype in lower case
  | 'reference' // & that starts no reference, names that XML does not know
  | 'angle' // < that starts no tag
  | 'attribute' // unquoted, minimised, doubled, malformed
  | 'comment' // -- inside, not closed
  | 'tag' // upper case, void element without slash, tag without its end
  | 'nesting' // elements not closed, closed twice, overlapping
  | 'prefix' // namespace prefix never declared
  | 'trailing' // text or elements after the root
  | 'script' // script or style that needs CDATA

export interface Mend {
  readonly span: Span
  readonly after: string
  readonly slip: Slip
}

export interface MendOptions {
  /** The text is a page: HTML's element names and its rules for tags left out hold. */
  readonly html?: boolean
  /** Names of characters that hold without being declared here, e.g. those of the XHTML DTD. */
  readonly knows?: (entity: string) => boolean
  /** Whether an element that is never closed ends where `next` starts inside it. */
  readonly ends?: (open: string, next: string) => boolean
}

/** The text with everything mended; a well-formed text comes back as it is. */
export function mendXml(source: string, options: MendOptions = {}): string {
  const mends = mendsOf(source, options)
  const mended = applyMends(source, mends)
  return options.html && mends.length === 1 && mends[0]!.after.startsWith('<html') ? mendXml(mended, options) : mended
}

export function applyMends(source: string, mends: readonly Mend[]): string {
  let text = ''
  let at = 0
  for (const { span, after } of inOrder(mends)) {
    if (span[0] < at) continue
    text += source.slice(at, span[0]) + after
    at = span[1]
  }
  return text + source.slice(at)
}

const inOrder = (mends: readonly Mend[]) =>
  mends
    .map((mend, order) => ({ ...mend, order }))
    .sort((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1] || a.order - b.order)

interface Tag {
  readonly kind: 'open' | 'close' | 'empty'
  /** As it will be written: lower case in HTML. */
  readonly name: string
  readonly span: Span
  /** Declared prefixes, the default one as empty string. */
  readonly declares: readonly string[]
  /** Attributes as written and mended, to open the element once more. */
  readonly attributes: string
  /** Prefixes the tag makes use of with the place of their first use. */
  readonly uses: readonly { readonly prefix: string; readonly name: string; readonly span: Span; readonly attribute: boolean }[]
  readonly foreign: boolean
}

/** A run of text between tags that is more than white space. */
interface Run {
  readonly kind: 'text'
  readonly span: Span
}

type Token = Tag | Run

const nameStart = /[A-Za-z_:\u00c0-\ufffd]/
const namePattern = /[A-Za-z_:\u00c0-\ufffd][\w.:\-\u00b7-\ufffd]*/y
const attributeName = /[^\s"'<>/=]+/y
const validName = /^[A-Za-z_:\u00c0-\ufffd][\w.:\-\u00b7-\ufffd]*$/
const isSpace = (char: string | undefined) => char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f'
const isWhite = (text: string) => !/[^\s\ufeff\0]/.test(text)

/** Whether a page begins with its head or body, or ends an `html` that never began. */
const startsInside = (first: Token, tokens: readonly Token[]) =>
  first.kind !== 'text' &&
  (/^(?:head|body)$/.test(first.name) ||
    (first.name !== 'html' &&
      tokens.some((token) => token.kind === 'close' && token.name === 'html') &&
      !tokens.some((token) => token.kind === 'open' && token.name === 'html')))

/** The smallest edits that make the text well-formed; linear in its length. */
export function mendsOf(source: string, options: MendOptions = {}): Mend[] {
  const mends: Mend[] = []
  const mend = (slip: Slip, start: number, end: number, after: string) => mends.push({ slip, span: [start, end], after })
  const tokens = tokenise(source, options, mend)
  const first = tokens.find((token) => token.kind !== 'text')
  if (options.html && first && startsInside(first, tokens)) {
    // the start of the page was lost: first it gets one, then the rest can be told
    const at = first.span[0]
    return [{ slip: 'nesting', span: [at, at], after: '<html xmlns="http://www.w3.org/1999/xhtml">' }]
  }
  nest(source, tokens, options, mend)
  prefixes(tokens, options, mend)
  return inOrder(mends).filter(({ span, after }) => source.slice(...span) !== after)
}

/** Next place of a string, remembered, so that asking from every tag stays linear in all. */
type Seek = (what: string, from: number) => number
function seeker(source: string): Seek {
  const known = new Map<string, { readonly from: number; readonly at: number }>()
  return (what, from) => {
    const last = known.get(what)
    if (last && from >= last.from && (last.at < 0 || last.at >= from)) return last.at
    const at = source.indexOf(what, from)
    known.set(what, { from, at })
    return at
  }
}

type Mender = (slip: Slip, start: number, end: number, after: string) => void

// ---- tokens

function tokenise(source: string, options: MendOptions, mend: Mender): Token[] {
  const { html = false } = options
  const tokens: Token[] = []
  const entities = ownEntities(source)
  const isKnown = (name: string) => isXmlEntity(name) || entities.get(name) !== undefined || (options.knows?.(name) ?? false)
  const endTags = new Set([...source.matchAll(/<\/([^\s<>/]+)/g)].map(([, name]) => name!.toLowerCase()))
  let at = 0
  const seek = seeker(source)
  const opened = new Set<string>()
  let started = false // the root's start tag was seen
  let foreign = 0 // depth inside svg or math
  const comments: { readonly start: number; readonly end: number }[] = []

  const declaration = /^[\s\ufeff\0]*<\?xml[\s?]/i.exec(source)
  const text = (start: number, end: number) => {
    if (start >= end) return
    for (const [slip, from, to, after] of textMends(source, start, end, isKnown)) mend(slip, from, to, after)
    if (!isWhite(source.slice(start, end))) tokens.push({ kind: 'text', span: [start, end] })
  }

  while (at < source.length) {
    const open = seek('<', at)
    if (open < 0) {
      text(at, source.length)
      break
    }
    const next = source[open + 1]

    if (source.startsWith('<!--', open)) {
      text(at, open)
      at = comment(source, open, seek, mend)
      comments.push({ start: open, end: at })
      continue
    }

    if (source.startsWith('<![CDATA[', open)) {
      text(at, open)
      const end = seek(']]>', open)
      if (end < 0) {
        const stop = source.indexOf('<', open + 9) < 0 ? source.length : source.indexOf('<', open + 9)
        mend('tag', stop, stop, ']]>')
        at = stop
      } else at = end + 3
      tokens.push({ kind: 'text', span: [open, at] })
      continue
    }

    if (next === '!') {
      text(at, open)
      at = markupDeclaration(source, open, started, seek, mend)
      continue
    }

    if (next === '?') {
      text(at, open)
      at = instruction(source, open, declaration !== null && open <= declaration[0].length, seek, mend)
      continue
    }

    if (next === '/') {
      const tag = endTag(source, open, seek, mend, html)
      if (tag === 'text') {
        mend('angle', open, open + 1, '&lt;')
        text(at, open)
        at = open + 1
        continue
      }
      text(at, open)
      at = tag.end
      if (tag.name === '') continue
      const name = html && foreign === 0 ? tag.name.toLowerCase() : tag.name
      if (html && !isPlausible(name) && !opened.has(name)) {
        mend('angle', open, open + 1, '&lt;')
        continue
      }
      if (html && name === 'title' && foreign === 0 && opened.has('body')) {
        mend('nesting', open, at, '')
        continue
      }
      if (name !== tag.name) mend('tag', open + 2, open + 2 + tag.name.length, name)
      if (/^(?:svg|math)$/.test(localOf(name))) foreign = Math.max(0, foreign - 1)
      tokens.push({ kind: 'close', name, span: [open, at], declares: [], attributes: '', uses: [], foreign: foreign > 0 })
      continue
    }

    if (!next || !nameStart.test(next) || (html && !plausibleTag(source, open, seek, endTags))) {
      if (!/\S/.test(source.slice(open + 1, open + 200)) && source.length - open < 200) {
        // cut off right there
        text(at, open)
        mend('nesting', open, source.length, '')
        break
      }
      const lost = foreign > 0 ? /^<[\w:.-]+(?:\s[^<>]*)?>/.exec(source.slice(open, open + 300)) : null
      if (lost) {
        // in a formula or drawing words would be no better
        text(at, open)
        mend('tag', open, open + lost[0].length, '')
        at = open + lost[0].length
        continue
      }
      mend('angle', open, open + 1, '&lt;')
      text(at, open)
      // the rest is text up to the next <
      const stop = source.indexOf('<', open + 1)
      const end = stop < 0 ? source.length : stop
      text(open + 1, end)
      at = end
      continue
    }

    text(at, open)
    const tag = startTag(source, open, { html, foreign: foreign > 0, isKnown }, mend)
    at = tag.end
    if (!tag.token) continue
    started = true
    const { token } = tag
    if (html && token.name === 'title' && foreign === 0 && opened.has('body')) {
      // a title in the text would hide its words
      mend('nesting', token.span[0], token.span[1], '')
      continue
    }
    tokens.push(token)
    opened.add(token.name)
    if (token.kind === 'open' && html && /^(?:svg|math)$/.test(localOf(token.name))) foreign++

    if (html && token.kind === 'open' && (token.name === 'script' || token.name === 'style') && foreign === 0) {
      const rest = new RegExp(`</${token.name}[\\s>]`, 'gi')
      rest.lastIndex = at
      const end = rest.exec(source)
      if (end) {
        rawText(source, at, end.index, token.name, mend)
        if (end.index > at) tokens.push({ kind: 'text', span: [at, end.index] })
        at = end.index
      }
    }
  }

  prolog(source, tokens, comments, declaration, options, mend)
  return tokens
}

const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

const isPlausible = (name: string) => isKnownElement(name) || name.includes(':') || name.includes('-') || isSvgOrMath(name)

const isSvgOrMath = (name: string) =>
  /^(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|use|defs|symbol|image|clipPath|mask|pattern|marker|linearGradient|radialGradient|stop|filter|fe\w+|desc|metadata|switch|foreignObject|animate\w*|set|view|m[a-z]+|semantics|annotation(?:-xml)?|none|apply|c[in]|csymbol)$/.test(
    name,
  )

/** Something a page would hold as a tag: a known or prefixed name, or one that is closed somewhere. */
function plausibleTag(source: string, open: number, seek: Seek, endTags: ReadonlySet<string>): boolean {
  namePattern.lastIndex = open + 1
  const name = namePattern.exec(source)?.[0] ?? ''
  const after = source[open + 1 + name.length]
  if (after !== undefined && !isSpace(after) && after !== '>' && after !== '/' && after !== '<' && after !== '"') {
    if (!isKnownElement(name.toLowerCase())) return false
  }
  if (isKnownElement(name.toLowerCase()) || isSvgOrMath(name)) return tagEnds(source, open, seek)
  if (name.includes(':')) return /^[\w.-]+:[\w.-]+$/.test(name) && tagEnds(source, open, seek)
  if (endTags.has(name.toLowerCase())) return true
  return new RegExp(`^<${name.replace(/[.\\]/g, '\\$&')}(?:\\s[^<>]*)?/>`).test(source.slice(open, open + 400))
}

/** A `<` that is never followed by `>` before the next `<` and is no tag with attributes: `a <b and c`. */
function tagEnds(source: string, open: number, seek: Seek): boolean {
  const close = seek('>', open)
  const next = seek('<', open + 1)
  if (close >= 0 && (next < 0 || close < next)) return true
  const body = source.slice(open + 1, next < 0 ? source.length : next)
  return /^[\w:-]+(?:\s+[\w:-]+\s*=|\s*$)/.test(body) || close < 0
}

// ---- text

const reference = /&(?:#(\d+)(;?)|#[xX]([0-9a-fA-F]+)(;?)|([A-Za-z_][\w.:-]*);|([A-Za-z]+)(?![\w;]))?|\]\]>/g
const looseNames =
  /^(?:nbsp|amp|lt|gt|quot|copy|reg|laquo|raquo|middot|deg|[AEIOUYaeiouy](?:grave|acute|circ|tilde|uml)|[aA]ring|[cC]cedil|[nN]tilde|[oO]slash|szlig|a[eE]lig|AElig|sect|para|pound|euro|cent|yen|frac\d\d|sup\d|times|divide|iexcl|iquest|shy|ordf|ordm|micro|macr|uml|acute|not)$/

function* textMends(
  source: string,
  start: number,
  end: number,
  isKnown: (name: string) => boolean,
  attribute = false,
): Generator<[Slip, number, number, string]> {
  const part = source.slice(start, end)
  if (!part.includes('&') && !part.includes(']]>')) return
  for (const match of part.matchAll(reference)) {
    const from = start + match.index
    const to = from + match[0].length
    const [whole, decimal, decimalEnd, hex, hexEnd, named, loose] = match
    if (whole === ']]>') {
      if (!attribute) yield ['reference', from, to, ']]&gt;']
    } else if (decimal !== undefined || hex !== undefined) {
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      const ended = decimalEnd === ';' || hexEnd === ';'
      if (!isXmlCharacter(code)) yield ['reference', from, to, '']
      else if (!ended) yield ['reference', from, to, `${whole};`]
    } else if (named !== undefined) {
      if (!isKnown(named)) yield ['reference', from, to, writtenCharacter(named) ?? `&amp;${named};`]
    } else if (loose !== undefined && looseNames.test(loose) && !(attribute && part[match.index + whole.length] === '=')) {
      yield ['reference', from, to, writtenCharacter(loose) ?? `&amp;${loose}`]
    } else yield ['reference', from, from + 1, '&amp;']
  }
}

/** The character itself, or an XML reference where it would read as markup or be lost. */
export function writtenCharacter(name: string): string | undefined {
  if (isXmlEntity(name)) return `&${name};`
  const text = namedCharacter(name)
  if (text === undefined) return undefined
  return [...text]
    .map((char) =>
      /[<>&"]/.test(char) ? escapeXml(char) : /[\s\u00ad\u200b-\u200f\u2060]/.test(char) ? `&#${char.codePointAt(0)};` : char,
    )
    .join('')
}

/** Script and style hold no references in HTML; in XML they need CDATA as soon as they hold `<` or `&`. */
function rawText(source: string, start: number, end: number, name: string, mend: Mender) {
  const body = source.slice(start, end)
  if (!/[<&]/.test(body) || /<!\[CDATA\[/.test(body)) return
  if (/^\s*<!--(?:(?!--)[\s\S])*-->\s*$/.test(body)) return
  if (!/<|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(body)) return
  const bare = body.replace(/^(\s*)<!--/, '$1').replace(/(?:\/\/\s*)?-->(\s*)$/, '$1')
  const safe = bare.replace(/\]\]>/g, ']]]]><![CDATA[>')
  mend('script', start, end, name === 'script' ? `//<![CDATA[\n${safe}\n//]]>` : `/*<![CDATA[*/${safe}/*]]>*/`)
}

// ---- comments, declarations, instructions

function comment(source: string, open: number, seek: Seek, mend: Mender): number {
  const end = seek('-->', open + 4)
  if (end < 0) {
    // Never closed: it ends at something like an end, or before the next markup, so that no text hides in it.
    const markup = source.indexOf('<', open + 4)
    const stop = markup < 0 ? source.length : markup
    const text = source.slice(open + 4, stop)
    const near = /--!>|-\s*>/.exec(text)
    const body = near ? text.slice(0, near.index) : text.includes('\n') ? text.slice(0, text.indexOf('\n')) : text
    const close = open + 4 + body.length + (near?.[0].length ?? 0)
    mend('comment', open + 4, close, `${apart(body)}-->`)
    return close
  }
  const from = open + 4
  const body = source.slice(from, Math.max(from, end))
  if (end < from) {
    mend('comment', open, end + 3, '')
    return end + 3
  }
  if (body.includes('--') || body.endsWith('-')) mend('comment', from, end, apart(body))
  return end + 3
}

const apart = (body: string) => body.replace(/-(?=-)/g, '- ').replace(/-$/, '- ')

function markupDeclaration(source: string, open: number, started: boolean, seek: Seek, mend: Mender): number {
  const doctype = /<!doctype\b/iy
  doctype.lastIndex = open
  if (doctype.test(source)) {
    const end = doctypeEnd(source, open)
    if (started) mend('prolog', open, end, '')
    else if (!source.startsWith('<!DOCTYPE', open)) mend('prolog', open, open + 9, '<!DOCTYPE')
    return end
  }
  const close = seek('>', open)
  const next = seek('<', open + 1)
  if (close < 0 || (next >= 0 && next < close && source[open + 2] !== '[')) {
    mend('angle', open, open + 1, '&lt;')
    return open + 1
  }
  mend('comment', open, close + 1, '')
  return close + 1
}

export function doctypeEnd(source: string, open: number): number {
  let quote = ''
  let subset = false
  for (let i = open + 2; i < source.length; i++) {
    const char = source[i]!
    if (quote) {
      if (char === quote) quote = ''
    } else if (subset && source.startsWith('<!--', i)) {
      const end = source.indexOf('-->', i)
      if (end < 0) return source.length
      i = end + 2
    } else if (char === '"' || char === "'") quote = char
    else if (char === '[') subset = true
    else if (char === ']') subset = false
    else if (char === '>' && !subset) return i + 1
  }
  const close = source.indexOf('>', open)
  return close < 0 ? source.length : close + 1
}

function instruction(source: string, open: number, first: boolean, seek: Seek, mend: Mender): number {
  const end = seek('?>', open)
  const close = seek('>', open)
  const next = seek('<', open + 1)
  const isXml = /^<\?xml[\s?]/i.test(source.slice(open, open + 6))
  if (end < 0 || (next >= 0 && next < end)) {
    if (next >= 0 && (close < 0 || next < close)) {
      // no end before the next tag: these are words
      mend('angle', open, open + 1, '&lt;')
      return open + 1
    }
    if (close < 0) {
      mend('prolog', open, source.length, '')
      return source.length
    }
    // `<?xml … >`: the question mark was lost
    if (!(isXml && first)) mend('prolog', open, close + 1, '')
    return close + 1
  }
  if (isXml && !first) mend('prolog', open, end + 2, '')
  else if (!isXml && !/^<\?[A-Za-z_][\w.-]*(?:\s|\?>)/.test(source.slice(open, open + 200))) mend('prolog', open, end + 2, '')
  return end + 2
}

const soundDeclaration =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][A-Za-z0-9._-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>/

function prolog(
  source: string,
  tokens: readonly Token[],
  comments: readonly { readonly start: number; readonly end: number }[],
  declaration: RegExpExecArray | null,
  { html }: MendOptions,
  mend: Mender,
) {
  const root = tokens.find((token) => token.kind !== 'text')
  const limit = root ? root.span[0] : source.length
  const runs = tokens.filter((token) => token.kind === 'text' && token.span[1] <= limit)

  const mark = source.startsWith('\ufeff') ? 1 : 0
  if (declaration) {
    const from = declaration[0].search(/<\?xml/i)
    const close = source.indexOf('>', from)
    const end = close < 0 ? source.length : close + 1
    const text = source.slice(from, end)
    if (from > mark) mend('prolog', mark, from, '')
    if (!soundDeclaration.test(text)) mend('prolog', from, end, `<?xml version="1.0" encoding="${encodingIn(text)}"?>`)
  } else {
    // a declaration further down, behind comments or junk: it belongs at the very start
    const later = /<\?xml\s[^?>]*\??>/i.exec(source.slice(0, limit))
    if (later && !comments.some(({ start, end }) => later.index > start && later.index < end)) {
      mend(
        'prolog',
        0,
        source.length - source.trimStart().length,
        soundDeclaration.test(later[0]) ? later[0] : `<?xml version="1.0" encoding="${encodingIn(later[0])}"?>\n`,
      )
    }
  }

  if (!root) return
  const body = tokens.find((token) => token.kind === 'open' && token.name === 'body') ?? root
  for (const run of runs) {
    const words = source.slice(...run.span)
    mend('prolog', run.span[0], run.span[1], words.includes('\n') ? '\n' : '')
    if (!html) continue
    // Nothing that can be read is thrown away: it opens the page.
    mend('prolog', body.span[1], body.span[1], `<p>${escapeXml(words.trim().replace(/^\ufeff/, ''))}</p>`)
  }
}

const encodingIn = (text: string) => /encoding\s*=\s*["']?([A-Za-z][A-Za-z0-9._-]*)/.exec(text)?.[1] ?? 'utf-8'

// ---- tags

function endTag(source: string, open: number, seek: Seek, mend: Mender, html: boolean): { name: string; end: number } | 'text' {
  const spaces = /\s*/y
  spaces.lastIndex = open + 2
  const skipped = spaces.exec(source)![0].length
  const start = open + 2 + skipped
  namePattern.lastIndex = start
  const name = namePattern.exec(source)?.[0]
  if (name === undefined) {
    const empty = /^<\/\s*>/.exec(source.slice(open, open + 20))
    if (!empty) return 'text'
    mend('tag', open, open + empty[0].length, '')
    return { name: '', end: open + empty[0].length }
  }
  if (skipped) mend('tag', open + 2, start, '')
  const after = start + name.length
  const close = seek('>', after)
  const next = seek('<', after)
  if (close < 0 || (next >= 0 && next < close)) {
    const stop = next < 0 ? source.length : next
    const kept = source.slice(after, stop)
    if (html && kept.trim()) {
      mend('tag', after, after, '>')
      return { name, end: after }
    }
    mend('tag', after, stop, `>${kept}`)
    return { name, end: stop }
  }
  if (!isWhite(source.slice(after, close))) mend('attribute', after, close, '')
  return { name, end: close + 1 }
}

interface TagContext {
  readonly html: boolean
  readonly foreign: boolean
  readonly isKnown: (name: string) => boolean
}

function startTag(
  source: string,
  open: number,
  { html, foreign: inForeign, isKnown }: TagContext,
  mend: Mender,
): { token?: Tag; end: number } {
  namePattern.lastIndex = open + 1
  const written = namePattern.exec(source)![0].replace(/:+$/, '')
  const lower = written.toLowerCase()
  const name = html && !inForeign && (isKnownElement(lower) || lower === 'image') ? lower : written
  const foreign = inForeign || /^(?:\w+:)?(?:svg|math)$/.test(name)
  const edits: [Slip, number, number, string][] = []
  const edit = (slip: Slip, start: number, end: number, after: string) => edits.push([slip, start, end, after])
  if (name !== written) edit('tag', open + 1, open + 1 + written.length, name)

  const seen = new Set<string>()
  const declares: string[] = []
  const uses: { prefix: string; name: string; span: Span; attribute: boolean }[] = []
  let attributes = ''
  if (name.includes(':'))
    uses.push({ prefix: name.slice(0, name.indexOf(':')), name, span: [open + 1, open + 1 + written.length], attribute: false })

  let at = open + 1 + written.length
  let end = -1
  let empty = false
  while (end < 0) {
    const gap = at
    while (isSpace(source[at])) at++
    const char = source[at]
    if (char === undefined) {
      // cut off inside the tag: what stands there cannot be read
      mend('nesting', open, source.length, '')
      return { end: source.length }
    }
    if (char === '>') end = at + 1
    else if (char === '/' && source[at + 1] === '>') {
      empty = true
      end = at + 2
    } else if (char === '<') {
      edit('tag', gap, gap, '>')
      end = at
    } else if (char === '/' || char === '"' || char === "'" || char === '=') {
      edit('attribute', gap, at + 1, '')
      at++
    } else {
      attributeName.lastIndex = at
      const raw = attributeName.exec(source)![0]
      const nameAt = at
      at += raw.length
      const key = html && !foreign && !raw.includes(':') ? raw.toLowerCase() : raw
      const assign = /\s*=\s*/y
      assign.lastIndex = at
      const assigned = assign.exec(source)
      let value = ''
      let valueText = ''
      if (assigned) {
        at += assigned[0].length
        const quote = source[at]
        if (quote === '"' || quote === "'") {
          const [from, to, stop, closed] = quoted(source, at, quote)
          valueText = value = source.slice(from, to)
          if (!closed) edit('attribute', to, stop, quote)
          for (const [slip, a, b, after] of textMends(source, from, to, isKnown, true)) edit(slip, a, b, after)
          for (let i = source.indexOf('<', from); i >= 0 && i < to; i = source.indexOf('<', i + 1))
            edit('angle', i, i + 1, '&lt;')
          at = stop
          const following = source[at]
          if (
            following !== undefined &&
            !isSpace(following) &&
            following !== '>' &&
            following !== '/' &&
            following !== '<' &&
            following !== quote
          )
            edit('attribute', at, at, ' ')
        } else {
          const bare = /[^\s>]*/y
          bare.lastIndex = at
          let raw = bare.exec(source)![0]
          if (raw.includes('<')) raw = raw.slice(0, raw.indexOf('<'))
          if (raw.endsWith('/') && source[at + raw.length] === '>') raw = raw.slice(0, -1)
          value = raw.replace(/["']/g, '')
          valueText = mended(value, isKnown)
          edit('attribute', at, at + raw.length, `"${valueText}"`)
          at += raw.length
        }
      } else {
        value = valueText = booleanAttributes.has(key) || !html ? key : ''
        edit('attribute', at, at, `="${value}"`)
      }
      const drop = seen.has(key) || !validName.test(key) || /^:|:$|:.*:/.test(key)
      if (drop) {
        while (edits.length > 0 && edits.at(-1)![1] >= nameAt) edits.pop()
        edit('attribute', gap, at, '')
        continue
      }
      if (gap === nameAt && edits.at(-1)?.[3] !== ' ' && gap > open + 1 + written.length && !/["']/.test(source[gap - 1] ?? ''))
        edit('attribute', gap, gap, ' ')
      seen.add(key)
      attributes += ` ${key}="${mended(valueText, isKnown).replace(/"/g, '&quot;')}"`
      if (key !== raw) edit('tag', nameAt, nameAt + raw.length, key)
      if (key === 'xmlns') declares.push('')
      else if (key.startsWith('xmlns:')) {
        if (value === '') edit('prefix', gap, at, '')
        declares.push(key.slice(6))
      } else if (key.includes(':'))
        uses.push({ prefix: key.slice(0, key.indexOf(':')), name: key, span: [gap, at], attribute: true })
    }
  }
  for (const [slip, a, b, after] of edits) mend(slip, a, b, after)
  const token: Tag = { kind: empty ? 'empty' : 'open', name, span: [open, end], declares, attributes, uses, foreign: inForeign }
  return { token, end }
}

const mended = (value: string, isKnown: (name: string) => boolean) => {
  let text = ''
  let at = 0
  for (const [, from, to, after] of textMends(value, 0, value.length, isKnown, true)) {
    text += value.slice(at, from) + after
    at = to
  }
  return (text + value.slice(at)).replace(/</g, '&lt;')
}

/** Where a quoted value starts and ends; the closing quote may be missing. */
function quoted(source: string, at: number, quote: string): [from: number, to: number, stop: number, closed: boolean] {
  const from = at + 1
  const close = source.indexOf(quote, from)
  const value = close < 0 ? source.slice(from, from + 2000) : source.slice(from, close)
  const angle = value.indexOf('>')
  const following = close < 0 ? '' : (source[close + 1] ?? '')
  const suspicious = close < 0 || (angle >= 0 && value.indexOf('<', angle) >= 0 && !/[\s/>]/.test(following))
  if (!suspicious) return [from, close, close + 1, true]
  const cut = angle >= 0 ? angle : value.search(/[\s<]|$/)
  const slash = value[cut - 1] === '/' ? 1 : 0
  return [from, from + cut - slash, from + cut - slash, false]
}

// ---- nesting

/** Package, NCX and SMIL elements that hold no others, and sections that end where the next one starts. */
const leaves = new Set(
  'item itemref reference meta link content site param text audio img rootfile title creator identifier language date'.split(' '),
)
const sections: Readonly<Record<string, RegExp>> = {
  metadata: /^(?:manifest|spine|guide|collection|bindings)$/,
  manifest: /^(?:spine|guide|collection|bindings|itemref)$/,
  spine: /^(?:guide|collection|bindings|reference)$/,
  head: /^(?:docTitle|docAuthor|navMap|body)$/,
  docTitle: /^(?:docAuthor|navMap)$/,
  docAuthor: /^navMap$/,
  navLabel: /^(?:content|navPoint|navTarget|pageTarget)$/,
  navMap: /^(?:pageList|navList)$/,
  pageTarget: /^pageTarget$/,
}

const endsInXml = (open: string, next: string) =>
  localOf(open) === localOf(next)
    ? localOf(open) !== 'navPoint'
    : leaves.has(localOf(open)) || (sections[localOf(open)]?.test(localOf(next)) ?? false)

const tableParts = /^(?:td|th|tr|tbody|thead|tfoot|caption|colgroup)$/

/** Whether an element whose end tag is missing ends where `next` starts (HTML Living Standard section 13.1.2.4, and its spirit for the rest). */
function endsInHtml(open: string, next: string): boolean {
  if (textBlocks.has(open)) return blockElements.has(next)
  switch (open) {
    case 'li':
      return next === 'li'
    case 'dt':
    case 'dd':
      return next === 'dt' || next === 'dd'
    case 'td':
    case 'th':
    case 'caption':
      return tableParts.test(next)
    case 'tr':
    case 'colgroup':
      return /^(?:tr|tbody|thead|tfoot)$/.test(next)
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return /^(?:tbody|thead|tfoot)$/.test(next)
    case 'head':
      return next === 'body' || (blockElements.has(next) && next !== 'head')
    case 'title':
      return true
    case 'a':
      return next === 'a' || blockElements.has(next)
    case 'option':
      return next === 'option' || next === 'optgroup'
    case 'mi':
    case 'mo':
    case 'mn':
    case 'ms':
    case 'mtext':
      return isSvgOrMath(next) || blockElements.has(next)
    case 'rt':
    case 'rp':
      return next === 'rt' || next === 'rp'
    default:
      if (/^(?:m(?!ap$|ark$|eta$|eter$|enu$|ain$|arquee$)[a-z]+|semantics)$/.test(open)) return blockElements.has(next)
      return phrasingElements.has(open) && open !== 'ruby' && blockElements.has(next)
  }
}

/** How deep unclosed elements are looked through: no book needs more, and hostile text gets no more. */
const reachable = 64

interface Open {
  readonly tag: Tag
  /** Its end tag exists. */
  readonly closed: boolean
}

function nest(source: string, tokens: readonly Token[], options: MendOptions, mend: Mender) {
  const { html = false } = options
  const ends = options.ends ?? (html ? endsInHtml : endsInXml)
  const tags = tokens.filter((token): token is Tag => token.kind !== 'text')
  const root = tags.find(({ kind }) => kind !== 'close')
  if (!root) return
  const same = html ? (a: string, b: string) => a === b : (a: string, b: string) => a === b || a.toLowerCase() === b.toLowerCase()

  // The last end tag of the root (and of body) is the one that counts: what follows an earlier one belongs inside.
  const lastClose = (name: string) => tags.findLast((tag) => tag.kind === 'close' && same(tag.name, name))
  const finals = new Map<string, Tag | undefined>()
  finals.set(root.name, lastClose(root.name))
  if (html) for (const name of ['html', 'body']) finals.set(name, lastClose(name))
  const isVoid = (tag: Tag) => html && !tag.foreign && voidElements.has(tag.name)

  const { strays, unclosed, renamed } = pair(tags, finals, isVoid, same, html)

  const stack: Open[] = []
  const interrupted: { readonly tag: Tag; readonly depth: number; readonly at: number }[] = []
  let seenRoot = false
  let bodyEnd: Tag | undefined
  let rootEnd: Tag | undefined
  let opened: { html: boolean; body: boolean; head: boolean } = { html: false, body: false, head: false }
  const closeAt = (name: string, at: number) => mend('nesting', at, at, `</${name}>`)
  const before = (at: number, floor: number) => {
    let place = at
    while (place > floor && isSpace(source[place - 1])) place--
    return place
  }
  const previousEnd = (index: number) => {
    const previous = tokens[index - 1]
    return previous ? previous.span[previous.kind === 'text' ? 0 : 1] : 0
  }

  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    if (token.kind === 'text') {
      if (stack.length === 0 && seenRoot && !html) mend('trailing', token.span[0], token.span[1], '\n')
      continue
    }
    if (token.kind === 'close') {
      if (strays.has(token)) {
        stray(token, i)
        continue
      }
      // everything above its start tag was never closed
      const target = renamed.get(token) ?? token.name
      const place = before(token.span[0], previousEnd(i))
      const cut: Tag[] = []
      for (let top = stack.at(-1); top && !same(top.tag.name, target); top = stack.at(-1)) {
        closeAt(top.tag.name, place)
        stack.pop()
        if (html && formattingElements.has(top.tag.name)) cut.push(top.tag)
      }
      const own = stack.pop()
      for (const tag of cut.slice(0, 8)) interrupted.push({ tag, depth: stack.length, at: i })
      if (interrupted.length > 64) interrupted.splice(0, interrupted.length - 64)
      if (own && own.tag.name !== token.name)
        mend('nesting', token.span[0] + 2, token.span[0] + 2 + writtenName(source, token).length, own.tag.name)
      if (html && token.name === 'body') bodyEnd = token
      if (same(token.name, root.name)) rootEnd = token
      continue
    }

    // a second html or body start tag is a page glued to the first
    if (html && (token.name === 'html' || token.name === 'body' || token.name === 'head')) {
      const key = token.name
      if (opened[key] || (key === 'html' && seenRoot) || (key === 'head' && opened.body)) {
        if (token.kind === 'open') dropped(token, i)
        continue
      }
      opened = { ...opened, [key]: true }
    }

    while (stack.length > 0) {
      let reach = -1
      for (let k = stack.length - 1; k >= Math.max(0, stack.length - reachable) && !stack[k]!.closed; k--)
        if (ends(stack[k]!.tag.name, token.name)) reach = k
      if (reach < 0) break
      const place = before(token.span[0], previousEnd(i))
      while (stack.length > reach) closeAt(stack.pop()!.tag.name, place)
    }
    if (!html && stack.length === 0 && seenRoot) {
      mend('trailing', token.span[0], token.span[1], '')
      if (token.kind === 'open') strays.delete(token)
      continue
    }
    seenRoot = true
    if (isVoid(token)) {
      voidTag(token, i)
      continue
    }
    if (token.kind === 'open') stack.push({ tag: token, closed: !unclosed.has(token) })
    else if (html && !token.foreign && /^(?:script|title|iframe|textarea)$/.test(token.name)) continue
  }

  finish()

  function stray(token: Tag, index: number) {
    if (html && voidElements.has(token.name) && !token.foreign) {
      const last = index > 0 ? tokens[index - 1]! : undefined
      if (last && last.kind === 'open' && last.name === token.name) {
        // `<br></br>` is well-formed
        return
      }
      mend('nesting', token.span[0], token.span[1], '')
      return
    }
    const again = interrupted.findLast((one) => one.tag.name === token.name && one.depth === stack.length)
    if (again) {
      interrupted.splice(interrupted.indexOf(again), 1)
      const from = tokens[again.at]!.span[1]
      const between = tokens.slice(again.at + 1, index)
      if (between.length > 0 && between.every(({ kind }) => kind === 'text')) {
        mend('nesting', from, from, `<${token.name}${again.tag.attributes.replace(/ id="[^"]*"/, '')}>`)
        return
      }
    }
    mend('nesting', token.span[0], token.span[1], '')
  }

  /** `<br>` gets its slash, unless its end tag follows at once. */
  function voidTag(token: Tag, index: number) {
    if (token.kind === 'empty') return
    const next = tokens[index + 1]
    if (next && next.kind === 'close' && next.name === token.name) return
    const end = token.span[1]
    if (source[end - 1] === '>')
      mend('tag', end - 1, end - 1, isSpace(source[end - 2]) || /["'\w]/.test(source[end - 2] ?? '') ? '/' : ' /')
    else mend('tag', end, end, '/')
  }

  function dropped(token: Tag, index: number) {
    if (token.name !== 'head') {
      mend('trailing', token.span[0], token.span[1], '')
      return
    }
    const close = tokens.findIndex((one, k) => k > index && one.kind === 'close' && one.name === 'head')
    mend('trailing', token.span[0], close > 0 ? tokens[close]!.span[1] : token.span[1], '')
  }

  function finish() {
    const last = tokens.at(-1)
    const end = source.length
    const lastContent = tokens.findLast((token) => token !== bodyEnd && token !== rootEnd)
    const tail = html && bodyEnd && lastContent && lastContent.span[0] > bodyEnd.span[0]
    const tailAfterRoot = html && rootEnd && lastContent && lastContent.span[0] > rootEnd.span[0]
    if ((tail || tailAfterRoot) && stack.length === 0) {
      // The end of the page moves behind what follows it; bare words become a paragraph.
      const after = (bodyEnd ?? rootEnd)!
      if (bodyEnd) mend('trailing', bodyEnd.span[0], bodyEnd.span[1], '')
      if (rootEnd) mend('trailing', rootEnd.span[0], rootEnd.span[1], '')
      const runs = tokens.filter((token) => token.span[0] > after.span[0])
      if (runs.every((token) => token.kind === 'text' || token === rootEnd || token.kind === 'close'))
        for (const run of runs) {
          if (run.kind !== 'text') continue
          const words = source.slice(...run.span)
          const from = run.span[0] + words.length - words.replace(/^[\s\0]+/, '').length
          const to = run.span[1] - (words.length - words.replace(/[\s\0]+$/, '').length)
          mend('trailing', from, from, '<p>')
          mend('trailing', to, to, '</p>')
        }
      mend('trailing', end, end, `${bodyEnd ? '</body>' : ''}${rootEnd ? `</${rootEnd.name}>` : ''}`)
      return
    }
    if (stack.length === 0) return
    // Cut off, or never closed: everything open ends here, before end tags that did arrive.
    const place = last && last.kind === 'text' ? before(last.span[1], last.span[0]) : last ? last.span[1] : end
    for (let top = stack.pop(); top; top = stack.pop()) closeAt(top.tag.name, place)
  }
}

const writtenName = (source: string, tag: Tag) => /^<\/\s*([^\s>]*)/.exec(source.slice(...tag.span))?.[1] ?? tag.name

/** Matches end tags to start tags: what has no partner is a stray or was never closed. */
function pair(
  tags: readonly Tag[],
  finals: ReadonlyMap<string, Tag | undefined>,
  isVoid: (tag: Tag) => boolean,
  same: (a: string, b: string) => boolean,
  html: boolean,
) {
  const strays = new Set<Tag>()
  const unclosed = new Set<Tag>()
  const renamed = new Map<Tag, string>()
  const stack: Tag[] = []
  const depth = new Map<string, number>()
  const key = (name: string) => (html ? name : name.toLowerCase())
  const count = (name: string, by: number) => depth.set(key(name), (depth.get(key(name)) ?? 0) + by)
  const left = new Map<string, number>() // end tags still to come
  for (const tag of tags) if (tag.kind === 'close') left.set(key(tag.name), (left.get(key(tag.name)) ?? 0) + 1)

  let hasRoot = false
  let hasHead = false
  let hasBody = false
  for (const tag of tags) {
    if (tag.kind === 'empty') continue
    if (tag.kind === 'open') {
      if (isVoid(tag)) continue
      if (html && tag.name === 'html' && hasRoot) continue
      if (html && tag.name === 'body' && hasBody) continue
      if (html && tag.name === 'head' && (hasHead || hasBody)) continue
      hasRoot = true
      hasHead ||= tag.name === 'head'
      hasBody ||= tag.name === 'body'
      stack.push(tag)
      count(tag.name, 1)
      continue
    }
    left.set(key(tag.name), (left.get(key(tag.name)) ?? 1) - 1)
    if ((finals.has(tag.name) && finals.get(tag.name) !== tag) || isVoid(tag) || !(depth.get(key(tag.name)) ?? 0)) {
      const top = stack.at(-1)
      const topLeft = top ? (left.get(key(top.name)) ?? 0) : 0
      if (
        html &&
        top &&
        !finals.has(tag.name) &&
        !isVoid(tag) &&
        topLeft < (depth.get(key(top.name)) ?? 0) &&
        alike(top.name, tag.name)
      ) {
        renamed.set(tag, top.name)
        stack.pop()
        count(top.name, -1)
      } else strays.add(tag)
      continue
    }
    let at = stack.length - 1
    while (at >= 0 && !same(stack[at]!.name, tag.name)) at--
    if (at < 0 || (html && barred(stack, at, tag.name, left))) {
      strays.add(tag)
      continue
    }
    while (stack.length > at) {
      const top = stack.pop()!
      count(top.name, -1)
      if (stack.length > at) unclosed.add(top)
    }
  }
  for (const tag of stack) unclosed.add(tag)
  return { strays, unclosed, renamed }
}

const alike = (open: string, close: string) =>
  (headings.has(open) && headings.has(close)) ||
  (textBlocks.has(open) && textBlocks.has(close)) ||
  (open === 'td' && close === 'th') ||
  (open === 'th' && close === 'td')

/** An end tag does not reach out of a table cell, nor does that of a phrase close blocks that are closed further on. */
function barred(stack: readonly Tag[], at: number, name: string, left: ReadonlyMap<string, number>): boolean {
  const phrase = phrasingElements.has(name)
  for (let i = stack.length - 1; i > Math.max(at, stack.length - reachable); i--) {
    const inner = stack[i]!.name
    if (/^(?:td|th|caption)$/.test(inner) && !/^(?:table|tr|tbody|thead|tfoot|body|html)$/.test(name)) return true
    if (inner === 'table' && !/^(?:body|html)$/.test(name) && (left.get('table') ?? 0) > 0) return true
    if (phrase && blockElements.has(inner) && (left.get(inner) ?? 0) > 0) return true
  }
  return false
}

// ---- prefixes

function prefixes(tokens: readonly Token[], { html = false }: MendOptions, mend: Mender) {
  const tags = tokens.filter((token): token is Tag => token.kind !== 'text')
  const root = tags.find(({ kind }) => kind !== 'close')
  if (!root) return
  const declaredAnywhere = new Set(tags.flatMap(({ declares }) => declares))
  const missing = new Set<string>()
  const scopes: (readonly string[])[] = []
  const bound = (prefix: string) =>
    prefix === 'xml' || prefix === 'xmlns' || root.declares.includes(prefix) || scopes.some((scope) => scope.includes(prefix))
  const dropped: string[] = []

  for (const tag of tags) {
    if (tag.kind === 'close') {
      const prefix = tag.name.includes(':') ? tag.name.slice(0, tag.name.indexOf(':')) : ''
      if (prefix && html && dropped.at(-1) === tag.name) {
        dropped.pop()
        mend('prefix', tag.span[0], tag.span[1], '</span>')
      }
      if (scopes.length > 0) scopes.pop()
      continue
    }
    scopes.push(tag.declares)
    for (const use of tag.uses) {
      if (bound(use.prefix)) continue
      if (knownPrefixes[use.prefix] || declaredAnywhere.has(use.prefix) || !html) missing.add(use.prefix)
      else if (use.attribute) mend('prefix', use.span[0], use.span[1], '')
      else {
        mend('prefix', use.span[0], use.span[1], 'span')
        if (tag.kind === 'open') dropped.push(tag.name)
      }
    }
    if (tag.kind === 'empty' || (html && voidElements.has(tag.name))) scopes.pop()
  }
  const at = root.span[1] - (root.kind === 'empty' ? 2 : 1)
  for (const prefix of missing) mend('prefix', at, at, ` xmlns:${prefix}="${knownPrefixes[prefix] ?? `urn:prefix:${prefix}`}"`)
}
