import { type BatchState, batchStream, evolveBatch, noBatch } from '../contract/batch.ts'
import type { BatchEvent } from '../contract/events/batch.ts'
import { defineProjection, idIn } from './projection.ts'

const batchIdOf = idIn(batchStream(''))

/** Every batch of books as it stands, for lists; calls about one fold its stream instead. */
export const batches = defineProjection<BatchEvent, BatchState>({
  name: 'batches',
  key: batchIdOf,
  evolve: (view, event) => evolveBatch(view ?? noBatch(batchIdOf(event)!), event),
  index: ({ owner, openedAt }) => ({ ...(owner && { owner }), ...(openedAt && { at: openedAt }) }),
})
