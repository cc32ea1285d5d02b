import { repairStream } from '../contract/events/repair.ts'
import type { Follower } from '../db/follower.ts'
import { evolve, initial, type JobState } from '../projections/job.ts'

interface Following {
  /** How long to wait for it, ms. */
  readonly forMs: number
  readonly stopping: AbortSignal
  readonly isEnough: (job: JobState) => boolean
}

/** The job as it stands when that is so, or when the time is over; folded from its own stream, never from a view. */
export async function followJob(follower: Follower, jobId: string, { forMs, stopping, isEnough }: Following): Promise<JobState> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), forMs)
  let job = initial(jobId)
  try {
    await follower.followStream(repairStream(jobId), {
      after: 0,
      signal: AbortSignal.any([enough.signal, stopping]),
      onEvent(event) {
        job = evolve(job, event)
        if (isEnough(job)) enough.abort()
      },
    })
  } finally {
    clearTimeout(timer)
  }
  return job
}

/** The job as it stands when it has ended, or when the time is over. */
export const untilEnded = (follower: Follower, jobId: string, forMs: number, stopping: AbortSignal): Promise<JobState> =>
  followJob(follower, jobId, { forMs, stopping, isEnough: ({ endedAt }) => endedAt !== undefined })
