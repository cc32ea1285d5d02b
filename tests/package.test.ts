import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book, bytesOf } from '../epub/testing/book.ts'
import { wordManuscript } from '../epub/testing/manuscripts.ts'

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

/** What stands between the fences of the package's own documentation. */
const examples = [...readFileSync(join(root, 'epub', 'README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
  ([, code]) => code!,
)

test('the examples of its documentation run as they are written', async () => {
  const broken = book({
    'toc.ncx': (text) => text.replace(/content="urn:uuid:[^"]*"/, 'content="calibre:42"'),
    'package.opf': (text) => text.replace('    <dc:language>', '    <dc:publisher>Harper</dc:publisher>\n    <dc:language>'),
  })
  writeFileSync(join(folder, 'book.epub'), await bytesOf(broken))
  writeFileSync(join(folder, 'novel.docx'), await wordManuscript())
  expect(examples).toHaveLength(3)
  const [files, bytes, converted] = examples.map((code, index) => {
    writeFileSync(join(folder, `example-${index}.mjs`), code)
    return run(`example-${index}.mjs`).trim().split('\n')
  })
  expect(files).toEqual(['valid primary true', expect.stringMatching(/^NCX-001 EPUB\/toc\.ncx \d+ fixed The table of contents/)])
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Valid. 1 problem found, 1 fixed')
  expect(bytes).toEqual(['valid 0', '1', 'Moby-Dick true'])
  expect(converted).toEqual(['true My Novel 2 2 []'])
  expect(readFileSync(join(folder, 'novel.html'), 'utf8')).toContain('<title>My Novel</title>')
}, 300_000)

test('its command edits metadata, takes back and reports', () => {
  const bin = join(installed, 'bin.mjs')
  const own = ['--judge', 'own']
  const edited = JSON.parse(run(bin, 'metadata', 'mended.epub', '--set', 'title=Emma', '-o', 'edited.epub', '--json', ...own))
  expect(edited).toMatchObject({ changed: true, valid: true, metadata: { title: 'Emma' } })
  expect(run(bin, 'metadata', 'edited.epub')).toMatch(/title\s+Emma/)
  expect(
    run(bin, 'fix', 'broken.epub', '-o', 'again.epub', '--report', 'again.html', '--epubcheck-reports', 'checks', ...own),
  ).toContain('again.html')
  expect(JSON.parse(readFileSync(join(folder, 'checks', 'broken.before.json'), 'utf8'))).toMatchObject({
    checker: { nFatal: 1 },
    messages: [{ ID: 'RSC-002', severity: 'FATAL' }],
  })
})

test('its types are complete: what is exported is there, and strict TypeScript accepts a use of each entry', () => {
  writeFileSync(
    join(folder, 'use.ts'),
    `import { type BookMetadata, editMetadata, type Issue, officialForm, type RepairReport, repair, reportPage, undo } from 'bookmender'
     import { checkBook } from 'bookmender/browser'
     import { createJudge, type EditedFile, editFile, type RepairedFile, repairFile } from 'bookmender/node'
     export type All = BookMetadata | Issue | RepairReport | EditedFile | RepairedFile
     export const all = [editMetadata, officialForm, repair, reportPage, undo, checkBook, createJudge, editFile, repairFile]`,
  )
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'esnext',
        lib: ['esnext', 'dom'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      files: ['use.ts'],
    }),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  expect(run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.')).toBe('')
}, 300_000)

test('its browser entry needs nothing of Node', () => {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      expect([file, name]).not.toEqual([file, expect.stringMatching(/^node:/)])
      if (name!.startsWith('.')) follow(join(file, '..', name!))
    }
  }
  follow(join(installed, 'dist', 'browser.js'))
  follow(join(installed, 'dist', 'index.js'))
  expect(reached.size).toBeGreaterThan(50)
})
