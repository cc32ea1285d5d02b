import { littleWords, rivals, strangers } from './little-words.ts'

export interface Guess {
  /** BCP 47, the language alone, `sr-Latn` where the script is not the usual one. */
  readonly language: string
  /** 0 to 1: the share of the pieces that say so, less for a short text. */
  readonly confidence: number
  readonly words: number
}

/** Which language a text is in; undefined for one without words. */
export type Detector = (text: string, pieces?: number) => Guess | undefined

/** What the statistics know and what is told by little words beside them. */
let known: ReadonlySet<string> = new Set()
let loading: Promise<Detector> | undefined

/** The statistics are a megabyte: they are read when the first text asks. */
export const detector = (): Promise<Detector> => (loading ??= load())

/** Whether a tag names a language that the detector could tell; only after `detector`. */
export const isKnown = (tag: string) => known.has(plain(tag))

async function load(): Promise<Detector> {
  const { default: eld } = await import('eld/extrasmall')
  known = new Set([...Object.values(eld.info().Languages), ...Object.keys(littleWords), 'hr', 'bs'])
  return (text, pieces = 24) => detect(text, pieces, (piece) => eld.detect(piece))
}

/** UTF-16 units of one piece; the statistics read no more than 1,000 at once. */
const pieceLength = 700
const words = /[\p{L}\p{M}]+(?:['’-]\p{L}+)*/gu
/** Units of text, not words, in scripts without spaces. */
const dense = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/

type Statistics = (piece: string) => { readonly language: string; isReliable(): boolean }

function detect(text: string, most: number, ask: Statistics): Guess | undefined {
  const folded = text.replace(/\s+/g, ' ').trim()
  const votes = new Map<string, number>()
  let cast = 0
  for (const piece of piecesOf(folded, most)) {
    const answer = ask(piece)
    if (!answer.language) continue
    const weight = (answer.isReliable() ? 1 : 0.5) * Math.min(1, piece.length / pieceLength)
    const language = refined(answer.language, piece)
    votes.set(language, (votes.get(language) ?? 0) + weight)
    cast += weight
  }
  const [winner] = [...votes].sort((a, b) => b[1] - a[1])
  if (!winner || cast === 0) return undefined
  const letters = folded.match(/\p{L}/gu)?.length ?? 0
  const count = dense.test(folded) ? Math.floor(letters / 2) : (folded.match(words)?.length ?? 0)
  if (count === 0) return undefined
  return { language: winner[0], confidence: round((winner[1] / cast) * Math.min(1, letters / 200)), words: count }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Pieces spread evenly over the text, cut between words; those of a short text overlap. */
function piecesOf(text: string, most: number): string[] {
  const count = Math.min(most, Math.max(1, Math.ceil((text.length * 2) / pieceLength) - 1))
  const stride = text.length / count
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor(index * stride)
    const start = from === 0 ? 0 : text.indexOf(' ', from) + 1 || from
    return text.slice(start < from + 40 ? start : from, from + pieceLength)
  })
}

/** What the little words say where the statistics cannot tell languages apart, or know but one of them. */
function refined(language: string, piece: string): string {
  if (language === 'sr' && /\p{Script=Latin}/u.test(piece) && !/\p{Script=Cyrillic}/u.test(piece)) return 'sr-Latn'
  const isLatin = /[a-z]{3}/i.test(piece)
  const candidates = [...new Set([...(rivals[language] ?? (isLatin ? [language] : [])), ...(isLatin ? strangers : [])])]
  if (candidates.length === 0) return language
  const counts = new Map<string, number>()
  let all = 0
  for (const [word] of piece.toLowerCase().matchAll(words)) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    all++
  }
  const hits = (candidate: string) => setOf(candidate).reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
  // A language without a list is believed, unless a stranger's little words make up a fourth of the text.
  const own = littleWords[language] || language === 'no' ? 0 : all * 0.25
  let [best, score] = [language, own]
  for (const candidate of candidates) {
    const count = littleWords[candidate] ? hits(candidate) : own
    if (count > score) [best, score] = [candidate, count]
  }
  return best === 'no' ? 'nb' : best
}

const sets = new Map<string, readonly string[]>()
function setOf(language: string): readonly string[] {
  let list = sets.get(language)
  if (!list) sets.set(language, (list = [...new Set((littleWords[language] ?? '').split(' '))]))
  return list
}

/** Tags of one language in the eyes of statistics: written alike, or one a kind of the other. */
const families = [
  ['no', 'nb', 'nn'],
  ['id', 'ms', 'jv', 'su'],
  ['hr', 'sr', 'bs', 'sh'],
  ['zh', 'cmn', 'yue', 'lzh'],
  ['he', 'iw'],
  ['fa', 'prs', 'tg'],
  ['tl', 'fil'],
  ['ro', 'mo'],
  ['ur', 'hi'],
  ['gl', 'pt'],
  ['de', 'gsw', 'nds', 'bar', 'lb'],
  ['en', 'sco', 'enm', 'ang'],
  ['fr', 'frm', 'fro', 'oc'],
  ['ca', 'oc'],
  ['el', 'grc'],
  ['ar', 'arz', 'ary'],
]

export const plain = (tag: string) => tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''

/** Whether two tags may mean the same text. */
export function isAkin(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)]
  return a === b || families.some((family) => family.includes(a) && family.includes(b))
}
