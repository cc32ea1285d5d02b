import { type BatchState, batchStatus, batchStream, foldBatch } from '../contract/batch.ts'
import { pathOf } from '../contract/call.ts'
import { type BatchBook, type BatchRecord, downloadBatch } from '../contract/calls/batch.ts'
import { type PlanName, planOf } from '../contract/plans.ts'
import { failures, type RefusalCode } from '../contract/refusal.ts'
import type { Blobs } from '../db/blobs.ts'
import { type Log, WrongVersion } from '../db/log.ts'
import type { Uploads } from '../db/uploads.ts'
import type { JobState } from '../projections/job.ts'
import type { Deps } from './deps.ts'
import { downloadPath } from './job-record.ts'
import { filesAreGone, jobIdIn, readJob } from './jobs.ts'
import { refuse } from './refuse.ts'

export const readBatch = async (log: Log, batchId: string): Promise<BatchState> =>
  foldBatch(batchId, await log.readStream(batchStream(batchId)))

/** The batch of this person; another's does not exist. */
export async function ownBatch(log: Log, text: string | undefined, owner: string): Promise<BatchState> {
  const batchId = jobIdIn(text)
  const batch = batchId === undefined ? undefined : await readBatch(log, batchId)
  if (batch?.owner !== owner) throw refuse('not-found')
  return batch
}

/** May a plan have a batch of so many books? */
export function batchRefusal(plan: PlanName, count: number): RefusalCode | undefined {
  const { allowBatchProcessing, maxFilesPerBatch } = planOf(plan)
  if (!allowBatchProcessing) return 'batch-not-allowed'
  return count > maxFilesPerBatch ? 'batch-too-large' : undefined
}

/** May one more book come? */
export const mayAdd = ({ isClosed, books }: BatchState, jobId: string) => !isClosed || books.includes(jobId)

interface Addition {
  readonly batchId: string
  readonly jobId: string
  readonly owner: string
}

/**
 * Takes the book's place in its batch, at the version at which there was one. Answers whether it has it: a batch that was
 * closed for waiting too long does not cost the person an upload that came late, the book is then repaired by itself.
 */
export async function addToBatch(log: Log, { batchId, jobId, owner }: Addition): Promise<boolean> {
  for (;;) {
    const batch = await readBatch(log, batchId)
    if (batch.books.includes(jobId)) return true
    if (batch.isCancelled || batch.books.length >= batch.count) throw refuse('batch-over')
    if (batch.isClosed) return false
    try {
      await log.append(batchStream(batchId), [{ id: `${jobId}/added`, type: 'BookAdded', data: { jobId } }], {
        expectedVersion: batch.version,
        metadata: { correlationId: batchId, actor: owner },
      })
      return true
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}

/** Something is new that the batch's workflow should see; it looks by itself within a minute, should this fail. */
export async function tellBatch({ repairs, logger }: Pick<Deps, 'repairs' | 'logger'>, { batchId, owner }: BatchState) {
  if (owner === undefined) return
  await repairs.look({ batchId, owner }).catch((err) => logger.warn({ err, batchId }, 'a batch cannot be told yet'))
}

/** It was given to its batch and has not begun. */
const isWaiting = (job: JobState) => job.status === 'processing' && job.seq === 1

function bookOf(job: JobState, fileName: string | undefined, filesDeleted: boolean): BatchBook {
  const { failure } = job
  return {
    jobId: job.jobId,
    fileName: fileName ?? 'book.epub',
    bytes: job.bytes ?? 0,
    mode: job.mode ?? 'find-error',
    status: job.status === 'unknown' || isWaiting(job) ? 'waiting' : job.status,
    seq: job.seq,
    stages: job.stages.map(({ id, status, progress }) => ({ id, status, progress })),
    found: job.found,
    fixed: job.fixed,
    outcome: job.outcome,
    downloadUrl: filesDeleted || job.result === undefined ? undefined : downloadPath(job.jobId),
    error: failure ? failures[failure.code] : job.status === 'cancelled' ? failures.cancelled : undefined,
    reference: failure?.reference,
    filesDeleted,
  }
}

interface Sources {
  readonly log: Log
  readonly blobs: Pick<Blobs, 'exists'>
  readonly uploads: Pick<Uploads, 'fileNamesOf'>
}

/** Everything the owner may see of a batch; each book as its own stream tells it. */
export async function batchRecordOf({ log, blobs, uploads }: Sources, batch: BatchState): Promise<BatchRecord> {
  const { batchId, archives } = batch
  const names = await uploads.fileNamesOf(batch.owner!, batch.books)
  const books = await Promise.all(
    batch.books.map(async (jobId) => bookOf(await readJob(log, jobId), names.get(jobId), await filesAreGone(log, jobId))),
  )
  const isKept = archives[0] !== undefined && (await blobs.exists(archives[0].key))
  const url = pathOf(downloadBatch, { batchId })
  return {
    batchId,
    status: batchStatus(batch),
    createdAt: batch.openedAt!,
    endedAt: batch.endedAt,
    count: batch.count,
    isOpen: !batch.isClosed,
    isCancelled: batch.isCancelled,
    books,
    downloads: isKept
      ? archives.map(({ bytes, files }, index) => ({ url: index === 0 ? url : `${url}?part=${index + 1}`, bytes, files }))
      : [],
  }
}
