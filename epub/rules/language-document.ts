import { blocksOf } from '../ai/blocks.ts'
import { declaredLanguage, textPages } from '../ai/language/book.ts'
import { type Detector, detector, type Guess, isAkin, isKnown } from '../ai/language/detect.ts'
import { nameOf } from '../ai/language/name.ts'
import { isVersion3, rootOf } from '../content/documents.ts'
import { found, setAttribute, type TextPatch } from '../package/edit.ts'
import { isLanguageTag } from '../package/language.ts'
import type { Publication, Resource } from '../publication.ts'
import { type Element, isTag, localName } from '../xml.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** Words of a page, and of a passage in it, that are needed to tell a language apart from the one round it. */
const enough = { page: 120, passage: 18 } as const
const sure = { page: 0.9, passage: 0.75 } as const

/** A page or a long passage in another language says so, or it is read aloud as gibberish (WCAG 3.1.1, 3.1.2). */
export const languageDocument = defineRule({
  id: 'language-document',
  feature: 31,
  answers: [],
  class: 'ask',
  why: 'Read-aloud voices spoke a foreign passage as if it were in the language of the book.',

  async detect(publication) {
    const declared = declaredLanguage(publication)
    const detect = await detector()
    const version3 = isVersion3(publication)
    return textPages(publication).flatMap((page) => {
      const whole = pageIn(page, { declared, detect, version3 })
      return whole ? [whole.finding] : passagesIn(page, { publication, declared, detect, version3 })
    })
  },

  fix: carriedPatches,
})

/** Code is in no language. */
const isListing = (element: Element, text: string) => {
  for (let at: Element | undefined = element; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (/^(pre|code|samp|kbd)$/.test(localName(at)) || /\bcode\b|listing|verbatim|source/i.test(at.attribs.class ?? ''))
      return true
  return (text.match(/[\p{L}\s]/gu)?.length ?? 0) < text.length * 0.8
}

interface Circumstances {
  readonly declared: string | undefined
  readonly detect: Detector
  readonly version3: boolean
}

const ownLanguage = ({ attribs }: Element) => (attribs['xml:lang'] ?? attribs.lang)?.trim() || undefined

/** The element whose language holds here. */
function holderOf(element: Element): Element | undefined {
  for (let at: Element | undefined = element; at; at = at.parent && isTag(at.parent) ? at.parent : undefined)
    if (ownLanguage(at)) return at
  return undefined
}

const languageAt = (element: Element): string | undefined => {
  const holder = holderOf(element)
  return holder && ownLanguage(holder)
}

const marks = (resource: Resource, element: Element, language: string, version3: boolean): TextPatch[] =>
  (version3 ? ['xml:lang', 'lang'] : ['xml:lang']).map((name) => setAttribute(resource, element, name, language))

function suggestion(
  resource: Resource,
  element: Element,
  { language, confidence }: Guess,
  { version3, declared, text, note }: Circumstances & { readonly text: string; readonly note: string },
): Finding {
  return found(resource, marks(resource, element, language, version3), {
    span: [element.startIndex!, element.startIndex! + 1],
    before: text.length > 200 ? `${text.slice(0, 200)}…` : text,
    after: language,
    note: `${note} ${nameOf(language)}${declared ? `, and is marked as ${nameOf(declared)}` : ''}.`,
    confidence,
    by: 'offline',
    reworded: (tag) => (isLanguageTag(tag) ? marks(resource, element, tag, version3) : []),
  })
}

function pageIn(page: Resource, circumstances: Circumstances) {
  const root = rootOf(page)
  if (!root || localName(root) !== 'html') return undefined
  const blocks = blocksOf(page)
  const text = blocks.map((block) => block.text).join('\n')
  const body = blocks[0] && languageAt(blocks[0].element)
  const said = body ?? circumstances.declared
  if (!said || !isKnown(said)) return undefined
  const guess = circumstances.detect(text, 12)
  if (!guess || guess.words < enough.page || guess.confidence < sure.page || isAkin(guess.language, said)) return undefined
  const holder = holderOf(blocks[0]!.element) ?? root
  return {
    finding: suggestion(page, holder, guess, { ...circumstances, declared: said, text, note: 'The text of this page is' }),
  }
}

function passagesIn(page: Resource, circumstances: Circumstances & { readonly publication: Publication }): Finding[] {
  const { detect, declared } = circumstances
  return blocksOf(page).flatMap(({ element, text }) => {
    if (text.length < 90 || /\u00c3|\u00e2\u20ac/.test(text) || isListing(element, text)) return []
    const said = languageAt(element) ?? declared
    if (!said || !isKnown(said)) return []
    const guess = detect(text, 4)
    if (!guess || guess.words < enough.passage || guess.confidence < sure.passage || isAkin(guess.language, said)) return []
    // Names and lists of words look foreign to statistics: both halves must say the same.
    const middle = text.indexOf(' ', Math.floor(text.length / 2))
    const halves = [text.slice(0, middle), text.slice(middle)].map((half) => detect(half, 2)?.language)
    if (halves.some((language) => language !== guess.language)) return []
    return [suggestion(page, element, guess, { ...circumstances, declared: said, text, note: 'This passage is' })]
  })
}
