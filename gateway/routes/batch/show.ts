import { batchStatus } from '../../../contract/batch.ts'
import { batch, batches } from '../../../contract/calls/batch.ts'
import { answer } from '../../answer.ts'
import { batchRecordOf, ownBatch } from '../../batches.ts'

const newest = 10

export const showsBatch = answer(batch, async ({ log, blobs, uploads, user, params }) =>
  batchRecordOf({ log, blobs, uploads }, await ownBatch(log, params.batchId, user.id)),
)

export const listsBatches = answer(batches, async ({ views, user }) =>
  (await views.batchesOf(user.id, newest)).map((one) => ({
    batchId: one.batchId,
    createdAt: one.openedAt ?? '',
    status: batchStatus(one),
    count: one.count,
    arrived: one.books.length,
    completed: one.completed,
    failed: one.failed,
    cancelled: one.cancelled,
  })),
)
