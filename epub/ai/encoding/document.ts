import { type Resource, textOf } from '../../publication.ts'
import {
  type Chain,
  chainsFor,
  isBad,
  isMended,
  isNoWorse,
  isWide,
  mayBeUnread,
  runShape,
  type Step,
  unreadRun,
  unreadWide,
  wordShape,
  type Zone,
  zoneOf,
} from './infer.ts'
import { type Alphabet, alphabetOf, hasAlphabet, isPlain, otherScripts, wideText, worthOf } from './letters.ts'

/** A piece of a page's text that was garbled, and what it said. Spans are of the source. */
export interface Ungarbled {
  readonly start: number
  readonly before: string
  readonly after: string
  readonly steps: readonly Step[]
  readonly confidence: number
}

interface Segment {
  readonly start: number
  readonly before: string
  text: string
  steps: readonly Step[]
  confidence: number
}

const silent = /^(script|style|code|pre|kbd|samp|tt|svg|math)$/i
const wordsInTags = /\s(?:alt|title|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const beyond = /[\u0080-\uffff]/

/** Text between tags and in the attributes that hold words; not in listings and drawings, whose letters mean themselves. */
function segmentsOf(source: string): Segment[] {
  const segments: Segment[] = []
  const add = (start: number, text: string) =>
    beyond.test(text) && segments.push({ start, before: text, text, steps: [], confidence: 1 })
  const shape =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?\s*>|<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^'">])*)>/g
  let at = 0
  let muted: { name: string; depth: number } | undefined
  for (const match of source.matchAll(shape)) {
    if (!muted && match.index > at) add(at, source.slice(at, match.index))
    at = match.index + match[0].length
    const [whole, closing, tag, rest = ''] = match
    if (tag === undefined) continue
    const name = tag.slice(tag.indexOf(':') + 1).toLowerCase()
    if (muted) {
      if (name !== muted.name || rest.endsWith('/')) continue
      muted.depth += closing ? -1 : 1
      if (muted.depth === 0) muted = undefined
      continue
    }
    if (closing) continue
    if (beyond.test(whole))
      for (const value of whole.matchAll(wordsInTags)) {
        const text = value[1] ?? value[2] ?? ''
        add(match.index + value.index + value[0].length - 1 - text.length, text)
      }
    if (silent.test(name) && !rest.endsWith('/')) muted = { name, depth: 1 }
  }
  if (!muted) add(at, source.slice(at))
  return segments
}

/** Whether a page is written as its language is: nothing in it can have been garbled. */
const isSound = (source: string, language: string) =>
  isWide(language)
    ? source.match(/[\u0080-\uffff]+/g)!.every((run) => wideText.test(run.replace(/[“”‘’—…·\u00a0]/g, '一')))
    : isPlain(source, alphabetOf(language))

/** Text of a page as it was before it went through wrong code pages, where letters prove it. `languages`: those it may be in. */
export function ungarbled(resource: Resource, languages: readonly string[]): readonly Ungarbled[] {
  const source = textOf(resource)
  if (!beyond.test(source) || isSound(source, languages[0] ?? 'en')) return []
  const segments = segmentsOf(source)
  if (segments.length === 0) return []
  const [first = 'en'] = languages
  for (const language of languages) if (isWide(language)) readWide(segments, language)
  readRuns(segments, alphabetOf(first))
  for (const language of languages.length > 0 ? languages : ['en']) if (hasAlphabet(language)) readWords(segments, language)
  if (!isWide(first) && isLost(segments, alphabetOf(first)))
    for (const language of otherScripts) if (!languages.includes(language) && readWords(segments, language, 0.85)) break
  return segments.flatMap(({ start, before, text, steps, confidence }) =>
    text === before ? [] : [{ start, before, after: text, steps, confidence }],
  )
}

function readWide(segments: readonly Segment[], language: string) {
  for (const segment of segments) {
    if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(segment.text)) continue
    const reading = unreadWide(segment.text, language)
    if (reading) Object.assign(segment, { text: reading.text, steps: reading.steps, confidence: 0.95 })
  }
}

/** Runs that are UTF-8 when read rightly: each proves itself. */
function readRuns(segments: readonly Segment[], alphabet: Alphabet) {
  const known = new Map<string, ReturnType<typeof unreadRun>>()
  for (const segment of segments) {
    const { text } = segment
    let steps: readonly Step[] = []
    let isLong = false
    const read = text.replace(runShape, (run: string, at: number) => {
      const left = /[A-Za-z0-9]{0,2}$/.exec(text.slice(Math.max(0, at - 2), at))![0]
      const right = /^[A-Za-z0-9]{0,2}/.exec(text.slice(at + run.length, at + run.length + 2))![0]
      const key = `${left}|${run}|${right}`
      if (!known.has(key)) {
        const { sum, count } = worthOf(run, alphabet, left, right)
        known.set(
          key,
          count > 0 && mayBeUnread(run) && (sum / count < 0.3 || (alphabet.isLatin && run.length > 2))
            ? unreadRun(run, alphabet, left, right)
            : undefined,
        )
      }
      const reading = known.get(key)
      if (!reading) return run
      steps = reading.steps
      isLong ||= run.length > 2
      return reading.text
    })
    if (read !== text) Object.assign(segment, { text: read, steps, confidence: isLong ? 0.98 : 0.92 })
  }
}

