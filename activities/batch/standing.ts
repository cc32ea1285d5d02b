import { type BatchStanding, batchStream } from '../../contract/batch.ts'
import { WrongVersion } from '../../db/log.ts'
import type { Deps } from '../deps.ts'
import { readBatch, readBook } from './books.ts'

type Needs = Pick<Deps, 'log'>

/** How the batch stands, for its workflow. */
export const batchStanding =
  ({ log }: Needs) =>
  async ({ batchId }: { readonly batchId: string }): Promise<BatchStanding> => {
    const { count, books, isClosed, isCancelled } = await readBatch(log, batchId)
    return { count, books, isClosed, isCancelled }
  }

/** Nothing was heard of it for long: no more books come. A book that came in between is in the answer. */
export const closeBatch =
  ({ log }: Needs) =>
  async ({ batchId }: { readonly batchId: string }): Promise<BatchStanding> => {
    for (;;) {
      const batch = await readBatch(log, batchId)
      const { count, books, isCancelled } = batch
      if (batch.isClosed) return { count, books, isCancelled, isClosed: true }
      try {
        await log.append(batchStream(batchId), [{ id: `${batchId}/closed`, type: 'BatchClosed', data: { by: 'time' } }], {
          expectedVersion: batch.version,
          metadata: { correlationId: batchId, actor: 'system' },
        })
        return { count, books, isCancelled, isClosed: true }
      } catch (error) {
        if (!(error instanceof WrongVersion)) throw error
      }
    }
  }

/** The workflow was cancelled from outside: that is told as a cancellation, once. */
export const recordBatchCancellation =
  ({ log }: Needs) =>
  async ({ batchId }: { readonly batchId: string }): Promise<void> => {
    const batch = await readBatch(log, batchId)
    if (batch.isCancelled || batch.endedAt !== undefined) return
    await log.append(batchStream(batchId), [{ id: `${batchId}/cancelled`, type: 'BatchCancelled', data: {} }], {
      metadata: { correlationId: batchId, actor: 'system' },
    })
  }

/** Whether a repair that somebody else began has come to its end. */
export const hasEnded =
  ({ log }: Needs) =>
  async ({ jobId }: { readonly jobId: string }): Promise<boolean> =>
    (await readBook(log, jobId)).fate !== 'unfinished'
