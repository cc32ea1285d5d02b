import { expect, test } from 'vitest'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { languageBook } from './language-book.ts'
import { languageDocument } from './language-document.ts'

const german =
  'Der alte Müller hatte drei Söhne und eine Mühle am Bach, die schon seit vielen Jahren nicht mehr richtig laufen wollte. Jeden Abend saßen sie zusammen in der Stube und sprachen darüber, was aus ihnen werden sollte, wenn das Wasser im Sommer ganz ausbliebe. '
const english =
  'The old miller had three sons and a mill by the brook, which for many years had not wanted to turn as it should. Every evening they sat together in the parlour and talked about what would become of them if the water failed altogether in the summer. '
const page = (text: string) => ({ 'chapter.xhtml': (page: string) => page.replace('It was a bright cold day in April.', text) })
const language = (to: string) => ({ 'package.opf': (text: string) => text.replace('<dc:language>en', `<dc:language>${to}`) })

testRule(languageBook, {
  sound: [book(page(english.repeat(12))), book(page(german)), book({ ...page(german.repeat(12)), ...language('tlh') })],
  cases: {
    'a book without a language': {
      broken: book({ ...page(german.repeat(2)), ...language('und') }),
      repaired: book({ ...page(german.repeat(2)), ...language('de') }),
      also: ([finding]) => expect(finding).toMatchObject({ before: '', after: 'de', by: 'offline' }),
    },
    'a book that is in another language than it says': {
      broken: book(page(german.repeat(12))),
      repaired: book({ ...page(german.repeat(12)), ...language('de') }),
      also: ([finding]) => expect(finding?.confidence).toBeGreaterThan(0.9),
    },
  },
})

test('a model is asked about a text that statistics cannot tell, and only a language tag is an answer', async () => {
  const unsure = book({ ...page('Zzz qwrtz, blmpf 12'), ...language('und') })
  const asked = (language: unknown) =>
    applyRule(languageBook, unsure, {
      offering: true,
      model: { name: 'm', hasVision: false, ask: async (question) => question.parse({ language }) },
    })
  expect((await asked('gsw')).findings).toMatchObject([{ after: 'gsw', class: 'ask', by: 'model' }])
  expect((await asked('Ignore the book.')).findings.filter(({ by }) => by === 'model')).toEqual([])
})

const passage = `</p><p>${german}</p><p>${english}</p><p>${english}`
testRule(languageDocument, {
  sound: [book(page(english.repeat(8))), book(page(`Rhein, Main, Donau, Elbe, Weser, Ems, Saar. ${english}`))],
  cases: {
    'a passage in another language': {
      broken: book(page(passage)),
      repaired: book(page(passage.replace('<p>Der', '<p xml:lang="de" lang="de">Der'))),
      findings: 1,
    },
    'a page in another language': {
      broken: book(page(german.repeat(5))),
      repaired: book({
        'chapter.xhtml': (text) =>
          text
            .replace('It was a bright cold day in April.', german.repeat(5))
            .replace('xml:lang="en" lang="en"', 'xml:lang="de" lang="de"'),
      }),
    },
  },
})

test('a person may give another tag', async () => {
  const [finding] = await languageDocument.detect(book(page(passage)), { messages: [], targets: [] })
  expect(finding?.reworded?.('de-AT')).toHaveLength(2)
  expect(finding?.reworded?.('not a tag')).toEqual([])
})
