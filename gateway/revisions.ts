import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Revised } from '../contract/calls/results.ts'
import { repairStream } from '../contract/events/repair.ts'
import type { RevisionJob } from '../contract/job.ts'
import { type RevisionCause, revisionSentence } from '../contract/revision.ts'
import { WrongVersion } from '../db/log.ts'
import type { JobState } from '../projections/job.ts'
import { repairJobOf } from './begin-repair.ts'
import type { Deps } from './deps.ts'
import { followJob } from './follow-job.ts'
import { filesAreGone, readJob } from './jobs.ts'
import { refuse } from './refuse.ts'

/** A version that was asked for longer ago and is not there is started again, ms: starting twice is starting once. */
const lateAfter = 5000
const pauses = [500, 1000, 2000, 5000, 10_000, 30_000]

/** The work that a job's stream asks for; undefined when no version is being made. */
export function revisionOf(job: JobState): RevisionJob | undefined {
  const repair = repairJobOf(job)
  if (!repair || !job.revising) return undefined
  const { revision, undone, edits, picks, requestedAt } = job.revising
  const { engine } = job
  const made = { ...(edits && { edits }), ...(picks && { picks }), ...(engine && { engine }) }
  return { ...repair, revision, undone, at: requestedAt, ...made }
}

/** As with a repair: recorded is promised, so a Temporal that does not answer now only delays it. */
export async function beginRevision(
  { repairs, logger, stopping }: Pick<Deps, 'repairs' | 'logger' | 'stopping'>,
  job: RevisionJob,
) {
  const tryOn = async () => {
    for (let attempt = 0; !stopping.aborted; attempt += 1) {
      await pause(pauses[Math.min(attempt, pauses.length - 1)], undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        return await repairs.revise(job)
      } catch (err) {
        logger.warn({ err, jobId: job.jobId, attempt }, 'a version cannot be begun yet')
      }
    }
  }
  try {
    await repairs.revise(job)
  } catch (err) {
    logger.warn({ err, jobId: job.jobId }, 'a version cannot be begun yet')
    void tryOn()
  }
}

/** The process that recorded the request may have died before the start: the next question about the job starts it. */
export async function resumeRevision(deps: Deps, job: JobState) {
  const revision = revisionOf(job)
  if (revision && deps.now().getTime() - Date.parse(revision.at) > lateAfter) await beginRevision(deps, revision)
}

interface Change {
  readonly cause: RevisionCause
  readonly undone: readonly number[]
  readonly edits?: string | undefined
  readonly picked?: readonly string[]
  readonly picks?: string | undefined
  /** All that are refused from now on, where that changes. */
  readonly refused?: readonly string[] | undefined
}

/** What of a result stays as it is when something else of it changes. */
export const standing = ({ undone, edits, picked, picks }: JobState) => ({ undone, edits, picked, picks })

/** What a job must be for its result to have another version. */
export async function revisable({ log }: Pick<Deps, 'log'>, job: JobState) {
  if (job.status === 'processing') throw refuse('not-ready')
  if (job.result === undefined)
    throw refuse('not-found', {
      sentence: 'There is no repaired file of this job: the book was only checked, or the repair did not end well.',
    })
  if (job.revising) throw refuse('revising')
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')
}

export const nextRevision = (job: JobState) => Math.max(job.revision, job.notRevised?.revision ?? 0) + 1

/** Records what is asked for at the version that was looked at, so that of two that race one wins; then waits for it. */
export async function revise(
  deps: Deps,
  job: JobState,
  owner: string,
  { cause, undone, edits, picked = [], picks, refused }: Change,
): Promise<Revised> {
  const { log, follower, wait, stopping } = deps
  const revision = nextRevision(job)
  const sorted = [...undone].sort((a, b) => a - b)
  try {
    await log.append(
      repairStream(job.jobId),
      [
        ...refusal(job.jobId, refused),
        {
          // its own for each request: of two that race, the other is no repetition of the first
          id: `${job.jobId}/revision/${revision}/${randomUUID()}`,
          type: 'RevisionRequested',
          data: { revision, cause, undone: sorted, ...(edits && { edits }), ...(picks && { picked: [...picked], picks }) },
        },
      ],
      { expectedVersion: job.seq, metadata: { correlationId: job.jobId, actor: owner } },
    )
  } catch (error) {
    throw error instanceof WrongVersion ? refuse('revising', { cause: error }) : error
  }
  const work = revisionOf(await readJob(log, job.jobId))
  if (work) await beginRevision(deps, work)
  const isMade = (now: JobState) => now.revision >= revision || now.notRevised?.revision === revision
  return revisedOf(await followJob(follower, job.jobId, { forMs: wait, stopping, isEnough: isMade }), revision)
}

/** Its own id for each, as with a version. */
export const refusal = (jobId: string, refused: readonly string[] | undefined) =>
  refused
    ? [{ id: `${jobId}/refused/${randomUUID()}`, type: 'SuggestionsRefused' as const, data: { refused: [...refused] } }]
    : []

function revisedOf(job: JobState, revision: number): Revised {
  const { jobId, notRevised } = job
  if (job.revision >= revision) return { jobId, revision, status: 'completed' }
  if (notRevised?.revision !== revision) return { jobId, revision, status: 'processing' }
  const { code, field } = notRevised
  return { jobId, revision, status: 'failed', error: revisionSentence(code, field), ...(field && { field }) }
}
