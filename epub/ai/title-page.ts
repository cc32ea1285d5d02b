import { isRightIsbn } from '../metadata/asked.ts'
import { type Publication, remembered } from '../publication.ts'
import { findElements } from '../xml.ts'
import { type Block, blocksOf } from './blocks.ts'
import { lookOf } from './chapters/looks.ts'
import { openingOf } from './chapters/words.ts'
import { textPages } from './language/book.ts'

/** Something that the book says of itself in its text. */
export interface Clue {
  readonly value: string
  readonly confidence: number
  /** The line it was read in. */
  readonly line: string
}

export interface Clues {
  readonly title?: Clue
  readonly author?: Clue
  readonly publisher?: Clue
  /** A year. */
  readonly date?: Clue
  /** 13 or 10 digits, the check digit right. */
  readonly isbn?: Clue
}

/** Pages from the front and the back on which a book speaks of itself. */
const front = 6
const back = 2
/** Blocks of a page that are read: what is longer is text. */
const mostBlocks = 40

const name =
  /^(?:(?:Dr|Prof|Sir|Dame|St|Mrs?|Ms|Lord|Lady)\.?\s+)?(?:\p{Lu}[\p{L}'’.-]*\.?\s+){1,4}(?:(?:de|da|di|du|la|le|van|von|der|den|zu|del|dos|y|e|ibn|bin|al)\s+)*\p{Lu}[\p{L}'’-]+$/u
const by = /^(?:written\s+)?(?:by|von|par|por|di|door|av|af|przez|автор:?|de)\s*:?\s+(.{3,60})$/iu
const copyright = /(?:©|\(c\)|copyright|urheberrecht|droits réservés)[^\d]{0,60}\b((?:1[5-9]|20)\d\d)\b/iu
const published =
  /(?:first\s+)?published(?:\s+in\s+[\p{Lu}][\p{L}]+)?(?:\s+in\s+((?:1[5-9]|20)\d\d))?\s+by\s+([\p{Lu}][\p{L}\p{N}&'’. -]{2,50}?)(?:,|\.|;|$|\s+in\b|\s+\d)/u
const house =
  /^((?:\p{Lu}[\p{L}&'’.-]*\s+){1,4}(?:Press|Publishers?|Publishing|Books|Verlag|Editions|House|Edizioni|Editorial|Éditions))(?:,|\.|$|\s+—)/u

const properCase = (text: string) =>
  /\p{Ll}/u.test(text)
    ? text
    : text.toLowerCase().replace(/(^|[\s'’-])(\p{L})/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase())

/** What title page and copyright page say; only what stands there, word for word. */
export const cluesOf = remembered((publication: Publication): Clues => {
  const pages = textPages(publication)
  const chosen = [...pages.slice(0, front), ...pages.slice(Math.max(front, pages.length - back))]
  const blocks = chosen.map((page) => blocksOf(page).slice(0, mostBlocks))
  const lines = blocks.flat().map(({ text }) => text)
  return { ...titleIn(publication, blocks), ...imprintIn(lines) }
})

/** The title is set larger than all else on a page that has hardly any text; who wrote it stands below, or behind “by”. */
function titleIn(publication: Publication, pages: readonly (readonly Block[])[]): Pick<Clues, 'title' | 'author'> {
  for (const blocks of pages.slice(0, 4)) {
    const length = blocks.reduce((sum, { text }) => sum + text.length, 0)
    if (blocks.length === 0 || length > 600 || blocks.length > 14) continue
    if (blocks.some(({ element }) => findElements(element, 'a').length > 2)) continue
    const short = blocks.filter(({ text }) => text.length <= 120 && /\p{L}/u.test(text) && !/©|ISBN|copyright/i.test(text))
    const weight = ({ element, text }: Block) => {
      const look = lookOf(publication, element)
      const heading = /^h([1-3])$/.exec(element.name)
      const called = /title|titre|titel|titolo|título/i.test(`${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`) ? 3 : 0
      return (
        (heading ? 4 - Number(heading[1]) : 0) + (look.large ? 2 : 0) + (look.bold ? 0.5 : 0) + called - (by.test(text) ? 5 : 0)
      )
    }
    const heaviest = short.toSorted((a, b) => weight(b) - weight(a))[0]
    if (!heaviest || weight(heaviest) < 1 || openingOf(heaviest.text)) continue
    const title = {
      value: properCase(heaviest.text),
      confidence: Math.min(0.9, 0.55 + weight(heaviest) / 10),
      line: heaviest.text,
    }
    const after = short.slice(short.indexOf(heaviest) + 1)
    const before = short.slice(0, short.indexOf(heaviest))
    const said = short
      .map(({ text }) => ({ text, who: by.exec(text)?.[1]?.trim() }))
      .find(({ who }) => who && name.test(properCase(who)))
    const alone = [...after, ...before].find(
      ({ text, element }) =>
        name.test(properCase(text)) &&
        (/author|auteur|autor|writer/i.test(element.attribs.class ?? '') || text.split(' ').length <= 4),
    )
    const author = said
      ? { value: properCase(said.who!), confidence: 0.9, line: said.text }
      : alone && { value: properCase(alone.text), confidence: 0.65, line: alone.text }
    return { title, ...(author && { author }) }
  }
  return {}
}

function imprintIn(lines: readonly string[]): Pick<Clues, 'publisher' | 'date' | 'isbn'> {
  let publisher: Clue | undefined
  let date: Clue | undefined
  const isbns: Clue[] = []
  for (const line of lines) {
    if (line.length > 1500) continue
    const [, year, by] = published.exec(line) ?? []
    if (by) publisher ??= { value: by.trim(), confidence: 0.85, line }
    if (year) date ??= { value: year, confidence: 0.85, line }
    const made = house.exec(line)?.[1]
    if (made && line.length < 120) publisher ??= { value: made.trim(), confidence: 0.6, line }
    const right = copyright.exec(line)?.[1]
    if (right) date ??= { value: right, confidence: 0.7, line }
    for (const [whole, digits] of line.matchAll(
      /ISBN(?:-1[03])?(?:\s*\([^)]{1,20}\))?\s*:?\s*((?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx])(?!\d)/gi,
    )) {
      const value = digits!.replace(/[\s-]/g, '').toUpperCase()
      if ((value.length === 13 || value.length === 10) && isRightIsbn(value))
        isbns.push({ value, confidence: /e-?book|epub|electronic|digital/i.test(`${whole} ${line}`) ? 0.9 : 0.6, line })
    }
  }
  const electronic = isbns.filter(({ confidence }) => confidence > 0.8)
  const isbn = electronic.length === 1 ? electronic[0] : isbns.length === 1 ? isbns[0] : undefined
  return { ...(publisher && { publisher }), ...(date && { date }), ...(isbn && { isbn }) }
}

/** `Author - Title.epub`, `Title - Author.epub`: which is which is told by the shape of a name. */
export function cluesInName(fileName: string): Pick<Clues, 'title' | 'author'> {
  const stem = fileName
    .replace(/^.*[\\/]/, '')
    .replace(/(\.kepub)?\.epub$/i, '')
    .replace(/_/g, ' ')
    .replace(/\s*[([][^)\]]*[)\]]\s*/g, ' ')
    .trim()
  const parts = stem.split(/\s+[-–—]\s+/).map((part) => part.trim())
  if (parts.length !== 2 || parts.some((part) => part.length < 3)) return {}
  const [one, two] = parts as [string, string]
  const [author, title] =
    name.test(one) && !name.test(two) ? [one, two] : name.test(two) && !name.test(one) ? [two, one] : [undefined, undefined]
  if (!author || !title) return {}
  return { author: { value: author, confidence: 0.5, line: fileName }, title: { value: title, confidence: 0.5, line: fileName } }
}
