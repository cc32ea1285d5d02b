import type { RepairJob } from '../contract/job.ts'
import type { Deps } from './deps.ts'
import { onBook } from './on-book.ts'

/** Opens the archive within its limits, however broken, and says how much there is in it. */
export const extract = (deps: Deps) => async (job: RepairJob) =>
  onBook(deps, 'extraction', job, async ({ input, stage, signal }) => {
    const { entries, bytes } = await deps.pool.run<{ entries: number; bytes: number }>('inspect', { input }, { signal })
    await stage.complete()
    return { entries, bytes }
  })
