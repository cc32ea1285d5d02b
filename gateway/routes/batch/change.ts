import { type BatchState, batchStatus, batchStream } from '../../../contract/batch.ts'
import { cancelBatch, deleteBatchFiles, finishBatch } from '../../../contract/calls/batch.ts'
import type { BatchEvent } from '../../../contract/events/batch.ts'
import { discardJob } from '../../../db/discard.ts'
import { type Log, WrongVersion } from '../../../db/log.ts'
import { answer } from '../../answer.ts'
import { ownBatch, readBatch, tellBatch } from '../../batches.ts'
import { filesAreGone, readJob } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'

/** Appends what the person decided, unless it is so already. */
async function decide(log: Log, batch: BatchState, isSo: (batch: BatchState) => boolean, event: BatchEvent & { id: string }) {
  for (let current = batch; !isSo(current); current = await readBatch(log, batch.batchId))
    try {
      await log.append(batchStream(batch.batchId), [event], {
        expectedVersion: current.version,
        metadata: { correlationId: batch.batchId, actor: batch.owner! },
      })
      return
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
}

export const finishesBatch = answer(finishBatch, async (asked) => {
  const batch = await ownBatch(asked.log, asked.params.batchId, asked.user.id)
  const { batchId } = batch
  const closed = { id: `${batchId}/closed`, type: 'BatchClosed', data: { by: 'person' } } as const
  await decide(asked.log, batch, ({ isClosed }) => isClosed, closed)
  if (batch.books.length > 0) await tellBatch(asked, batch)
  return { batchId }
})

/** Books at work stop, those that wait do not begin; what is done stays. */
export const cancelsBatch = answer(cancelBatch, async (asked) => {
  const batch = await ownBatch(asked.log, asked.params.batchId, asked.user.id)
  const { batchId } = batch
  const cancelled = { id: `${batchId}/cancelled`, type: 'BatchCancelled', data: {} } as const
  await decide(asked.log, batch, (one) => one.isCancelled || one.endedAt !== undefined, cancelled)
  if (batch.books.length > 0 && batch.endedAt === undefined) await tellBatch(asked, batch)
  return { batchId }
})

export const deletesBatchFiles = answer(deleteBatchFiles, async ({ log, blobs, uploads, user, params }) => {
  const batch = await ownBatch(log, params.batchId, user.id)
  if (batchStatus(batch) === 'processing')
    throw refuse('not-ready', {
      sentence: 'This batch is being worked on at this moment. Cancel it or wait for its end, then delete its files.',
    })
  for (const jobId of batch.books) {
    const job = await readJob(log, jobId)
    if (job.status === 'processing' || (await filesAreGone(log, jobId))) continue
    const discarded = { jobId, reason: 'asked', actor: user.id, requested: job.status !== 'unknown' } as const
    await discardJob({ blobs, log, removeUpload: uploads.remove }, discarded)
  }
  await blobs.removeJob(batch.batchId)
  return { batchId: batch.batchId, filesDeleted: true as const }
})
