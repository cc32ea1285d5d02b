import { deleteJobFiles } from '../../../contract/calls/epub.ts'
import { deleteFiles } from '../../../contract/calls/user.ts'
import { discardJob } from '../../../db/discard.ts'
import type { JobState } from '../../../projections/job.ts'
import { type Asked, answer } from '../../answer.ts'
import { readBatch, readConversion } from '../../conversion-jobs.ts'
import { ownJob, readJob } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'

/** "Delete now": nobody has to wait until a book's time is over. */
const discard = (
  { blobs, log, uploads, user }: Pick<Asked, 'blobs' | 'log' | 'uploads' | 'user'>,
  { jobId, status }: Pick<JobState, 'jobId' | 'status'>,
) =>
  discardJob(
    { blobs, log, removeUpload: uploads.remove },
    { jobId, reason: 'asked', actor: user.id, requested: status !== 'unknown' },
  )

export const deletesJobFiles = answer(deleteJobFiles, async (asked) => {
  const job = await ownJob(asked.log, asked.params.jobId, asked.user.id)
  if (job.status === 'processing')
    throw refuse('not-ready', {
      sentence: 'This book is being worked on at this moment. Cancel the repair or wait for its end, then delete its files.',
    })
  await discard(asked, job)
  return { jobId: job.jobId, filesDeleted: true as const }
})

export const deletesFiles = answer(deleteFiles, async (asked) => {
  const jobs = await Promise.all((await asked.uploads.ofOwner(asked.user.id)).map((jobId) => stateOf(asked, jobId)))
  // what is still arriving has no job yet: it is at work, too
  const ended = jobs.filter(({ endedAt }) => endedAt !== undefined)
  for (const job of ended) await discard(asked, job)
  const files = jobs.filter(({ isBatch }) => !isBatch)
  const busy = files.filter(({ endedAt }) => endedAt === undefined).length
  return { deleted: files.length - busy, busy }
})

/** A repair, a conversion, or a batch of them, which has an archive but is no file of its own. */
async function stateOf({ log }: Pick<Asked, 'log'>, jobId: string) {
  const repair = await readJob(log, jobId)
  if (repair.status !== 'unknown') return { ...repair, isBatch: false }
  const conversion = await readConversion(log, jobId)
  if (conversion.status !== 'unknown') return { ...conversion, isBatch: false }
  const batch = await readBatch(log, jobId)
  return { jobId, status: batch.status, endedAt: batch.endedAt, isBatch: batch.status !== 'unknown' }
}