/** Share of a zone's bad words that a chain must mend, and how many different ones. */
const least = { share: 0.5, words: 3, letters: 2 } as const
/** So many different words prove a chain by one letter alone. */
const certain = 8
/** Paragraphs of a page that are looked at one by one: the search is long. */
const mostAlone = 40
/** The same for a chain that is right for some paragraphs of a page only. */
const partly = { share: 0.7, words: 6 } as const

/**
 * Words that were written in one page and read in another: one word proves nothing, many that all make sense by the same
 * chain do, where no sound word beside them has the letters that it would bring. Page by page, then paragraph by paragraph.
 */
function readWords(segments: readonly Segment[], language: string, share: number = least.share): boolean {
  const alphabet = alphabetOf(language)
  let changed = false
  const wordsIn = (zone: readonly Segment[]) => new Set(zone.flatMap(({ text }) => text.match(wordShape) ?? []))
  const take = (zone: readonly Segment[], chain: Chain, look: Zone) => {
    apply(zone, chain, look)
    changed = true
  }
  /** Whether any chain mends any word. */
  const tryZone = (zone: readonly Segment[]): boolean => {
    for (let round = 0; round < 3; round++) {
      const words = wordsIn(zone)
      const look = zoneOf(words, alphabet)
      const wrong = [...words].filter((word) => isBad(word, look))
      if (wrong.length < least.words) return round > 0
      const chains = chainsFor(wrong, look)
      const isEnough = ({ mends, share: part }: Chain) => mends >= least.words && part >= (round === 0 ? share : 0.3)
      const best = chains.slice(0, 8).find((chain) => isEnough(chain) && !isContradicted(words, chain, look))
      if (best) {
        take(zone, best, look)
        continue
      }
      const [some] = chains
      if (zone.length < 2 || !some || some.mends < partly.words || some.share < partly.share) return chains.length > 0
      for (const segment of zone) {
        const own = wordsIn([segment])
        if (!isContradicted(own, some, look)) take([segment], some, look)
      }
      return true
    }
    return true
  }
  const isTried = tryZone(segments)
  if ((!isTried && alphabet.isLatin) || segments.length === 1) return changed
  const badIn = ({ text }: Segment) => {
    const words = text.match(wordShape) ?? []
    const look = zoneOf(words, alphabet)
    return words.filter((word) => isBad(word, look)).length
  }
  for (const segment of segments.filter((one) => badIn(one) >= least.words).slice(0, mostAlone)) tryZone([segment])
  return changed
}

/**
 * Whether sound words have the letters that the chain brings, or would be spoilt by it: then the page was read rightly, and
 * its odd words are names, or in another language.
 */
function isContradicted(words: ReadonlySet<string>, { read, mends }: Chain, zone: Zone): boolean {
  const brought = new Set<string>()
  let mended = 0
  for (const word of words) {
    const after = isBad(word, zone) ? read(word) : undefined
    if (after === undefined || !isMended(word, after, zone)) continue
    mended++
    for (const char of after) if (char >= '\u0080' && /\p{L}/u.test(char) && !word.includes(char)) brought.add(char.toLowerCase())
  }
  if (brought.size < (mends >= certain ? 1 : least.letters)) return true
  let sound = 0
  for (const word of words) {
    if (isBad(word, zone)) continue
    const after = read(word)
    if (
      [...word.toLowerCase()].some((char) => brought.has(char)) ||
      (after !== undefined && after !== word && isBad(after, zone))
    )
      sound++
  }
  return sound > mended * 0.25
}

function apply(zone: readonly Segment[], { read, steps, mends, share }: Chain, look: Zone) {
  const isStrong = mends >= 5 && share >= 0.6
  for (const segment of zone) {
    const mended = (word: string) => {
      const after = isBad(word, look) ? read(word) : undefined
      return after !== undefined && isMended(word, after, look) ? after : undefined
    }
    const words = segment.text.match(wordShape) ?? []
    const hits = words.filter((word) => mended(word) !== undefined).length
    const isWhole = isStrong && hits > 0 && hits >= words.length * 0.25
    const text = segment.text.replace(wordShape, (word) => {
      const after = mended(word) ?? (isWhole ? read(word) : undefined)
      return after !== undefined && (isMended(word, after, look) || isNoWorse(word, after, look)) ? after : word
    })
    if (text !== segment.text)
      Object.assign(segment, { text, steps, confidence: Math.round(Math.min(0.98, 0.6 + mends / 40) * 100) / 100 })
  }
}

/** Hardly a word makes sense in the language that the book says. */
function isLost(segments: readonly Segment[], alphabet: Alphabet): boolean {
  const words = segments.flatMap(({ text }) => text.match(/[\p{L}\u0080-\uffff]+/gu) ?? [])
  const wrong = words.filter((word) => beyond.test(word) && isBad(word, { alphabet, shouts: false }))
  return new Set(wrong).size >= 12 && wrong.length > words.length * 0.6
}
