import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPublication } from '../ocf/open.ts'
import { fromBytes } from '../source.ts'
import { book, book2, bytesOf, filesOf } from '../testing/book.ts'
import { inChapter, withCss } from '../testing/changes.ts'
import { main } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-fix-'))

beforeAll(async () => {
  const put = async (name: string, publication = book()) => writeFileSync(join(folder, name), await bytesOf(publication))
  await put('sound.epub', book(withCss('p { display: flex; margin: 0 -1em }\n')))
  await put('old.epub', book2())
  await put('broken.epub', book(inChapter('<p align="left">a</p><p id="one">b</p>')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command in this process: what it says and its exit code. */
async function fix(...words: readonly string[]) {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
  const lines = (spy: typeof said) => spy.mock.calls.map((call) => call.join(' ')).join('\n')
  try {
    const code = await main(['fix', '--judge', 'own', ...words.map((word) => (/\.epub$/.test(word) ? join(folder, word) : word))])
    return { code, out: lines(said), errors: lines(complained) }
  } finally {
    vi.restoreAllMocks()
  }
}
const read = (name: string) => readFileSync(join(folder, name))
const filesIn = async (name: string) => filesOf(await openPublication(fromBytes(read(name)), { fileName: name }))

test('a sound book is copied byte for byte, and what could be done is told', async () => {
  const { code, out } = await fix('sound.epub', '-o', 'copy.epub')
  expect(code).toBe(0)
  expect(read('copy.epub')).toEqual(read('sound.epub'))
  expect(out).toMatch(/Nothing to fix/)
  expect(out).toMatch(/offered: --ask 23 /)
})

test('a target does what it needs and no more', async () => {
  await fix('sound.epub', '-o', 'adobe.epub', '--target', 'adobe')
  await fix('sound.epub', '-o', 'kindle.epub', '--target', 'Kindle')
  expect((await filesIn('adobe.epub'))['EPUB/style.css']).toBe('p { display: block; margin: 0 -1em }\n')
  expect((await filesIn('kindle.epub'))['EPUB/style.css']).toBe('p { display: flex; margin: 0 0 }\n')
  await fix('sound.epub', '-o', 'google.epub', '--target', 'googlePlay')
  expect(read('google.epub')).toEqual(read('sound.epub'))
})

test('an EPUB 2 becomes an EPUB 3 when asked, and a second time nothing', async () => {
  expect((await fix('old.epub', '--upgrade', '-o', 'new.epub')).code).toBe(0)
  expect((await filesIn('new.epub'))['EPUB/package.opf']).toContain('version="3.0"')
  await fix('new.epub', '--upgrade', '-o', 'newer.epub')
  expect(read('newer.epub')).toEqual(read('new.epub'))
})

test('only these, all but these', async () => {
  const { code, out } = await fix('broken.epub', '--only', '9', '--json', '-o', 'only.epub')
  const told = JSON.parse(out) as { issues: { feature: number; status: string; platforms: string[] }[]; offers: unknown[] }
  expect(code).toBe(1)
  const fixed = told.issues.filter(({ status }) => status === 'fixed')
  expect(new Set(fixed.map(({ feature }) => feature))).toEqual(new Set([9]))
  expect(fixed[0]?.platforms).toContain('kindle')
  expect((await filesIn('only.epub'))['EPUB/chapter.xhtml']).toContain('align="left"')
  await fix('broken.epub', '--skip', '8,37', '-o', 'skip.epub')
  expect((await filesIn('skip.epub'))['EPUB/chapter.xhtml']).toContain('align="left"')
})

test('a rehearsal writes nothing, not even a folder', async () => {
  mkdirSync(join(folder, 'here'))
  const { code, out } = await fix('broken.epub', '--dry-run', '-o', 'here/there/a.epub')
  expect([code, readdirSync(join(folder, 'here'))]).toEqual([0, []])
  expect(out).toContain('Valid.')
})

test.each([
  ['--target nook', "--target is kindle, appleBooks, kobo, googlePlay, adobe, not 'nook'"],
  ['--only 38', "--only takes numbers from 1 to 37, not '38'"],
  ['--ask all', "--ask takes numbers from 1 to 37, not 'all'"],
  ['--quality 20', '--quality takes a whole number from 30 to 100'],
])('%s is refused with a sentence', async (words, sentence) => {
  expect(await fix('sound.epub', ...words.split(' '))).toMatchObject({ code: 2, errors: expect.stringContaining(sentence) })
})

test('what the text tells is suggested with an id, and done when it is picked', async () => {
  const captioned = book({
    'chapter.xhtml': (text) => text.replace(/<p><img[^>]*><\/p>/, '<p><img src="picture.png"/></p>'),
  })
  writeFileSync(join(folder, 'told.epub'), await bytesOf(captioned))
  const { out } = await fix('told.epub', '--suggest', '-o', 'copy.epub')
  expect(out).toContain('advice: ')
  const id = /--pick (alt-text\.\S+)/.exec(out)?.[1]
  expect(id).toBeDefined()
  expect(read('copy.epub')).toEqual(read('told.epub'))
  expect((await fix('told.epub', '--pick', id!, '-o', 'picked.epub')).code).toBe(0)
  expect((await filesIn('picked.epub'))['EPUB/chapter.xhtml']).toContain('<img src="picture.png" alt=""/>')
})
