import { type Alphabet, worthOf } from './letters.ts'
import { misread, type Page, page, writtenIn } from './pages.ts'

/** One wrong reading undone: the text was read in `from` and is `to`. */
export interface Step {
  readonly from: string
  readonly to: string
}

export interface Reading {
  readonly text: string
  readonly steps: readonly Step[]
}

/** Longest chain of wrong readings that is undone, and how many readings are followed at once. */
const deepest = 3
const beam = 6

/** UTF-8 sequences that were read in a page, put right; what is none stays as it is. Undefined where there is none. */
function unread(text: string, { bytes }: Page): string | undefined {
  let out = ''
  let changed = false
  const chars = [...text]
  for (let at = 0; at < chars.length; ) {
    const lead = bytes.get(chars[at]!)
    const length =
      lead === undefined
        ? 0
        : lead >= 0xf0 && lead <= 0xf4
          ? 4
          : lead >= 0xe0 && lead <= 0xef
            ? 3
            : lead >= 0xc2 && lead <= 0xdf
              ? 2
              : 0
    const tail = length > 0 ? chars.slice(at + 1, at + length).map((char) => bytes.get(char) ?? 0) : []
    if (length > 0 && tail.length === length - 1 && tail.every((byte) => byte >= 0x80 && byte <= 0xbf)) {
      const char = decodeOne([lead!, ...tail])
      if (char !== undefined) {
        out += char
        at += length
        changed = true
        continue
      }
    }
    out += chars[at]!
    at++
  }
  return changed ? out : undefined
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function decodeOne(bytes: readonly number[]): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

let pairs: RegExp | undefined
/** Whether two characters stand together that may be a sequence of UTF-8 in some page. */
export function mayBeUnread(run: string): boolean {
  if (!pairs) {
    const inRange = (low: number, high: number) => {
      const chars = new Set(
        misread.flatMap((name) => [...page(name).bytes].flatMap(([char, byte]) => (byte >= low && byte <= high ? char : []))),
      )
      return [...chars].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    }
    pairs = new RegExp(`[${inRange(0xc2, 0xf4)}][${inRange(0x80, 0xbf)}]`)
  }
  return pairs.test(run)
}

const mean = ({ sum, count }: { readonly sum: number; readonly count: number }) => (count === 0 ? 0 : sum / count)

/**
 * The best way back of one run that went through UTF-8 and wrong pages, perhaps several times: a beam of readings, scored by
 * the letters of the language. Undefined where the run as it stands is as good.
 */
export function unreadRun(run: string, alphabet: Alphabet, before: string, after: string): Reading | undefined {
  const start = mean(worthOf(run, alphabet, before, after))
  let states: (Reading & { readonly score: number })[] = [{ text: run, steps: [], score: start }]
  let best: (Reading & { readonly score: number }) | undefined
  const seen = new Set([run])
  for (let depth = 0; depth < deepest && states.length > 0; depth++) {
    const next = states.flatMap(({ text, steps }) =>
      misread.flatMap((name) => {
        const read = unread(text, page(name))
        if (read === undefined || seen.has(read)) return []
        seen.add(read)
        const value = worthOf(read, alphabet, before, after)
        // every character that is left over from a sequence speaks against it
        return [{ text: read, steps: [...steps, { from: name, to: 'utf-8' }], score: value.count === 0 ? 0.5 : mean(value) }]
      }),
    )
    states = next.sort((a, b) => b.score - a.score).slice(0, beam)
    const [top] = states
    if (top && (!best || top.score > best.score + 0.05)) best = top
  }
  // Valid UTF-8 by accident is rare, the rarer the longer, and never with sense.
  const isLong = [...run].length - [...(best?.text ?? run)].length >= 2
  const margin = isLong && best && best.score >= 0.3 ? 0.05 : 0.4
  return best && best.score >= (start <= -0.6 ? -0.4 : 0) && best.score > start + margin ? best : undefined
}

/** Words and signs with characters beyond ASCII; spaces that do not break part them too. */
export const wordShape =
  /[A-Za-z0-9'\u0080-\u009f\u00a1-\u2008\u200a-\u2027\u2030-\u205e\u2061-\u2fff\u3001-\ufefe]*[\u0080-\u009f\u00a1-\u2008\u200a-\u2027\u2030-\u205e\u2061-\u2fff\u3001-\ufefe][A-Za-z0-9'\u0080-\u009f\u00a1-\u2008\u200a-\u2027\u2030-\u205e\u2061-\u2fff\u3001-\ufefe]*/g
export const runShape = /[\u0080-\u2027\u202a-\u2fff\u3001-\uffff]+/g

export interface Chain {
  readonly steps: readonly Step[]
  /** How the chain reads a word; undefined where it cannot. */
  readonly read: (word: string) => string | undefined
  /** Different words that it makes good, and their share of those that were tried. */
  readonly mends: number
  readonly share: number
  readonly score: number
}

/** A word that was written in one page and read in another. */
function recoded(word: string, from: Page, to: Page): string | undefined {
  let out = ''
  for (const char of word) {
    if (char < '\u0080') {
      out += char
      continue
    }
    const byte = from.bytes.get(char)
    const read = byte === undefined ? undefined : to.chars[byte - 0x80]
    if (read === undefined) return undefined
    out += read
  }
  return out
}

/** From here on a word is good in its language, and below a bad one. */
const good = 0.45
const bad = -0.25

/** How a zone writes its words: where hardly one has a small letter, capitals are no words of their own. */
export interface Zone {
  readonly alphabet: Alphabet
  readonly shouts: boolean
}

const isShouted = (word: string) => /\p{Lu}{2}/u.test(word) && !/\p{Lu}\p{Ll}/u.test(word)

/** KOI8 turns small letters into capitals and the other way round. */
export function zoneOf(words: Iterable<string>, alphabet: Alphabet): Zone {
  const long = [...words].filter((word) => /\p{L}{3}/u.test(word))
  return { alphabet, shouts: !alphabet.isLatin && long.length >= 6 && long.filter(isShouted).length > long.length * 0.7 }
}

/** The mean, or the worst character of a word in Latin letters: one letter of another language makes it foreign. */
const scoreOf = (word: string, { alphabet, shouts }: Zone) => {
  const { sum, count, worst } = worthOf(word, alphabet)
  const score = count === 0 ? 0 : alphabet.isLatin ? Math.min(sum / count, worst < 0 ? worst : 1) : sum / count
  return score - (shouts && isShouted(word) ? 1.3 : 0)
}
/** Of a reading: a chain that makes all letters capitals is the wrong one. */
const readScoreOf = (word: string, { alphabet }: Zone) =>
  scoreOf(word, { alphabet, shouts: false }) - (!alphabet.isLatin && isShouted(word) ? 0.5 : 0)

export const isBad = (word: string, zone: Zone) => scoreOf(word, zone) < bad

/** Words that are tried with every chain. */
const tried = 80

/**
 * Chains of pages that make good most of the words that are bad in their language, the best first. A word that is good is
 * none of their business.
 */
export function chainsFor(words: readonly string[], zone: Zone): Chain[] {
  const sample = words.slice(0, tried)
  const judged = (steps: readonly Step[], read: Chain['read']): Chain[] => {
    let mends = 0
    let score = 0
    for (const [index, word] of sample.entries()) {
      const result = read(word)
      const value = result === undefined ? -1 : readScoreOf(result, zone)
      if (value >= good) mends++
      score += value
      if (index === 11 && mends === 0) return []
    }
    return mends === 0 ? [] : [{ steps, read, mends, share: mends / sample.length, score: score / sample.length }]
  }
  const inOrder = (chains: Chain[]) =>
    chains.sort((a, b) => b.mends - a.mends || b.score - a.score || a.steps.length - b.steps.length)
  const pages = writtenIn(zone.alphabet.language)
  const single = misread.flatMap((from) =>
    pages.filter((to) => to !== from).flatMap((to) => judged([{ from, to }], (word) => recoded(word, page(from), page(to)))),
  )
  if (single.some(({ share }) => share > 0.7)) return inOrder(single)
  // a wrong reading on top of a wrong reading: first out of UTF-8, then as above
  const twice = misread.slice(0, 6).flatMap((outer) =>
    pages.flatMap((to) =>
      misread.slice(0, 6).flatMap((from) => {
        if (to === from) return []
        const read = (word: string) => {
          const first = unread(word, page(outer))
          return first === undefined ? undefined : recoded(first, page(from), page(to))
        }
        return judged(
          [
            { from: outer, to: 'utf-8' },
            { from, to },
          ],
          read,
        )
      }),
    ),
  )
  return inOrder([...single, ...twice])
}

/** The apostrophe counts, which a Macintosh wrote where others have a letter. */
const lettersBeyond = (word: string) => word.match(/[^\p{ASCII}\P{L}]|’/gu)?.length ?? 0

/** A bad word that has become a good one; letters never become signs. */
export const isMended = (before: string, after: string, zone: Zone) =>
  isBad(before, zone) && scoreOf(after, { ...zone, shouts: false }) >= good && lettersBeyond(after) >= lettersBeyond(before)

/** Where a chain is right for all of a text, what it makes of a word that was no bad one either. */
export const isNoWorse = (before: string, after: string, zone: Zone) => {
  const calm = { ...zone, shouts: false }
  return scoreOf(after, calm) >= Math.min(good, scoreOf(before, calm) - 0.1) && lettersBeyond(after) >= lettersBeyond(before)
}

/** Text of the East read in a page of the West: every byte counts, those of ASCII too. */
const wide: Readonly<Record<string, readonly string[]>> = {
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gb18030', 'big5'],
  ko: ['euc-kr'],
}
const frequent: Readonly<Record<string, RegExp>> = {
  ja: /[\u3040-\u30ffー。、「」]/gu,
  zh: /[的一是不了人在有我他这中大来上国和也说时子出得要你生自会就可对能下地那好之过家事多发天于后成作方如其都去心只小开些前所又然这們個為來國時說會對後過發開，。]/gu,
  ko: /[\uac00-\ud7af]/gu,
}

export const isWide = (language: string) => wide[language] !== undefined

export function unreadWide(text: string, language: string): Reading | undefined {
  let best: (Reading & { readonly share: number }) | undefined
  for (const from of ['windows-1252', 'latin1', 'macintosh', 'windows-1251', 'ibm437'] as const) {
    const { bytes } = page(from)
    const raw: number[] = []
    for (const char of text) {
      const byte = char < '\u0080' ? char.charCodeAt(0) : bytes.get(char)
      if (byte === undefined) break
      raw.push(byte)
    }
    if (raw.length < [...text].length) continue
    for (const to of wide[language] ?? []) {
      let read: string
      try {
        read = new TextDecoder(to, { fatal: true }).decode(Uint8Array.from(raw))
      } catch {
        continue
      }
      const letters = read.match(/[^\s\x21-\x7e]/gu)?.length ?? 0
      const hits = read.match(frequent[language]!)?.length ?? 0
      const strange = read.match(/[\uff61-\uff9f\ue000-\uf8ff\u0080-\u00ff\u0400-\u04ff\u2500-\u257f]/gu)?.length ?? 0
      const share = letters === 0 ? 0 : (hits - strange * 2) / letters
      if (letters >= 2 && share > (language === 'zh' ? 0.12 : 0.3) && share > (best?.share ?? 0))
        best = { text: read, steps: [{ from, to }], share }
    }
  }
  return best
}
