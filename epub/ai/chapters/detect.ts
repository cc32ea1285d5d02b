import { metadataOf } from '../../metadata/read.ts'
import { type Publication, type Resource, remembered } from '../../publication.ts'
import { type Element, findElements, innerText, isTag, localName } from '../../xml.ts'
import { blocksOf } from '../blocks.ts'
import { textPages } from '../language/book.ts'
import { type Look, lookOf, makeOf } from './looks.ts'
import { type Opening, openingOf } from './words.ts'

export interface Chapter {
  readonly resource: Resource
  readonly element: Element
  /** The words of the heading, of its second line too. */
  readonly label: string
  /** 0 to 1. */
  readonly confidence: number
  /** Nothing to read stands before it on its page. */
  readonly first: boolean
  readonly kind: Opening['kind'] | 'heading' | 'title'
}

interface Line {
  readonly resource: Resource
  readonly element: Element
  readonly text: string
  /** Place among the lines with words of its page, from 0. */
  readonly place: number
  readonly opening: Opening | undefined
  readonly look: Look
  readonly make: string
  readonly heading: boolean
  /** A rule, an empty block or a break of the page stands right before. */
  readonly parted: boolean
}

interface Scored extends Line {
  readonly index: number
  readonly score: number
}

const longest = 100
const prose = 90
/** Points from which a line is a heading. */
const threshold = 4

