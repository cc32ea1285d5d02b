import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createJudge } from '../epub/node/judge.ts'
import { checkFile, isWorse, repairWithFallback } from '../epub/node/tasks.ts'

const corpus = join(import.meta.dirname, '..', '..', 'shared', 'corpus')

interface Row {
  readonly id: string
  readonly path: string
  readonly family: string
  readonly errors_before: number
  readonly soft?: boolean
}

const seed = 'bookmender-1'
const sampleSize = process.env.BOOKMENDER_FULL ? Number.POSITIVE_INFINITY : 60

/** Always the same books, spread over all families. */
function sample(): readonly Row[] {
  if (!existsSync(corpus)) {
    console.warn('The corpus is not beside the checkout: repairs are tested on the project’s own broken books alone.')
    return []
  }
  const { cases } = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')) as { cases: Row[] }
  const rank = ({ id }: Row) => createHash('sha256').update(seed).update(id).digest('hex')
  return cases.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, sampleSize)
}

const rows = sample()
const folder = mkdtempSync(join(tmpdir(), 'bookmender-corpus-'))
const judge = createJudge()
afterAll(async () => {
  await judge?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Share of the broken books of the sample that must come out valid; raised as the engine gets better, never lowered. */
const floor = 0.5

describe.runIf(rows.length > 0)('books of the corpus', () => {
  const valid: boolean[] = []

  test.each(rows.map((row) => [row.id, row] as const))('%s', { timeout: 60_000 }, async (_, row) => {
    const input = join(corpus, row.path)
    const output = join(folder, `${valid.length}-${basename(row.path)}`)
    let mended: Awaited<ReturnType<typeof repairWithFallback>>
    try {
      mended = await repairWithFallback({ input, output }, { judge: judge?.check })
    } catch (error) {
      // Nothing to save: the refusal is the answer, and it is a sentence.
      expect(error).toHaveProperty('name', 'BookRefused')
      valid.push(false)
      return
    }
    const { report } = mended
    expect(report.failures.filter(({ reason }) => reason.startsWith('threw'))).toEqual([])
    expect(isWorse(report), 'no more errors than before').toBe(false)
    if (row.errors_before === 0) expect(mended.changed, 'a sound book is returned byte for byte').toBe(false)
    else valid.push(report.after.valid)

    if (!mended.changed || !report.after.valid) return
    const again = await repairWithFallback({ input: output, output: `${output}.again` }, { judge: judge?.check })
    expect(again.sha256After, 'a second repair changes nothing').toBe(mended.sha256After)
  })

  test('enough of the broken ones come out valid', () => {
    expect(valid.filter(Boolean).length / valid.length).toBeGreaterThan(floor)
  })

  test('our own checker faults no sound book of the sample', async () => {
    const faulted: string[] = []
    for (const row of rows.filter(({ errors_before: errors }) => errors === 0)) {
      const { verdict } = await checkFile(join(corpus, row.path))
      if (!verdict.valid) faulted.push(row.id)
    }
    expect(faulted).toEqual([])
  })
})
