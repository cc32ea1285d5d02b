import { type DemoMeasure, DemoMeasure as Measure } from '../contract/calls/demo.ts'
import { demoMeasures } from '../contract/demo.ts'
import { demoOwner } from '../contract/job.ts'
import { type Blobs, NoBlob } from '../db/blobs.ts'
import type { JobState } from '../projections/job.ts'
import type { Deps } from './deps.ts'
import { jobIdIn, readJob } from './jobs.ts'
import { refuse } from './refuse.ts'

/** What a worker measured when it made the samples; refused while none has. */
export async function readMeasures(blobs: Blobs): Promise<DemoMeasure[]> {
  try {
    const { samples } = JSON.parse((await blobs.bytes(demoMeasures)).toString('utf8')) as { samples: unknown }
    return Measure.array().parse(samples)
  } catch (error) {
    if (error instanceof NoBlob) throw refuse('demo-not-ready', { cause: error })
    throw error
  }
}

/** A job of the demo; every other job does not exist for a visitor. */
export async function demoJobOf(log: Deps['log'], text: string | undefined): Promise<JobState> {
  const jobId = jobIdIn(text)
  const job = jobId === undefined ? undefined : await readJob(log, jobId)
  if (!job || job.owner !== demoOwner) throw refuse('not-found')
  return job
}

/** The name under which a visitor keeps what came out of a sample. */
export const demoFileName = 'demo.epub'
