import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DemoMeasure, type DemoSampleId, demoSampleIds } from '../../contract/calls/demo.ts'
import { demoBlob, demoMeasures } from '../../contract/demo.ts'
import { type Blobs, NoBlob } from '../../db/blobs.ts'
import type { Pool } from '../../epub/node/pool.ts'
import { repairFile, type TaskContext } from '../../epub/node/tasks.ts'
import { built } from './build.ts'
import { faults } from './faults.ts'
import { samples } from './samples.ts'

interface Making {
  readonly id: DemoSampleId
  /** Where the sample is written; what the repair makes of it stands beside it. */
  readonly output: string
}

/** Runs in an engine process: makes a sample and counts in a true repair what there is to find. */
export async function makeSample({ id, output }: Making, context: TaskContext): Promise<DemoMeasure> {
  const bytes = await built(samples[id])
  await writeFile(output, bytes)
  const repaired = `${output}.fixed`
  const { report } = await repairFile({ input: output, output: repaired, options: { engine: 'primary' } }, context)
  await rm(repaired)
  return { id, issues: report.issues.length, fileSize: bytes.length }
}

/** Of everything that decides what the samples are and what is counted in them. */
const fingerprint = createHash('sha256')
  .update(JSON.stringify(samples))
  .update(Object.values(faults).map(String).join('\n'))
  .digest('hex')

interface Kept {
  readonly fingerprint: string
  readonly samples: readonly DemoMeasure[]
}

interface Place {
  readonly blobs: Blobs
  readonly pool: Pool
  /** Where made samples are kept from one start to the next, outside of what is backed up. */
  readonly cache: string
}

/** Stores the three samples and what was measured, unless these very ones are there. */
export async function prepareDemo({ blobs, pool, cache }: Place) {
  if ((await storedIn(blobs))?.fingerprint === fingerprint) return
  const folder = join(cache, fingerprint.slice(0, 16))
  const told = join(folder, 'samples.json')
  if (!existsSync(told)) {
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(`${folder}-`)
    try {
      const measures: DemoMeasure[] = []
      for (const id of demoSampleIds) measures.push(await pool.run('makeSample', { id, output: join(draft, `${id}.epub`) }))
      await writeFile(join(draft, 'samples.json'), JSON.stringify({ fingerprint, samples: measures } satisfies Kept))
      // another worker may have been as fast: then both made the same
      await rename(draft, folder).catch(() => {})
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  for (const id of demoSampleIds) await blobs.writeFile(demoBlob(id), join(folder, `${id}.epub`))
  await blobs.writeFile(demoMeasures, told)
}

async function storedIn(blobs: Blobs): Promise<Kept | undefined> {
  try {
    return JSON.parse((await blobs.bytes(demoMeasures)).toString('utf8')) as Kept
  } catch (error) {
    if (error instanceof NoBlob || error instanceof SyntaxError) return undefined
    throw error
  }
}
