import { featureName } from '../feature-names.ts'
import type { PlatformFindings } from '../platforms/platform.ts'
import { type Publication, textOf } from '../publication.ts'
import type { Issue } from '../report.ts'
import type { Scores } from '../score.ts'
import { blocksOf } from './blocks.ts'
import { declaredLanguage, textPages } from './language/book.ts'
import { plain } from './language/detect.ts'
import type { Advice, Model, Question } from './port.ts'

/** What is measured of the text; shares are 0 to 1. */
export interface TextMeasures {
  readonly words: number
  /** Words of a sentence, the mean. */
  readonly sentence: number
  /** Share of long paragraphs that stand in the book twice. */
  readonly repeated: number
  /** Misreadings of a scanner, per 1,000 words: `rn` for `m`, `1` for `l`, `0` for `o`. */
  readonly scannos: number
  /** Slips of the typesetter, per 1,000 words: straight quotes among curly ones, two hyphens for a dash, double spaces of a line. */
  readonly slips: number
  /** Characters that were lost. */
  readonly lost: number
}

const scannoShapes = [
  /\b\p{Ll}+[01]\p{Ll}+\b/gu,
  /\b(?:tlie|tbe|ihe|witli|arid the|wliich|liave|lier|hirn|frorn|sorne|tirne|cornes?|modem times)\b/g,
]

