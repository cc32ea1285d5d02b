import type { Span } from '../../xml.ts'
import { isKnownElement } from '../elements.ts'
import { isXmlEntity, ownEntities } from '../entities.ts'
import type { Mender, MendOptions } from './mend.ts'
import { comment, instruction, markupDeclaration, prolog } from './prolog.ts'
import { isSpace, isWhite, namePattern, nameStart, type Seek, seeker } from './scan.ts'
import { endTag, startTag } from './tags.ts'
import { rawText, textMends } from './text.ts'

export interface Tag {
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
export interface Run {
  readonly kind: 'text'
  readonly span: Span
}

export type Token = Tag | Run

/** Tags and runs of words in order, as they will stand when the edits are made. */
export function tokenise(source: string, options: MendOptions, mend: Mender): Token[] {
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

export const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

const isPlausible = (name: string) => isKnownElement(name) || name.includes(':') || name.includes('-') || isSvgOrMath(name)

export const isSvgOrMath = (name: string) =>
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
