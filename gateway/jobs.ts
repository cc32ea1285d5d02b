import { randomUUID } from 'node:crypto'
import { accountStream } from '../contract/events/account.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import type { Log } from '../db/log.ts'
import { foldAccount } from '../projections/account.ts'
import { foldJob, type JobState } from '../projections/job.ts'
import { refuse } from './refuse.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The one spelling of a job's id; undefined for what cannot be one. */
export const jobIdIn = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text.toLowerCase() : undefined)

/** Minted by the browser; a malformed one is refused like another person's, so that nobody learns which ids exist. */
export function jobIdOf(header: string): string {
  if (header === '') return randomUUID()
  const jobId = jobIdIn(header)
  if (jobId === undefined) throw refuse('bad-job-id')
  return jobId
}

export const readJob = async (log: Log, jobId: string): Promise<JobState> =>
  foldJob(jobId, await log.readStream(repairStream(jobId)))

/** The job of this person; another's does not exist. */
export async function ownJob(log: Log, text: string | undefined, owner: string): Promise<JobState> {
  const jobId = jobIdIn(text)
  const job = jobId === undefined ? undefined : await readJob(log, jobId)
  if (!job || job.status === 'unknown' || job.owner !== owner) throw refuse('not-found')
  return job
}

export const readAccount = async (log: Log, owner: string) => foldAccount(await log.readStream(accountStream(owner)))

export const filesAreGone = async (log: Log, jobId: string) =>
  (await log.readStream(filesStream(jobId))).some(({ type }) => type === 'FilesDeleted')
