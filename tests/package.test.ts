import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, bytesOf } from '../epub/testing/book.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'bookmender-package-'))
const installed = join(folder, 'node_modules', 'bookmender')

/** As `npm install TARBALL` in an empty folder, with the packages it names taken from here instead of from the registry. */
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '-w', 'epub', '--pack-destination', folder, '--json', '--silent'], {
    cwd: root,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }]
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}, 120_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(join(root, 'epub', 'dist'), { recursive: true, force: true })
})

const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })

test('the packed library repairs a book, alone in an empty folder', async () => {
  writeFileSync(join(folder, 'broken.epub'), await bytesOf(book({ 'META-INF/container.xml': undefined })))
  writeFileSync(
    join(folder, 'use.mjs'),
    `import { readFileSync } from 'node:fs'
     import { fromBytes, repair, toBytes } from 'bookmender'
     import { schemas } from 'bookmender/node'
     const { report, parts } = await repair(fromBytes(readFileSync('broken.epub')), { schemas })
     console.log(report.outcome, (await toBytes(parts)).length > 1000)`,
  )
  expect(run('use.mjs').trim()).toBe('valid true')
})

test('so does its command', async () => {
  const bin = join(installed, 'bin.mjs')
  expect(run(bin, 'fix', 'broken.epub', '-o', 'mended.epub', '--judge', 'own')).toContain('Valid.')
  expect(run(bin, 'check', 'mended.epub', '--judge', 'own')).toContain('valid')
})

test('its types are there', () => {
  expect(readFileSync(join(installed, 'dist', 'index.d.ts'), 'utf8')).toContain('RepairResult')
})
