import { repairStream } from '../contract/events/repair.ts'
import type { Follower } from '../db/follower.ts'
import { evolve, initial, type JobState } from '../projections/job.ts'

/** The job as it stands when it has ended, or when the time is over; folded from its own stream, never from a view. */
export async function untilEnded(follower: Follower, jobId: string, forMs: number, stopping: AbortSignal): Promise<JobState> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), forMs)
  let job = initial(jobId)
  try {
    await follower.followStream(repairStream(jobId), {
      after: 0,
      signal: AbortSignal.any([enough.signal, stopping]),
      onEvent(event) {
        job = evolve(job, event)
        if (job.endedAt !== undefined) enough.abort()
      },
    })
  } finally {
    clearTimeout(timer)
  }
  return job
}
