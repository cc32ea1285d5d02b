import { escapeXml } from '../../xml.ts'
import type { Mender, MendOptions } from './mend.ts'
import type { Seek } from './scan.ts'
import type { Token } from './tokens.ts'

/** What is no element: comments, declarations, instructions. Each mends one and tells where it ends. */
export function comment(source: string, open: number, seek: Seek, mend: Mender): number {
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

export function markupDeclaration(source: string, open: number, started: boolean, seek: Seek, mend: Mender): number {
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

export function instruction(source: string, open: number, first: boolean, seek: Seek, mend: Mender): number {
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

/** What stands before the root: the declaration first of all, and no words. */
export function prolog(
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