const isProse = ({ text }: Pick<Line, 'text'>) => text.length >= prose || /\p{Ll}[^.!?…]{24,}[.!?…][”"»’']?$/u.test(text)
const words = (text: string) => text.split(/\s+/).length
const isCapitals = (text: string) => /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/** A line that could be a heading: short, with letters or digits, not a link, a cell, an item of a list or a caption. */
function mayBe(element: Element, text: string): boolean {
  if (text.length > longest || words(text) > 14 || !/[\p{L}\p{N}]/u.test(text)) return false
  for (let at: Element | undefined = element; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (/^(li|td|th|table|figcaption|caption|dd|dt|nav|pre|blockquote|aside|footer)$/.test(localName(at))) return false
  const links = findElements(element, 'a').filter(({ attribs }) => attribs.href !== undefined)
  const linked = links
    .map((link) => innerText(link))
    .join('')
    .replace(/\s+/g, '').length
  return linked * 2 < text.replace(/\s+/g, '').length
}

function linesOf(publication: Publication): Line[] {
  return textPages(publication).flatMap((resource) =>
    blocksOf(resource).map(({ element, text }, place): Line => {
      const may = mayBe(element, text)
      return {
        resource,
        element,
        text,
        place,
        opening: may ? openingOf(text) : undefined,
        look: lookOf(publication, element),
        make: makeOf(element),
        heading: /^h[1-6]$/.test(localName(element)),
        parted: isParted(element),
      }
    }),
  )
}

/** Whether a rule or an empty block stands right before, or the block begins its wrapper. */
function isParted(element: Element): boolean {
  let before = element.prev
  while (before && !isTag(before)) before = before.prev
  if (!before || !isTag(before)) return false
  const name = localName(before)
  return name === 'hr' || (/^(p|div)$/.test(name) && innerText(before).replace(/[\s\u00a0*•·—–-]/g, '') === '')
}

interface Run {
  readonly length: number
  /** Lines between one and the next, in the middle. */
  readonly gap: number
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const gapsOf = (places: readonly number[]) => places.slice(1).map((place, at) => place - places[at]!)

type Numbered = Pick<Line, 'opening' | 'make'> & { readonly index: number }

/** An item of a list: the next number stands in the next line, or the one before in the line before. */
const isListed = ({ index, opening, make }: Numbered, at: ReadonlyMap<number, Numbered>) =>
  opening?.kind === 'numbered' &&
  [-1, 1].some((step) => {
    const other = at.get(index + step)
    return other?.opening?.kind === 'numbered' && other.make === make && other.opening.number! - opening.number! === step
  })

/** Numbers that count up, by the word before them: the longest run of each kind. */
function inSequence(lines: readonly (Pick<Line, 'opening' | 'make'> & { readonly index: number })[]): ReadonlyMap<number, Run> {
  const good = new Map<number, Run>()
  const byIndex = new Map(lines.map((line) => [line.index, line]))
  const groups = Map.groupBy(
    lines.filter((line) => line.opening?.number !== undefined && !isListed(line, byIndex)),
    ({ opening, make }) => (opening!.kind === 'chapter' ? `c ${opening!.word}` : `${opening!.kind} ${make}`),
  )
  for (const group of groups.values()) {
    // longest chain in which each number is one more than the last, or begins anew at 1 (a new part)
    const best: { length: number; from: number }[] = []
    for (let i = 0; i < group.length; i++) {
      best[i] = { length: group[i]!.opening!.number === 1 ? 1 : 0.5, from: -1 }
      for (let j = Math.max(0, i - 200); j < i; j++) {
        const step = group[i]!.opening!.number! - group[j]!.opening!.number!
        const follows = step === 1 ? 1 : group[i]!.opening!.number === 1 && best[j]!.length >= 2 ? 0.9 : step === 2 ? 0.4 : 0
        if (follows > 0 && best[j]!.length + follows > best[i]!.length) best[i] = { length: best[j]!.length + follows, from: j }
      }
    }
    let at = best.reduce((top, one, index) => (one.length > (best[top]?.length ?? 0) ? index : top), 0)
    if ((best[at]?.length ?? 0) < 2) continue
    const chain: number[] = []
    for (; at >= 0; at = best[at]!.from) chain.unshift(group[at]!.index)
    const run = { length: chain.length, gap: middle(gapsOf(chain)) }
    for (const index of chain) good.set(index, run)
  }
  return good
}

/**
 * Makes that only headings have: a few lines, each short and before prose, spread over the book, unlike the paragraphs. What
 * stands on the first page alone is its title.
 */
function styledMakes(
  lines: readonly Line[],
  isCandidate: ReadonlySet<number>,
  follows: (index: number) => boolean,
): ReadonlySet<string> {
  const byMake = Map.groupBy(
    lines.map((line, index) => ({ line, index })),
    ({ line }) => line.make,
  )
  const good = new Set<string>()
  for (const [make, members] of byMake) {
    if (members.length < 3 || members.length > lines.length * 0.2) continue
    const fit = members.filter(
      ({ line, index }) => isCandidate.has(index) && follows(index) && !/[,;]$/.test(line.text) && !/^\p{Ll}/u.test(line.text),
    )
    const gap = middle(gapsOf(members.map(({ index }) => index)))
    const { look } = members[0]!.line
    const isSet = look.bold || look.centred || look.large || look.breaks || look.capitals || named.test(make)
    if (isSet && fit.length >= members.length * 0.75 && gap >= 3) good.add(make)
  }
  return good
}

const kindPoints = { chapter: 4.5, matter: 2.5, numeral: 2.5, numbered: 1.5 } as const
const named = /chap|head|title|kap|titre|titulo|título|titel|\bh[1-3]\b|subtit|section-?name/i

/**
 * Where the chapters of a book begin, told by what their headings say (per language), how they look, where they stand and how
 * they count; none for a text in which nothing stands out.
 */
export const chaptersOf = remembered((publication: Publication): readonly Chapter[] => {
  const lines = linesOf(publication)
  if (lines.length < 4) return []
  const about = metadataOf(publication)
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const front = new Set([about?.title, ...(about?.creators ?? []).map(({ name }) => name)].map((text) => fold(text ?? '')))
  const makes = new Map<string, number>()
  const texts = new Map<string, number>()
  const proseOn = new Map<Resource, number>()
  for (const line of lines) {
    makes.set(line.make, (makes.get(line.make) ?? 0) + 1)
    if (line.text.length <= longest) texts.set(line.text, (texts.get(line.text) ?? 0) + 1)
    if (isProse(line)) proseOn.set(line.resource, (proseOn.get(line.resource) ?? 0) + line.text.length)
  }
  const pages = new Set(lines.map(({ resource }) => resource)).size
  const candidates = lines.flatMap((line, index) => (mayBe(line.element, line.text) ? [{ ...line, index }] : []))
  const isCandidate = new Set(candidates.map(({ index }) => index))
  const counted = inSequence(candidates)

  /** How many candidates follow one another here with no prose between. */
  const crowds = new Map<number, { readonly size: number; readonly last: number }>()
  for (let from = 0; from < lines.length; from++) {
    if (!isCandidate.has(from)) continue
    let to = from
    while (isCandidate.has(to + 1) && !isProse(lines[to + 1]!)) to++
    for (let at = from; at <= to; at++) crowds.set(at, { size: to - from + 1, last: to })
    from = to
  }
  const crowd = (index: number) => crowds.get(index)!
  const follows = (index: number) => {
    const { last } = crowd(index)
    const next = lines[last + 1]
    return next !== undefined && isProse(next) && last - index < 2
  }
  const stylish = styledMakes(lines, isCandidate, follows)
  const isCounted = [...counted.values()].some(({ length, gap }) => length >= 3 && gap >= 3)
  const scored = candidates.map((line): Scored => {
    const { index, text, opening, look, make, heading, parted, place, resource } = line
    const { size, last } = crowd(index)
    const leads = lines[last + 1]
    let score = opening ? kindPoints[opening.kind] : 0
    if (heading) score += 4.5
    const run = counted.get(index)
    if (opening?.number !== undefined) score += run ? 1.5 : opening.kind === 'chapter' ? -1 : -2.5
    if (run && run.length >= 3) score += run.gap >= 3 ? 2 : opening?.kind === 'chapter' ? 0 : -3
    if (opening?.kind === 'matter' && opening.bare) score += isCounted || stylish.size > 0 ? 2.5 : 1
    if (stylish.has(make)) score += 3
    if (!opening && isCapitals(text)) score += 1
    score +=
      (look.bold ? 1 : 0) + (look.centred ? 1 : 0) + (look.large ? 1.5 : 0) + (look.breaks ? 1.5 : 0) + (look.capitals ? 0.5 : 0)
    if (named.test(make)) score += 1.5
    if (pages > 2 && place === 0) score += 1
    if (parted) score += 0.5
    const share = (makes.get(make) ?? 0) / lines.length
    score += share < 0.12 ? 0.75 : share > 0.4 ? -1 : 0
    if (opening?.kind !== 'numeral') score += leads && isProse(leads) && leads.resource === resource ? 0.75 : -1.5
    if (!opening && /[.,;:…]$/.test(text)) score -= stylish.has(make) ? 0.5 : 1.5
    if (!opening && /^\p{Ll}/u.test(text)) score -= 2
    if (/^[“„«"'‘—–-]\s?\p{L}/u.test(text)) score -= 1.5
    if (size >= 5 && last - index >= 2 && !heading) score -= 3
    if ((texts.get(text) ?? 0) > 2 && opening?.kind !== 'numeral' && opening?.kind !== 'chapter' && !stylish.has(make)) score -= 4
    const isBare =
      (proseOn.get(resource) ?? 0) < 250 && pages > 1 && !run && opening?.kind !== 'chapter' && opening?.kind !== 'matter'
    if (front.has(fold(text)) || isBare) score -= 3
    return { ...line, score }
  })

  // Lines of one make stand or fall together.
  const averages = new Map<string, { sum: number; count: number }>()
  const groupOf = ({ make, opening, index }: Scored) => `${make} ${opening ? opening.kind : ''} ${counted.has(index)}`
  for (const line of scored) {
    const known = averages.get(groupOf(line)) ?? { sum: 0, count: 0 }
    averages.set(groupOf(line), { sum: known.sum + line.score, count: known.count + 1 })
  }
  const chosen = scored
    .map((line) => {
      const { sum, count } = averages.get(groupOf(line))!
      return count >= 3 ? { ...line, score: line.score * 0.65 + (sum / count) * 0.35 } : line
    })
    .filter(({ score }) => score >= threshold)
  return merged(lines, chosen, new Map(scored.map((line) => [line.index, line])))
})

/** A heading of two lines is one: `CHAPTER I` and the title below it. */
function merged(lines: readonly Line[], chosen: readonly Scored[], scored: ReadonlyMap<number, Scored>): Chapter[] {
  const chapters: Chapter[] = []
  const used = new Set<number>()
  for (const line of chosen) {
    if (used.has(line.index)) continue
    const parts = [line.text]
    let at = line.index + 1
    for (; parts.length < 3; at++) {
      const next = scored.get(at)
      if (!next || next.resource !== line.resource || isProse(next)) break
      const isChosen = chosen.some(({ index }) => index === at)
      const isTitle =
        Boolean(line.opening?.bare) && !next.opening && /^[\p{Lu}\p{Lo}\p{N}“„«"‘]/u.test(next.text) && next.score >= 0.5
      const isNumber = isChosen && Boolean(next.opening?.bare) && !line.opening
      const joins = isTitle || (isChosen && !next.opening && !line.opening && next.make !== line.make) || isNumber
      if (!joins || (!isChosen && !/[^.,;]$/.test(next.text))) break
      parts.push(next.text)
      used.add(at)
      if (lines[at + 1] && isProse(lines[at + 1]!)) break
    }
    chapters.push({
      resource: line.resource,
      element: line.element,
      label: label(parts),
      confidence: Math.round(Math.min(0.99, 0.5 + (line.score - threshold) / 10) * 100) / 100,
      first: line.place === 0,
      kind: line.heading ? 'heading' : (line.opening?.kind ?? 'title'),
    })
  }
  return chapters
}

const label = (parts: readonly string[]) =>
  parts.reduce((whole, part) => (/[.:!?—–-]$/.test(whole) ? `${whole} ${part}` : `${whole}: ${part}`))
