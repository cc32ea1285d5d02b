import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { book, bytesOf } from '../testing/book.ts'
import { htmlManuscript, textManuscript, wordManuscript } from '../testing/manuscripts.ts'
import { main } from './command.ts'

let folder = ''
let said: string[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bookmender-convert-'))
  mkdirSync(join(folder, 'in', 'part'), { recursive: true })
  writeFileSync(join(folder, 'in', 'novel.docx'), await wordManuscript())
  writeFileSync(join(folder, 'in', '~$novel.docx'), 'Word has it open')
  writeFileSync(join(folder, 'in', 'part', 'tale.htm'), htmlManuscript)
  writeFileSync(join(folder, 'in', 'long.txt'), textManuscript)
  writeFileSync(join(folder, 'in', 'book.epub'), await bytesOf(book()))
  writeFileSync(join(folder, 'in', 'notes.pdf'), '%PDF-1.7')
  said = []
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation((line: string) => void said.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test('a folder gives its manuscripts; its books only where they become something else', { timeout: 60_000 }, async () => {
  const out = join(folder, 'out')
  expect(await main(['convert', join(folder, 'in'), '--to', 'epub', '--judge', 'own', '-o', out])).toBe(0)
  expect(readdirSync(out, { recursive: true }).sort()).toEqual(['long.epub', 'novel.epub', 'part', join('part', 'tale.epub')])
  // Two of one name do not overwrite each other.
  writeFileSync(join(folder, 'in', 'long.md'), '# Another')
  expect(await main(['convert', join(folder, 'in', 'long.*'), '--judge', 'own', '-o', out])).toBe(0)
  expect(readdirSync(out).sort()).toEqual(['long.epub', 'long.txt.epub', 'novel.epub', 'part'])
  rmSync(join(folder, 'in', 'long.md'))
  const texts = join(folder, 'texts')
  expect(await main(['convert', join(folder, 'in'), '--to', 'md', '-o', texts])).toBe(0)
  expect(readdirSync(texts).sort()).toEqual(['book.md', 'long.md', 'novel.md', 'part'])
  expect(readFileSync(join(texts, 'long.md'), 'utf8')).toContain('# CHAPTER ONE')
})

test('a manuscript that cannot be read is told with its reason, and the others are converted', { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, 'in', 'broken.docx'), 'no archive')
  const out = join(folder, 'out')
  expect(await main(['convert', join(folder, 'in'), '--judge', 'own', '--json', '-o', out])).toBe(2)
  const lines = said.map((line) => JSON.parse(line) as { file: string; error?: string; valid?: boolean })
  expect(lines.filter(({ error }) => error).map(({ file, error }) => [file.endsWith('broken.docx'), error])).toEqual([
    [true, 'The file is damaged: it is not a readable Word document.'],
  ])
  expect(lines.filter(({ valid }) => valid)).toHaveLength(3)
})

test('formats and chapters are checked before anything is done', async () => {
  expect(await main(['convert', join(folder, 'in', 'long.txt'), '--to', 'pdf'])).toBe(2)
  expect(await main(['convert', join(folder, 'in', 'long.txt'), '--chapters', 'h9'])).toBe(2)
  expect(said.join('\n')).toMatch(/--to is epub, epub2.*not 'pdf'[\s\S]*--chapters is auto/)
})
