import { expect, test } from 'vitest'
import { chaptersOf } from '../ai/chapters/detect.ts'
import { openingOf } from '../ai/chapters/words.ts'
import { book } from '../testing/book.ts'
import { applyRule, testRule } from '../testing/test-rule.ts'
import { chapterContents } from './chapter-contents.ts'

const prose =
  '<p>The rain had been falling for a week when the ferry came in, and nobody on the quay had the heart to wave at it.</p>'
const body = (text: string) => (page: string) => page.replace(/<body>[\s\S]*<\/body>/, `<body>\n${text}\n</body>`)
const story = (id = '') =>
  ['CHAPTER I', 'CHAPTER II', 'CHAPTER III']
    .map((line, index) => `<p${index > 0 && id ? ` id="${id}-${index}"` : ''}>${line}</p>\n${prose}\n<p>* * *</p>\n${prose}`)
    .join('\n')
const entries = [
  ['CHAPTER I', ''],
  ['CHAPTER II', '#chapter-1'],
  ['CHAPTER III', '#chapter-2'],
] as const

testRule(chapterContents, {
  sound: [book(), book({ 'chapter.xhtml': body(prose.repeat(9)) })],
  cases: {
    'chapters that are headed by paragraphs': {
      broken: book({
        'chapter.xhtml': body(story()),
        'nav.xhtml': (text) => text.replace('>One</a>', '>Start</a>'),
        'toc.ncx': (text) => text.replace('<text>One<', '<text>Start<'),
      }),
      repaired: book({
        'chapter.xhtml': body(story('chapter')),
        'nav.xhtml': (text) =>
          text.replace(
            /<ol>[\s\S]*<\/ol>/,
            `<ol>\n${entries.map(([label, at]) => `        <li><a href="chapter.xhtml${at}">${label}</a></li>\n`).join('')}      </ol>`,
          ),
        'toc.ncx': (text) =>
          text.replace(
            /<navMap>[\s\S]*<\/navMap>/,
            `<navMap>\n${entries
              .map(
                ([label, at], index) =>
                  `    <navPoint id="nav-point-${index + 1}" playOrder="${index + 1}">\n      <navLabel><text>${label}</text></navLabel>\n      <content src="chapter.xhtml${at}"/>\n    </navPoint>\n`,
              )
              .join('')}  </navMap>`,
          ),
      }),
      also: ([finding]) => expect(finding?.after).toBe('CHAPTER I\nCHAPTER II\nCHAPTER III'),
    },
  },
})

test('what a reader wrote into the contents stays, and chapters go where they belong', async () => {
  const { findings } = await applyRule(chapterContents, book({ 'chapter.xhtml': body(story()) }))
  expect(findings[0]?.after).toBe('One\nCHAPTER II\nCHAPTER III')
})

test('a model may take lines out that are no headings, and not most of them', async () => {
  const asked = (wrong: unknown) =>
    applyRule(chapterContents, book({ 'chapter.xhtml': body(story()) }), {
      model: { name: 'm', hasVision: false, ask: async (question) => question.parse({ wrong }) },
    })
  expect((await asked([3])).findings[0]).toMatchObject({ after: 'One\nCHAPTER II', by: 'model' })
  expect((await asked([1, 2, 3])).findings[0]).toMatchObject({ by: 'offline' })
  expect((await asked('all')).findings[0]).toMatchObject({ by: 'offline' })
})

test('a heading of two lines is one, and signs, lists and scene breaks are none', () => {
  const lines = [1, 2, 3].map(
    (n) =>
      `<p class="n">${n}</p><p class="t">The Ferry Number ${n}</p>${prose}<p>NO ENTRY!</p>${prose}<p>* * *</p><p>1. bread</p><p>2. salt</p>${prose}`,
  )
  const labels = chaptersOf(book({ 'chapter.xhtml': body(lines.join('')) })).map(({ label }) => label)
  expect(labels).toEqual(['1: The Ferry Number 1', '2: The Ferry Number 2', '3: The Ferry Number 3'])
})

test.each([
  ['Chapter Twenty-One', 21],
  ['ERSTES KAPITEL', 1],
  ['Глава 7', 7],
  ['第十二章 雨', 12],
  ['제3장', 3],
  ['12. fejezet', 12],
  ['XIV', 14],
])('%s is number %i', (line, number) => {
  expect(openingOf(line)?.number).toBe(number)
})

test.each(['I went home.', 'One of them laughed', 'mild', '1984 was a year', 'Part of the house burned'])(
  '“%s” opens no chapter',
  (line) => {
    expect(openingOf(line)).toBeUndefined()
  },
)
