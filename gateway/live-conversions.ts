import { cancelledConversion, conversionFailures } from '../contract/conversion.ts'
import type { Recorded } from '../contract/event.ts'
import { conversionBatchStream, conversionStream } from '../contract/events/convert.ts'
import type { LiveMessage } from '../contract/live.ts'
import { type ConversionState, evolveConversion, initialConversion } from '../projections/conversion.ts'
import { type ConversionBatchState, countOf, evolveBatch, initialBatch } from '../projections/conversion-batch.ts'
import type { Deps } from './deps.ts'
import type { Following } from './live.ts'

const waiting = 'Your document has arrived and waits for its turn.'
const atWork = 'Converting your document.'
const done = 'Your document is converted.'

function sentenceOf({ status, isStarted, failure }: ConversionState): string {
  if (status === 'failed') return conversionFailures[failure!.code]
  if (status === 'cancelled') return cancelledConversion
  if (status === 'completed') return done
  return isStarted ? atWork : waiting
}

/** What an event says to the screen, from the conversion folded up to and with it. */
export function conversionMessageOf(state: ConversionState, { recordedAt }: Pick<Recorded, 'recordedAt'>): LiveMessage {
  const { jobId, seq, status, progress, failure } = state
  return {
    jobId,
    seq,
    at: recordedAt.toISOString(),
    type: 'conversion',
    data: {
      status: status === 'unknown' ? 'processing' : status,
      progress,
      message: sentenceOf(state),
      ...(failure && { reference: failure.reference }),
    },
  }
}

export function batchMessageOf(state: ConversionBatchState, { recordedAt }: Pick<Recorded, 'recordedAt'>): LiveMessage {
  const total = state.batch?.files.length ?? 0
  const [completed, failed] = [countOf(state, 'completed'), countOf(state, 'failed')]
  return {
    jobId: state.batchId,
    seq: state.seq,
    at: recordedAt.toISOString(),
    type: 'conversion-batch',
    data: {
      status: state.status === 'unknown' ? 'processing' : state.status,
      total,
      completed,
      failed,
      message: `${completed} of ${total} files converted${failed > 0 ? `, ${failed} failed` : ''}.`,
    },
  }
}

/** As the followers of `live.ts`: one that is not there yet is waited for, and another's never comes. */
export async function followConversion({ follower }: Pick<Deps, 'follower'>, following: Following) {
  const { jobId, after, owner, signal, send } = following
  const enough = new AbortController()
  let state = initialConversion(jobId)
  await follower.followStream(conversionStream(jobId), {
    after: 0,
    signal: AbortSignal.any([signal, enough.signal]),
    onEvent(event) {
      state = evolveConversion(state, event)
      if (owner === undefined || state.job?.owner !== owner) return
      if (event.version > after) send(conversionMessageOf(state, event))
      if (state.endedAt !== undefined) enough.abort()
    },
  })
}

export async function followConversionBatch({ follower }: Pick<Deps, 'follower'>, following: Following) {
  const { jobId, after, owner, signal, send } = following
  const enough = new AbortController()
  let state = initialBatch(jobId)
  await follower.followStream(conversionBatchStream(jobId), {
    after: 0,
    signal: AbortSignal.any([signal, enough.signal]),
    onEvent(event) {
      state = evolveBatch(state, event)
      if (owner === undefined || state.batch?.owner !== owner) return
      if (event.version > after) send(batchMessageOf(state, event))
      if (state.endedAt !== undefined) enough.abort()
    },
  })
}
