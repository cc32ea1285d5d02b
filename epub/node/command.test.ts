import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, bytesOf } from '../testing/book.ts'
import { inChapter, swap } from '../testing/changes.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-command-'))
const marker = join(folder, 'java-was-started')

beforeAll(async () => {
  const put = async (name: string, publication = book()) => writeFileSync(join(folder, name), await bytesOf(publication))
  await put('sound.epub')
  await put('broken.epub', book(inChapter('<p align="left">a</p>')))
  await put('untitled.epub', book({ 'chapter.xhtml': swap('<title>One</title>', '') }))
  writeFileSync(join(folder, 'none.epub'), 'no archive')
  // A Java that only leaves a trace.
  mkdirSync(join(folder, 'bin'))
  for (const name of ['java', 'javac']) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\ntouch '${marker}'\nexit 1\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly errors: string
}

const check = (words: readonly string[], env: Record<string, string> = {}) =>
  new Promise<Ran>((resolve) => {
    const command = [join(import.meta.dirname, '..', 'cli.ts'), 'check', '--judge', 'own', ...words]
    // Any value of these two counts, an empty one too.
    const { FORCE_COLOR, NO_COLOR, ...inherited } = process.env
    const options = { cwd: folder, env: { ...inherited, JAVA_HOME: folder, ...env } }
    execFile(process.execPath, command, options, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
  })

test('JSON has one object a line, and the exit code is that of the worst book', async () => {
  const { code, out } = await check(['--json', 'sound.epub', 'broken.epub', 'none.epub'])
  const [sound, broken, none, ...rest] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(code).toBe(2)
  expect(rest).toEqual([])
  expect(sound).toMatchObject({ file: 'sound.epub', valid: true, messages: [] })
  expect(broken).toMatchObject({
    file: 'broken.epub',
    valid: false,
    messages: [
      {
        id: 'RSC-005',
        severity: 'ERROR',
        path: 'EPUB/chapter.xhtml',
        line: 12,
        column: 17,
        text: expect.stringContaining('align'),
      },
    ],
  })
  expect(none).toMatchObject({ file: 'none.epub', valid: false, error: expect.stringContaining('not a readable EPUB') })
})

test('text is in our own words, without Java, without colours where nobody looks', async () => {
  const { code, out } = await check(['broken.epub'])
  expect(code).toBe(1)
  expect(out).toContain('ERROR RSC-005 EPUB/chapter.xhtml:12:17 ')
  expect(out).toContain('Change the markup to what is allowed')
  expect(out).not.toContain('\u001b')
  expect(existsSync(marker)).toBe(false)
})

test('colours where they are wanted', async () => {
  expect((await check(['broken.epub'], { FORCE_COLOR: '1' })).out).toContain('\u001b[31mERROR')
})

test('the level leaves out what is milder, and nothing of the verdict', async () => {
  const [all, errors] = await Promise.all([check(['untitled.epub']), check(['untitled.epub', '--level', 'error'])])
  expect([all.code, errors.code]).toEqual([0, 0])
  expect(all.out).toContain('WARNING RSC-017')
  expect(errors.out).not.toContain('RSC-017')
  expect(await check(['broken.epub', '--level', 'fatal'])).toMatchObject({ code: 1, out: expect.not.stringContaining('RSC-005') })
  expect(await check(['broken.epub', '--level', 'loud'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--level is'),
  })
})
