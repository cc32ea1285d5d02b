import type { ConversionBatch, ConversionOutcome } from '../contract/conversion-job.ts'
import type { Recorded } from '../contract/event.ts'
import type { ConversionBatchEvent } from '../contract/events/convert.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

/** A batch as its stream tells it. */
export interface ConversionBatchState {
  readonly batchId: string
  /** Version of the last event folded; 0 when it was never heard of. */
  readonly seq: number
  readonly status: 'unknown' | 'processing' | 'completed' | 'failed' | 'cancelled'
  /** As it was asked for; the workflow is started from this. */
  readonly batch?: ConversionBatch
  /** Of the files that have ended, by job id. */
  readonly outcomes: Readonly<Record<string, ConversionOutcome>>
  /** ISO times, from the log. */
  readonly requestedAt?: string
  readonly endedAt?: string
  /** Blob key of the archive, and its size. */
  readonly archive?: string
  readonly bytes?: number
}

export const initialBatch = (batchId: string): ConversionBatchState => ({ batchId, seq: 0, status: 'unknown', outcomes: {} })

/** How many of the files came to this. */
export const countOf = ({ outcomes }: ConversionBatchState, wanted: ConversionOutcome) =>
  Object.values(outcomes).filter((outcome) => outcome === wanted).length

function tell(state: ConversionBatchState, event: Folded<ConversionBatchEvent>): ConversionBatchState {
  const { type, data } = event
  const at = event.recordedAt.toISOString()
  switch (type) {
    case 'ConversionBatchRequested': {
      const { files, ...asked } = data
      const manuscripts = files.map(({ kind, ...file }) => ({ ...file, ...(kind && { kind }) }))
      return { ...state, status: 'processing', batch: { batchId: state.batchId, ...asked, files: manuscripts }, requestedAt: at }
    }
    case 'ConversionBatchProgressed':
      return { ...state, outcomes: { ...state.outcomes, [data.jobId]: data.outcome } }
    case 'ConversionBatchCompleted':
      return { ...state, status: 'completed', endedAt: at, archive: data.archive, bytes: data.bytes }
    case 'ConversionBatchFailed':
      return { ...state, status: 'failed', endedAt: at }
    case 'ConversionBatchCancelled':
      return { ...state, status: 'cancelled', endedAt: at }
  }
}

/** The first ending stands. */
export const evolveBatch = (state: ConversionBatchState, event: Recorded): ConversionBatchState => ({
  ...(state.endedAt === undefined ? tell(state, event as Folded<ConversionBatchEvent>) : state),
  seq: event.version,
})

export const foldBatch = (batchId: string, events: readonly Recorded[]): ConversionBatchState =>
  events.reduce(evolveBatch, initialBatch(batchId))

const batchIdOf = idIn('conversions-')

/** Every batch as it stands, for lists of staff; calls about one batch fold its stream instead. */
export const conversionBatches = defineProjection<ConversionBatchEvent, ConversionBatchState>({
  name: 'conversion-batches',
  key: batchIdOf,
  evolve: (view, event) => evolveBatch(view ?? initialBatch(batchIdOf(event)!), event),
  index: ({ batch, requestedAt }) => ({ ...(batch && { owner: batch.owner }), ...(requestedAt && { at: requestedAt }) }),
})
