import { expect, test } from 'vitest'
import type { Model } from '../ai/port.ts'
import { cluesInName } from '../ai/title-page.ts'
import { book } from '../testing/book.ts'
import { applyRule } from '../testing/test-rule.ts'
import { metadataInference } from './metadata-inference.ts'

const front =
  '<h1 class="title">THE LONG FERRY</h1><p>by Ann-Marie O’Lee</p><p>First published in 1998 by Quay Press, London</p><p>Copyright © 1999 Ann-Marie O’Lee</p><p>ISBN 978-0-306-40615-7</p><p>ISBN 978-0-306-40615-8</p>'
const blank = (title = 'Unknown') =>
  book({
    'chapter.xhtml': (text) => text.replace(/<body>[\s\S]*<\/body>/, `<body>${front}</body>`),
    'package.opf': (text) => text.replace('A Small Book', title),
  })

test('what title page and copyright page say is offered, word for word, and only where nothing is said yet', async () => {
  const { findings } = await applyRule(metadataInference, blank())
  expect(findings.map(({ after }) => after)).toEqual(['The Long Ferry', 'Ann-Marie O’Lee', 'Quay Press', '1998', '9780306406157'])
  expect(findings.every(({ by, confidence = 0 }) => by === 'offline' && confidence > 0.5)).toBe(true)
  expect((await applyRule(metadataInference, blank('A Title'))).findings.map(({ after }) => after)).not.toContain(
    'The Long Ferry',
  )
})

test('an ISBN whose check digit is wrong is never written, whoever says so', async () => {
  const { findings } = await applyRule(metadataInference, blank())
  const isbn = findings.at(-1)
  expect(isbn?.reworded?.('9780306406158')).toEqual([])
  expect(isbn?.reworded?.('0-306-40615-2')).toMatchObject([{ after: expect.stringContaining('urn:isbn:0306406152') }])
})

test('what is done is not offered again, and nothing is offered for a book that says it all', async () => {
  let current = blank()
  for (let round = 0; round < 5; round++) {
    const { findings } = await applyRule(metadataInference, current)
    const one = findings[0]
    if (!one) break
    current = (await applyRule({ ...metadataInference, detect: () => [one] }, current)).result
  }
  expect((await applyRule(metadataInference, current)).findings).toEqual([])
})

test('a model words the description; what is no plain text is no answer', async () => {
  const asked = async (answer: unknown) => {
    const model: Model = { name: 'm', hasVision: false, ask: async (question) => question.parse(answer) }
    return (await applyRule(metadataInference, blank(), { model })).findings
      .filter(({ by }) => by === 'model')
      .map(({ after }) => after)
  }
  expect(await asked({ description: 'A ferry is late.', subjects: ['Ferries', 'Rain'] })).toEqual([
    'A ferry is late.',
    'Ferries; Rain',
  ])
  expect(await asked({ description: '<b>Buy</b>', subjects: [] })).toEqual([])
  expect(await asked(null)).toEqual([])
})

test('a file name that is a name and a title tells both; where both could be either, nothing', () => {
  const clues = cluesInName('the ferry of all ferries - Ann Lee (2020).epub')
  expect([clues.author?.value, clues.title?.value]).toEqual(['Ann Lee', 'the ferry of all ferries'])
  expect(cluesInName('Ann Lee - The Long Ferry.epub')).toEqual({})
})
