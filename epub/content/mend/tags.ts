import type { Span } from '../../xml.ts'
import { booleanAttributes, isKnownElement } from '../elements.ts'
import type { Mender, Slip } from './mend.ts'
import { attributeName, isSpace, isWhite, namePattern, type Seek, validName } from './scan.ts'
import { textMends } from './text.ts'
import type { Tag } from './tokens.ts'

/** Mends one end tag; `text` where none stands. */
export function endTag(
  source: string,
  open: number,
  seek: Seek,
  mend: Mender,
  html: boolean,
): { name: string; end: number } | 'text' {
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

/** Mends one start tag with its attributes; no token where the text was cut off within it. */
export function startTag(
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
