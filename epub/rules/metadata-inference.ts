import { textPages } from '../ai/language/book.ts'
import type { Question } from '../ai/port.ts'
import { type Clue, cluesInName, cluesOf } from '../ai/title-page.ts'
import { isbnOf, isRightIsbn } from '../metadata/asked.ts'
import { setCreators, setDate, setOne, setSubjects, setTitle } from '../metadata/fields.ts'
import { metadataOf } from '../metadata/read.ts'
import { dcElement } from '../metadata/write.ts'
import { append, found } from '../package/edit.ts'
import { dublinCoreHome, type PackageDocument, packageOf } from '../package/package.ts'
import type { Patch } from '../patch.ts'
import type { Publication } from '../publication.ts'
import { visibleText } from '../text.ts'
import { carriedPatches, defineRule, type Finding } from './rule.ts'

/** What a program writes that knew no better. */
const isNothing = (text: string | undefined) =>
  text === undefined ||
  /^(unknown|untitled|no title|author|n\/?a|none|unbekannt|inconnu|desconocido|\[no data\]|.*\.(docx?|rtf|html?|txt|indd))$/i.test(
    text.trim(),
  )

interface Field {
  readonly name: string
  readonly isOpen: boolean
  readonly clue: Clue | undefined
  readonly set: (text: string) => readonly Patch[]
}

/** The form is filled with what title page and copyright page say, word for word; what is filled already stays. */
export const metadataInference = defineRule({
  id: 'metadata-inference',
  feature: 33,
  answers: [{ id: 'OPF-055' }],
  class: 'ask',
  why: 'Shops and shelves show what the book says of itself, and it said nothing.',

  async detect(publication, { model, signal }) {
    const book = packageOf(publication)
    const about = metadataOf(publication)
    if (!book?.metadata || !about) return []
    const clues = cluesOf(publication)
    const named = cluesInName(publication.fileName)
    const identifiers = book
      .metas('identifier')
      .map((one) => one.children.map((node) => ('data' in node ? node.data : '')).join(''))
    const fields: readonly Field[] = [
      { name: 'title', isOpen: isNothing(about.title), clue: clues.title ?? named.title, set: (text) => setTitle(book, text) },
      {
        name: 'author',
        isOpen: about.creators.every((one) => isNothing(one.name)),
        clue: clues.author ?? named.author,
        set: (text) => setCreators(book, [{ name: text, role: 'aut' }]),
      },
      {
        name: 'publisher',
        isOpen: isNothing(about.publisher),
        clue: clues.publisher,
        set: (text) => setOne(book, 'publisher', text),
      },
      { name: 'date', isOpen: about.date === undefined, clue: clues.date, set: (text) => setDate(book, text) },
      {
        name: 'ISBN',
        isOpen: identifiers.every((one) => isbnOf(one.trim()) === undefined),
        clue: clues.isbn,
        set: (text) => isbn(book, text),
      },
    ]
    const findings = fields.flatMap(({ name, isOpen, clue, set }): Finding[] => {
      if (!isOpen || !clue) return []
      const note = `The book does not say its ${name}; it reads “${clue.line.slice(0, 160)}”.`
      return suggestion(book, { text: clue.value, set, note, confidence: clue.confidence, by: 'offline' })
    })
    if (about.description !== undefined || !model) return findings
    const told = await model.ask(question(publication), signal)
    if (!told) return findings
    const note = 'Worded by a model from the beginning of the book: please read it.'
    const more = { note, confidence: 0.6, by: 'model' } as const
    return [
      ...findings,
      ...suggestion(book, { text: told.description, set: (text) => setOne(book, 'description', text), ...more }),
      ...(about.subjects.length === 0 && told.subjects.length > 0
        ? suggestion(book, { text: told.subjects.join('; '), set: (text) => setSubjects(book, listed(text)), ...more })
        : []),
    ]
  },

  fix: carriedPatches,
})

const listed = (text: string) => [
  ...new Set(
    text
      .split(';')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

interface Suggestion extends Required<Pick<Finding, 'note' | 'confidence' | 'by'>> {
  readonly text: string
  readonly set: Field['set']
}

const suggestion = (book: PackageDocument, { text, set, ...more }: Suggestion): Finding[] => {
  const patches = set(text)
  return patches.length === 0 ? [] : [found(book.resource, patches, { before: '', after: text, reworded: set, ...more })]
}

/** One more identifier: the one that stores know the book by stays. */
function isbn(book: PackageDocument, text: string): readonly Patch[] {
  const digits = isbnOf(/isbn/i.test(text) ? text : `isbn:${text}`)
  return digits && isRightIsbn(digits)
    ? [append(book.resource, dublinCoreHome(book), dcElement(book, 'identifier', `urn:isbn:${digits}`))]
    : []
}

interface Told {
  readonly description: string
  readonly subjects: readonly string[]
}

const question = (publication: Publication): Question<Told> => ({
  feature: 33,
  instruction:
    'These are excerpts from the beginning of a book. In the language of the text, describe the book for a shop in two sentences, without praise and without anything that the excerpts do not say, and name up to three subjects.',
  excerpts: textPages(publication)
    .map((page) => visibleText(page).replace(/\s+/g, ' ').trim().slice(0, 900))
    .filter((text) => text.length > 200)
    .slice(0, 3),
  schema: {
    type: 'object',
    properties: {
      description: { type: 'string', maxLength: 600 },
      subjects: { type: 'array', items: { type: 'string', maxLength: 60 }, maxItems: 3 },
    },
    required: ['description', 'subjects'],
    additionalProperties: false,
  },
  parse(value) {
    const { description, subjects } = (value ?? {}) as Partial<Record<keyof Told, unknown>>
    const isPlain = (text: unknown, most: number): text is string =>
      typeof text === 'string' && text.trim().length > 2 && text.length <= most && !/[<>]|https?:/.test(text)
    if (!isPlain(description, 600) || !Array.isArray(subjects)) return undefined
    return { description: description.trim(), subjects: subjects.filter((one) => isPlain(one, 60)).slice(0, 3) as string[] }
  },
  maxTokens: 300,
})
