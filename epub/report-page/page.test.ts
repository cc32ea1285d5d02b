import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { schemas } from '../node/schemas.ts'
import { repair, undo } from '../repair.ts'
import { reportData } from '../report-data.ts'
import { fromBytes } from '../source.ts'
import { book, bytesOf } from '../testing/book.ts'
import { marksOf } from './marks.ts'
import { reportPage } from './page.ts'

const hostile = '<script>alert(1)</script>&"'
const broken = () =>
  bytesOf(
    book({
      'toc.ncx': (text) => text.replace(/content="urn:uuid:[^"]*"/, 'content="calibre:42"'),
      'chapter.xhtml': (text) => text.replace('<p>It', '<p align="left">It'),
      'package.opf': (text) => text.replace('A Small Book', '&lt;script>alert(1)&lt;/script>&amp;"'),
    }),
  )
const hashes = { sha256Before: 'a'.repeat(64), sha256After: 'b'.repeat(64) }

test('says of each issue what, where, before, after, why and what became of it; fetches and runs nothing', async () => {
  const { report } = await repair(fromBytes(await broken()), { schemas })
  const data = reportData(report, hashes)
  const page = reportPage(data, { fileName: 'Book.epub' })
  expect(page).toContain('Valid. ')
  for (const { code, path, line, why, status } of data.issues) {
    expect(status).toBe('fixed')
    for (const part of [code, path, line > 0 ? `line ${line}` : '', why.replaceAll('"', '&quot;')]) expect(page).toContain(part)
  }
  expect(page).toMatch(/<del><span class="hidden">struck out: <\/span>calibre:42<\/del><ins>/)
  for (const part of ['feature 13: Table of contents', 'Kindle', hashes.sha256Before, hashes.sha256After, 'Book.epub'])
    expect(page).toContain(part)
  expect(page).not.toMatch(/<script|src=|https?:|url\(|@import/i)
  expect(page).toContain(
    `<bdi>${hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</bdi>`,
  )
  const faults: string[] = []
  parse(page, { onParseError: ({ code }) => faults.push(code) })
  expect(faults).toEqual([])
  expect(reportPage(data, { fileName: 'Book.epub' })).toBe(page)
})

test('what was taken back is said to be the choice it was; the rest of the repair stands', async () => {
  const bytes = await broken()
  const { report: whole } = await repair(fromBytes(bytes), { schemas })
  const taken = whole.issues.find(({ code }) => code === 'RSC-005')!.feature
  const { report } = await undo(fromBytes(bytes), [taken], { schemas })
  const [left] = report.issues.filter(({ status }) => status !== 'fixed')
  expect(left).toMatchObject({
    code: 'RSC-005',
    feature: taken,
    status: 'choice',
    reason: expect.stringContaining('left this correction out'),
  })
  expect(report.issues.filter(({ status }) => status === 'fixed')).toHaveLength(whole.issues.length - 1)
  expect(reportPage(reportData(report, hashes))).toContain('Your choice')
})

test('marks keep words whole', () => {
  expect(marksOf('align="left"', 'style="text-align: left"')).toMatchObject({ lead: '', tail: 'left"' })
  expect(marksOf('colour of', 'color of')).toEqual({ lead: '', struck: 'colour', inserted: 'color', tail: ' of' })
  expect(marksOf('a b', 'a c b')).toEqual({ lead: 'a ', struck: '', inserted: 'c ', tail: 'b' })
})
