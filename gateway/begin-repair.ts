import { setTimeout as pause } from 'node:timers/promises'
import type { RepairJob } from '../contract/job.ts'
import type { JobState } from '../projections/job.ts'
import type { Deps } from './deps.ts'

const pauses = [500, 1000, 2000, 5000, 10_000, 30_000]

export const repairJobOf = ({ jobId, owner, upload, bytes, mode, plan, batch }: JobState): RepairJob | undefined =>
  owner !== undefined && upload !== undefined && bytes !== undefined && mode && plan
    ? { jobId, owner, upload, bytes, mode, plan, ...(batch && { batch }) }
    : undefined

/**
 * The book is stored and the job recorded, so a Temporal that does not answer now only delays it: the start is tried on in
 * the background. Should this process end meanwhile, the next question about the job starts it.
 */
export async function beginRepair({ repairs, logger, stopping }: Pick<Deps, 'repairs' | 'logger' | 'stopping'>, job: RepairJob) {
  const tryOn = async () => {
    for (let attempt = 0; !stopping.aborted; attempt += 1) {
      await pause(pauses[Math.min(attempt, pauses.length - 1)], undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        await repairs.start(job)
        logger.info({ jobId: job.jobId, attempt }, 'workflow started late')
        return
      } catch (err) {
        logger.warn({ err, jobId: job.jobId, attempt }, 'workflow cannot be started yet')
      }
    }
  }
  try {
    await repairs.start(job)
  } catch (err) {
    logger.warn({ err, jobId: job.jobId }, 'workflow cannot be started yet')
    void tryOn()
  }
}

/** Nothing but the request is in its stream: the process that took it in may have died before the start. */
export const mayNotHaveBegun = (job: JobState) => job.status === 'processing' && job.seq === 1
