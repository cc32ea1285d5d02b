import type { RepairJob } from '../contract/job.ts'
import type { JobState } from '../projections/job.ts'
import { begin } from './begin.ts'
import type { Deps } from './deps.ts'

export const repairJobOf = ({ jobId, owner, upload, bytes, mode, plan, batch }: JobState): RepairJob | undefined =>
  owner !== undefined && upload !== undefined && bytes !== undefined && mode && plan
    ? { jobId, owner, upload, bytes, mode, plan, ...(batch && { batch }) }
    : undefined

/** The book is stored and the job recorded: from here on it is begun, now or a little later. */
export const beginRepair = ({ repairs, ...deps }: Pick<Deps, 'repairs' | 'logger' | 'stopping'>, job: RepairJob) =>
  begin(deps, job.jobId, () => repairs.start(job))

/** Nothing but the request is in its stream: the process that took it in may have died before the start. */
export const mayNotHaveBegun = (job: JobState) => job.status === 'processing' && job.seq === 1
