import { declaredLanguage, languageOfBook, textPages } from '../ai/language/book.ts'
import { detector, isAkin, isKnown } from '../ai/language/detect.ts'
import { nameOf } from '../ai/language/name.ts'
import type { Question } from '../ai/port.ts'
import { setLanguage } from '../metadata/fields.ts'
import { found } from '../package/edit.ts'
import { isLanguageTag } from '../package/language.ts'
import { packageOf } from '../package/package.ts'
import type { Publication } from '../publication.ts'
import { visibleText } from '../text.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** From here on a language is set without asking, where the book names none; and where it names another one. */
const sure = 0.9
/** Words that a book must have before its own word is doubted. */
const enough = { missing: 60, contradicted: 400 } as const

/** Read-aloud, hyphenation and the shelf in the shop follow `dc:language` (EPUB 3.3 section 5.5.3.2): the text itself tells it. */
export const languageBook = defineRule({
  id: 'language-book',
  feature: 31,
  answers: [{ id: 'OPF-092' }],
  class: 'auto',
  why: 'The book was read aloud, hyphenated and shelved in the wrong language.',

  async detect(publication, { model, offering, signal }) {
    const book = packageOf(publication)
    const declared = declaredLanguage(publication)
    if (!book?.metadata || book.languages.length > 1) return []
    const detect = await detector()
    if (declared && !isKnown(declared)) return []
    const glance = declared && languageOfBook(publication, detect, true)
    if (glance && isAkin(declared, glance.language)) return []
    const guess = languageOfBook(publication, detect)
    const isEnough = guess && guess.words >= (declared ? enough.contradicted : enough.missing)
    if (declared && (!isEnough || isAkin(declared, guess.language) || guess.confidence <= sure)) return []

    const set = (language: string, more: Partial<Finding>): Finding[] => {
      const patches = setLanguage(book, language)
      const reworded = (text: string) => (isLanguageTag(text) ? setLanguage(book, text) : [])
      return patches.length > 0
        ? [found(book.resource, patches, { before: declared ?? '', after: language, reworded, ...more })]
        : []
    }
    if (guess && isEnough && guess.confidence > sure) {
      const note = declared
        ? `The book says that it is in ${nameOf(declared)}; its text is ${nameOf(guess.language)}.`
        : `The book does not say its language; its text is ${nameOf(guess.language)}.`
      return set(guess.language, { note, confidence: guess.confidence, by: 'offline' })
    }
    const told = offering || !declared ? await model?.ask(question(publication), signal) : undefined
    const note = 'The book does not say its language, and its text does not tell it for sure.'
    if (told) return set(told, { note, class: 'ask', confidence: 0.7, by: 'model' })
    return guess && guess.confidence > 0.5
      ? set(guess.language, { note, class: 'ask', confidence: guess.confidence, by: 'offline' })
      : []
  },

  fix: carriedPatches,
})

const question = (publication: Publication): Question<string> => ({
  feature: 31,
  instruction: 'In which language is this text written? Answer with its BCP 47 tag.',
  excerpts: textPages(publication)
    .map((page) => visibleText(page).replace(/\s+/g, ' ').trim().slice(0, 300))
    .filter((text) => text.length > 20)
    .slice(0, 3),
  schema: {
    type: 'object',
    properties: { language: { type: 'string', maxLength: 20 } },
    required: ['language'],
    additionalProperties: false,
  },
  parse(value) {
    const tag = (value as { language?: unknown } | null)?.language
    return typeof tag === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) && isLanguageTag(tag) && tag !== 'und'
      ? tag
      : undefined
  },
  maxTokens: 30,
})
