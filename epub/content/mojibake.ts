import { windows1252 } from './recode.ts'

/** Bytes of a code page by character: the way back of a wrong decoding. */
function reverse(page: string): ReadonlyMap<string, number> {
  const map = new Map<string, number>()
  const decoder = page === 'windows-1252' ? undefined : new TextDecoder(page)
  for (let byte = 0x80; byte <= 0xff; byte++) {
    const char = decoder ? decoder.decode(Uint8Array.of(byte)) : windows1252(byte)
    if (char !== '\ufffd' && char.length === 1) map.set(char, byte)
  }
  return map
}

interface Page {
  readonly name: string
  readonly bytes: ReadonlyMap<string, number>
  /** Runs that could be UTF-8 sequences read in this page. */
  readonly runs: RegExp
  /** How many different sequences must be seen before any is believed. */
  readonly evidence: number
}

function page(name: string, evidence: number): Page {
  const bytes = reverse(name)
  const chars = (from: number, to: number) =>
    [...bytes]
      .filter(([, byte]) => byte >= from && byte <= to)
      .map(([char]) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  const tail = `[${chars(0x80, 0xbf)}]`
  const two = `[${chars(0xc2, 0xdf)}]${tail}`
  const three = `[${chars(0xe0, 0xef)}]${tail}{2}`
  const four = `[${chars(0xf0, 0xf4)}]${tail}{3}`
  return { name, bytes, runs: new RegExp(`(?:${two}|${three}|${four})+`, 'g'), evidence }
}

let pages: readonly Page[] | undefined
const allPages = () => (pages ??= [page('windows-1252', 1), page('windows-1251', 6), page('windows-1250', 6)])

export interface Garbled {
  readonly start: number
  readonly before: string
  readonly after: string
}

/**
 * Runs that are UTF-8 once decoded wrongly: “â€™” for ’. A run counts only when its way back through the code page is valid UTF-8,
 * and only when the text as a whole shows that it is no accident.
 */
export function garbledRuns(text: string): Garbled[] {
  // Nearly every garbled text has one of these: lead bytes C2, C3, D0, D1, E2 and so on as seen in the three pages.
  if (!/[\u00c2-\u00f4\u0402-\u045f\u0102-\u0159\u0420\u0421\u0432]/.test(text)) return []
  for (const { bytes, runs, evidence } of allPages()) {
    const found: Garbled[] = []
    for (const { 0: before, index } of text.matchAll(runs)) {
      const after = wayBack(before, bytes)
      if (after !== undefined && isWhole(text, index, before, after, bytes)) found.push({ start: index, before, after })
    }
    if (believable(found, text, evidence)) return found
  }
  return []
}

/** What stands in Western and Central European text; other letters are believed only where the whole run is of them. */
const usual = /^[\u00a0-\u00ffąćęłńśźżčďěňřťůğışőűœšžŒŠŽŸ€™\u2010-\u203a\ufeff]+$/i

/**
 * Whether a run stands by itself: all that is right beside it is of this page too, and makes sense with it. Else it went
 * through another page, and is read by other means.
 */
function isWhole(text: string, start: number, before: string, after: string, bytes: ReadonlyMap<string, number>): boolean {
  const end = start + before.length
  const isOpen = (at: number) => at >= 0 && at < text.length && text[at]! >= '\u0080'
  for (let at = start - 1; isOpen(at); at--) if (!bytes.has(text[at]!)) return false
  for (let at = end; isOpen(at); at++) if (!bytes.has(text[at]!)) return false
  if (!isOpen(start - 1) && !isOpen(end)) return true
  return usual.test(after) && !(/\p{Ll}/u.test(text[start - 1] ?? '') && isOpen(start - 1) && /^\p{Lu}/u.test(after))
}

function wayBack(run: string, bytes: ReadonlyMap<string, number>): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(run, (char) => bytes.get(char)!),
    )
    return /[\u0080-\u009f]/.test(text) && !/[\u0080-\u009f]/.test(run) ? undefined : text
  } catch {
    return undefined
  }
}

/** A sequence of three characters such as “â€™” says enough; pairs such as “Ã©” must come often or differ. */
function believable(found: readonly Garbled[], text: string, evidence: number): boolean {
  if (found.length === 0) return false
  const kinds = new Set(found.map(({ before }) => before))
  if (evidence > 1) {
    const after = found.map((run) => run.after).join('')
    const letters = after.match(/\p{L}/gu)?.length ?? 0
    return kinds.size >= evidence && letters > [...after].length * 0.7
  }
  if (found.some(({ before, after }) => [...before].length > 2 && /[\u2010-\u2044\u20ac\u2122\p{L}]/u.test(after))) return true
  const accents = found.filter(({ after }) => /\p{L}/u.test(after)).length
  // sound accents beside the suspects: the text is no longer garbled as a whole
  const sound = text.match(/[éèêëàâçôûîïüöäßñ](?=[a-z])/g)?.length ?? 0
  return (kinds.size > 1 && accents > 0) || (accents > 1 && accents > sound)
}
