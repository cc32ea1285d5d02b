import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSampleIds } from '../../contract/calls/demo.ts'
import { createJudge } from '../../epub/node/judge.ts'
import { repairFile } from '../../epub/node/tasks.ts'
import { built } from './build.ts'
import type { Planted } from './faults.ts'
import { type Sample, samples } from './samples.ts'

/** What the specification says of the samples (core.md, section 3, Demo sample): issues, and size in MB. */
const promised = { 'broken-structure': [47, '2.3'], 'encoding-issues': [156, '1.8'], 'calibre-export': [89, '3.1'] } as const

const judge = createJudge()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bookmender-demo-'))
})
afterAll(async () => {
  await judge?.close()
  await rm(folder, { recursive: true, force: true })
})

async function repaired(name: string, bytes: Uint8Array) {
  const input = join(folder, `${name}.epub`)
  const output = join(folder, `${name}.fixed.epub`)
  await writeFile(input, bytes)
  const { report } = await repairFile({ input, output, options: { engine: 'primary' } }, { judge: undefined })
  return { report, output }
}

const planted = ({ file, line, told, feature }: Planted) => `${told?.file ?? file}:${told?.line ?? line}, feature ${feature}`

/** The same faults in a book whose pictures are a few pixels: the pages and what is wrong with them are equal. */
const light = ({ design, rows }: Sample): Sample => ({
  design: { ...design, scenes: design.scenes.map((scene) => ({ ...scene, width: 12, height: 16 })) },
  rows,
})

describe.each(demoSampleIds)('%s', (id) => {
  const sample = samples[id]

  test('has the size and the issues it is announced with, each planted by one row, all of them answered', async () => {
    const bytes = await built(sample)
    expect((bytes.length / 1024 / 1024).toFixed(1)).toBe(promised[id][1])
    const { report, output } = await repaired(id, bytes)
    expect(report.issues).toHaveLength(promised[id][0])
    expect(report.more).toEqual([])
    expect(report.issues.map(({ path, line, feature }) => `${path}:${line}, feature ${feature}`).sort()).toEqual(
      sample.rows.map(planted).sort(),
    )
    expect(report.issues.filter(({ status }) => status !== 'fixed')).toEqual([])
    expect(report.outcome).toBe('valid')
    // letters that can be read again make other words, and fewer; none is lost by that
    expect(report.words.after).toBeGreaterThanOrEqual(report.words.before)
    // where there is no Java, our own checker has spoken above
    if (judge) expect((await judge.check(output)).messages).toEqual([])
  })

  test('is the same file every time', async () => {
    expect(Buffer.compare(await built(light(sample)), await built(light(sample)))).toBe(0)
  })

  const rows = sample.rows.map((row, index) => ({ row, index }))
  const tried = process.env.BOOKMENDER_FULL ? rows : rows.filter(({ index }) => index % 13 === 4)
  test(`without any one row it has one issue less (${tried.length} of ${rows.length} rows)`, async () => {
    const { design } = light(sample)
    for (const { row, index } of tried) {
      const { report } = await repaired(`${id}-${index}`, await built({ design, rows: sample.rows.toSpliced(index, 1) }))
      expect(report.issues, planted(row)).toHaveLength(sample.rows.length - 1)
    }
  }, 120_000)
})