/** Readability, repetition and the slips that scanners and typesetters leave, in pages of the reading order. */
export function measuresOf(publication: Publication): TextMeasures {
  let [words, sentences, scannos, slips, lost, long, twice] = [0, 0, 0, 0, 0, 0, 0]
  const seen = new Set<string>()
  const isEnglish = plain(declaredLanguage(publication) ?? '') === 'en'
  for (const page of textPages(publication)) {
    lost += textOf(page).split('\ufffd').length - 1
    const blocks = blocksOf(page)
    const isCurly = blocks.some(({ text }) => /[“”‘’]/.test(text))
    for (const { text } of blocks) {
      const count = text.match(/\p{L}+/gu)?.length ?? 0
      words += count
      if (count > 3) sentences += Math.max(1, text.match(/[.!?…。！？](?=["”’»)\s]|$)/gu)?.length ?? 0)
      if (text.length > 120) {
        long++
        if (seen.has(text)) twice++
        seen.add(text)
      }
      for (const [index, shape] of scannoShapes.entries()) if (index === 0 || isEnglish) scannos += text.match(shape)?.length ?? 0
      if (isCurly) slips += text.match(/["']/g)?.length ?? 0
      slips += text.match(/\p{L}--\p{L}| ,|\s\.(?=\s)/gu)?.length ?? 0
    }
  }
  const rate = (count: number) => (words === 0 ? 0 : (count * 1000) / words)
  return {
    words,
    sentence: sentences === 0 ? 0 : words / sentences,
    repeated: long === 0 ? 0 : twice / long,
    scannos: rate(scannos),
    slips: rate(slips),
    lost,
  }
}

/** What is taken off the content's score: at most so many points each. */
const most = { repeated: 10, scannos: 8, slips: 4, lost: 10 } as const

/** 0 to 1: the score of the content less what the text itself shows. Measured, never asked of anybody. */
export function qualityOf({ contentScore }: Pick<Scores, 'contentScore'>, text: TextMeasures): number {
  const off =
    Math.min(most.repeated, text.repeated * 40) +
    Math.min(most.scannos, text.scannos * 4) +
    Math.min(most.slips, text.slips) +
    Math.min(most.lost, text.lost * 2)
  return Math.round(Math.max(0, contentScore - off)) / 100
}

interface Told {
  readonly scores: Scores
  readonly issues: readonly Issue[]
  readonly offers: readonly Issue[]
  readonly platforms: PlatformFindings
}

const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** What would help most, in plain words and numbers of ours: nothing of the book's text. */
function sentences({ issues, offers, platforms }: Told, text: TextMeasures): string[] {
  const list: { readonly weight: number; readonly sentence: string }[] = []
  const say = (weight: number, sentence: string) => list.push({ weight, sentence })
  const left = issues.filter(({ status }) => status === 'left')
  if (left.length > 0)
    say(
      100,
      `${times(left.length, 'error is', 'errors are')} left that only the author can mend: open the issues and follow the hint at each.`,
    )
  const choices = Map.groupBy(
    offers.filter(({ status }) => status === 'choice'),
    ({ feature }) => feature,
  )
  const count = (feature: number) => choices.get(feature)?.length ?? 0
  if (count(32) > 0)
    say(
      80,
      `Approve alt texts for ${times(count(32), 'picture', 'pictures')}, so that everybody can read the book and shops may sell it in the EU.`,
    )
  if (count(34) > 0) say(75, 'Accept the table of contents that was found: readers reach the chapters by it.')
  if (count(33) > 0)
    say(
      70,
      `Fill in what the book says of itself: ${times(count(33), 'field was', 'fields were')} found on its title page and imprint.`,
    )
  if (count(31) > 0)
    say(65, `Mark ${times(count(31), 'passage', 'passages')} in another language, so that voices speak them rightly.`)
  if (count(35) > 0) say(78, `Look at ${times(count(35), 'passage', 'passages')} that may be garbled.`)
  const blocked = Object.values(platforms).filter((rules) => rules.some(({ level }) => level === 'blocks')).length
  if (blocked > 0)
    say(85, `${times(blocked, 'store refuses', 'stores refuse')} the book as it is: the compatibility grid says why.`)
  for (const [feature, { length }] of choices)
    if (feature < 31)
      say(
        20 + Math.min(20, length),
        `${featureName(feature) ?? `Feature ${feature}`}: ${times(length, 'place', 'places')} can be made better on request.`,
      )
  if (text.lost > 0)
    say(
      60,
      `${times(text.lost, 'character was', 'characters were')} lost before the book came here: put them back from the manuscript.`,
    )
  if (text.scannos > 0.5)
    say(55, 'The text has misreadings of a scanner, such as 1 for l: read it once more against the original.')
  if (text.repeated > 0.05)
    say(
      50,
      `${Math.round(text.repeated * 100)} % of the long paragraphs stand in the book twice: see whether a part was put in again.`,
    )
  if (text.slips > 2) say(30, 'Straight and curly quotes or hyphens and dashes are mixed: choose one of each.')
  if (text.sentence > 35)
    say(15, `Sentences are long, ${Math.round(text.sentence)} words in the middle: a book for many readers has fewer.`)
  return list
    .sort((a, b) => b.weight - a.weight)
    .slice(0, shownMost)
    .map(({ sentence }) => sentence)
}

const shownMost = 3

/** The advice of feature 36. A model may word it; the numbers are ours. */
export async function adviceFor(publication: Publication, told: Told, model?: Model, signal?: AbortSignal): Promise<Advice> {
  const text = measuresOf(publication)
  const contentQuality = qualityOf(told.scores, text)
  const recommendations = sentences(told, text)
  const worded = recommendations.length > 0 ? await model?.ask(question(recommendations), signal) : undefined
  return { contentQuality, recommendations: worded ?? recommendations, by: worded ? 'model' : 'offline' }
}

const question = (recommendations: readonly string[]): Question<readonly string[]> => ({
  feature: 36,
  instruction: `Word each of these ${recommendations.length} recommendations for the author of a book in one plain, friendly sentence. Keep their order, their meaning and every number:\n${recommendations.map((one, index) => `${index + 1}. ${one}`).join('\n')}`,
  excerpts: [],
  schema: {
    type: 'object',
    properties: { sentences: { type: 'array', items: { type: 'string', maxLength: 240 }, maxItems: recommendations.length } },
    required: ['sentences'],
    additionalProperties: false,
  },
  parse(value) {
    const { sentences } = (value ?? {}) as { sentences?: unknown }
    if (!Array.isArray(sentences) || sentences.length !== recommendations.length) return undefined
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).join()
    const isFit = (one: unknown, index: number): one is string =>
      typeof one === 'string' &&
      one.length > 10 &&
      one.length <= 240 &&
      !/[<>]|https?:/.test(one) &&
      numbers(one) === numbers(recommendations[index]!)
    return sentences.every(isFit) ? (sentences as string[]) : undefined
  },
  maxTokens: 300,
})
