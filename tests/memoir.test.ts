import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repairFile } from '../epub/node/tasks.ts'
import { measured } from '../web/src/content/measured.ts'
import { memoir, memoirBook, memoirFaults } from './bench/memoir.ts'

test('the memoir of the case study has 1,847 faults, each in a place of its own', () => {
  const { rows } = memoir()
  expect(memoirFaults).toBe(1847)
  expect(rows).toHaveLength(memoirFaults)
  expect(new Set(rows.map(({ file, line }) => `${file}:${line}`)).size).toBe(memoirFaults)
  expect(measured.caseStudy).toMatchObject({ found: memoirFaults, fixed: memoirFaults, left: 0, valid: true })
})

test.runIf(process.env.BOOKMENDER_FULL)(
  'the checker finds 1,847 problems in it, and the repair costs no word',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bookmender-memoir-'))
    const input = join(folder, 'memoir.epub')
    writeFileSync(input, await memoirBook())
    const { report } = await repairFile({ input, output: join(folder, 'mended.epub') }, { judge: undefined })
    rmSync(folder, { recursive: true, force: true })
    expect(report.issues).toHaveLength(memoirFaults)
    expect(report.outcome).toBe('valid')
    expect(report.words.after).toBe(report.words.before)
  },
  120_000,
)
