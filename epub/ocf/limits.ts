import { BookRefused } from '../refusal.ts'

const MiB = 1024 * 1024

/** Bounds that are counted while bytes come out, whatever headers declare. Sizes in bytes. */
export interface Limits {
  readonly entries: number
  readonly total: number
  readonly entry: number
  /** One file of markup, style or metadata, which is held in memory. */
  readonly text: number
  /** All of them. */
  readonly allText: number
  /** Unpacked bytes for a packed one, looked at from 16 MiB on. */
  readonly ratio: number
}

export const defaultLimits: Limits = {
  entries: 20_000,
  total: 1024 * MiB,
  entry: 256 * MiB,
  text: 32 * MiB,
  allText: 128 * MiB,
  ratio: 1000,
}

export interface Budget {
  readonly limits: Limits
  /** Counts bytes that came out; refuses the book when they are too many. */
  readonly spend: (bytes: number) => void
  readonly holdText: (bytes: number) => void
}

export function createBudget(limits: Limits): Budget {
  let spent = 0
  let held = 0
  return {
    limits,
    spend(bytes) {
      spent += bytes
      if (spent > limits.total) throw new BookRefused('too-large')
    },
    holdText(bytes) {
      held += bytes
      if (held > limits.allText) throw new BookRefused('too-large')
    },
  }
}

/** Nesting, attributes and entity growth that no book needs and that recursive tools die of. */
export const markupLimits = { depth: 5000, attributes: 10_000, entityGrowth: 1_000_000, manifestItems: 30_000 }

/** A sentence when a document is too complex to be handled by anybody; undefined when it is harmless. One linear pass. */
export const tooComplex = (text: string): string | undefined => entityGrowth(text) ?? crowding(text)

/** Refuses what `tooComplex` faults. */
export function refuseTooComplex(text: string) {
  const sentence = tooComplex(text)
  if (sentence) throw new BookRefused(sentence === entitiesFault ? 'entities' : 'too-complex', sentence)
}

const entitiesFault = 'Too many entities: the XML of this book would expand without end.'

/** Nested internal entities ("billion laughs") and circles. External ones are never followed by any reader of ours. */
function entityGrowth(text: string): string | undefined {
  const doctype = text.indexOf('<!DOCTYPE')
  if (doctype < 0 || !text.includes('<!ENTITY', doctype)) return undefined
  const values = new Map<string, string>()
  for (const [, name, , value] of text.matchAll(/<!ENTITY\s+([^\s"'%<>&;]{1,200})\s+(["'])([^"']*)\2/g))
    if (name && value !== undefined && !values.has(name)) values.set(name, value)

  const sizes = new Map<string, number>()
  const sizeOf = (name: string, depth: number): number => {
    const known = sizes.get(name)
    if (known !== undefined) return known
    const value = values.get(name)
    if (value === undefined) return 0
    if (depth > 100) return Number.POSITIVE_INFINITY
    sizes.set(name, Number.POSITIVE_INFINITY)
    let size = value.length
    for (const [, inner] of value.matchAll(/&([^\s#;&]{1,200});/g)) size += sizeOf(inner!, depth + 1)
    sizes.set(name, size)
    return size
  }
  let total = 0
  for (const [, name] of text.matchAll(/&([^\s#;&]{1,200});/g)) {
    total += sizeOf(name!, 0)
    if (total > markupLimits.entityGrowth + text.length) return entitiesFault
  }
  for (const name of values.keys()) if (sizeOf(name, 0) === Number.POSITIVE_INFINITY) return entitiesFault
  return undefined
}

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr basefont frame'.split(' '))
const closedBySibling = new Set('p li dt dd tr td th option thead tbody tfoot colgroup rt rp'.split(' '))

const greater = 0x3e
const equals = 0x3d
const asciiEndings = new Set([...'\t\n\v\f\r <>/"\'='].map((char) => char.charCodeAt(0)))
const endsName = (code: number) => (code < 128 ? asciiEndings.has(code) : /\s/.test(String.fromCharCode(code)))

/** Depth of open elements and attributes on one tag, read as tolerantly as `parseMarkup` does, in constant stack. */
function crowding(text: string): string | undefined {
  // No nesting without tags, no attributes without equals signs: most documents have fewer than they may.
  if (!hasMore(text, '<', markupLimits.depth) && !hasMore(text, '=', markupLimits.attributes)) return undefined
  const open: string[] = []
  const counts = new Map<string, number>()
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const skipped = skipSection(text, at)
    if (skipped !== undefined) {
      at = skipped
      continue
    }
    const closes = text[at + 1] === '/'
    const nameStart = closes ? at + 2 : at + 1
    let nameEnd = nameStart
    while (nameEnd < text.length && nameEnd - nameStart < 64 && !endsName(text.charCodeAt(nameEnd))) nameEnd++
    if (nameEnd === nameStart) {
      at++
      continue
    }
    const name = text.slice(nameStart, nameEnd).toLowerCase()

    let attributes = 0
    let end = nameEnd
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === greater) break
      if (code !== equals) continue
      attributes++
      while (/\s/.test(text[end + 1] ?? '')) end++
      const quote = text[end + 1]
      if (quote !== '"' && quote !== "'") continue
      const close = text.indexOf(quote, end + 2)
      end = close < 0 ? text.length : close
    }
    if (attributes > markupLimits.attributes) return 'A chapter is too complex: one element has too many attributes.'

    if (closes) {
      if (counts.get(name))
        for (let closed = open.pop(); closed !== undefined; closed = closed === name ? undefined : open.pop())
          counts.set(closed, counts.get(closed)! - 1)
    } else if (text[end - 1] !== '/' && !voidElements.has(name) && !(closedBySibling.has(name) && open.at(-1) === name)) {
      open.push(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (open.length > markupLimits.depth) return 'A chapter is nested too deeply.'
    }
    at = end
  }
  return undefined
}

function hasMore(text: string, what: string, limit: number): boolean {
  let at = text.indexOf(what)
  for (let count = 0; at >= 0; at = text.indexOf(what, at + 1)) if (++count > limit) return true
  return false
}

/** End of a comment, CDATA section, declaration or processing instruction that begins at `at`. */
function skipSection(text: string, at: number): number | undefined {
  const end = text.startsWith('<!--', at)
    ? text.indexOf('-->', at + 4)
    : text.startsWith('<![CDATA[', at)
      ? text.indexOf(']]>', at + 9)
      : text[at + 1] === '!' || text[at + 1] === '?'
        ? text.indexOf('>', at)
        : undefined
  return end === undefined ? undefined : end < 0 ? text.length : end
}

/** The same for the package document: lists nobody can read. */
export function refuseTooManyItems(text: string) {
  let count = 0
  for (let at = text.indexOf('<item'); at >= 0; at = text.indexOf('<item', at + 5))
    if (++count > markupLimits.manifestItems * 2) throw new BookRefused('too-complex', 'The book has too many items.')
}
