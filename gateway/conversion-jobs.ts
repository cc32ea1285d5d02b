import { conversionBatchStream, conversionStream } from '../contract/events/convert.ts'
import type { Follower } from '../db/follower.ts'
import type { Log } from '../db/log.ts'
import { type ConversionState, evolveConversion, foldConversion, initialConversion } from '../projections/conversion.ts'
import { type ConversionBatchState, foldBatch } from '../projections/conversion-batch.ts'
import { begin } from './begin.ts'
import type { Deps } from './deps.ts'
import { jobIdIn } from './jobs.ts'
import { refuse } from './refuse.ts'

/** A conversion that nobody began in this time, ms, is begun by whoever asks for it: starting twice is starting once. */
const lateAfter = 5000

export const readConversion = async (log: Log, jobId: string): Promise<ConversionState> =>
  foldConversion(jobId, await log.readStream(conversionStream(jobId)))

export const readBatch = async (log: Log, batchId: string): Promise<ConversionBatchState> =>
  foldBatch(batchId, await log.readStream(conversionBatchStream(batchId)))

/** The conversion of this person; another's does not exist. */
export async function ownConversion(log: Log, text: string | undefined, owner: string): Promise<ConversionState> {
  const jobId = jobIdIn(text)
  const state = jobId === undefined ? undefined : await readConversion(log, jobId)
  if (state?.job?.owner !== owner) throw refuse('not-found')
  return state
}

export async function ownBatch(log: Log, text: string | undefined, owner: string): Promise<ConversionBatchState> {
  const batchId = jobIdIn(text)
  const state = batchId === undefined ? undefined : await readBatch(log, batchId)
  if (state?.batch?.owner !== owner) throw refuse('not-found')
  return state
}

type Needs = Pick<Deps, 'conversions' | 'logger' | 'stopping' | 'now'>

const isLate = ({ now }: Pick<Deps, 'now'>, requestedAt: string | undefined) =>
  now().getTime() - Date.parse(requestedAt ?? '') > lateAfter

/** The process that took it in may have died before the start. A file of a batch is begun by its batch. */
export async function resumeConversion(deps: Needs, { jobId, job, seq, requestedAt }: ConversionState) {
  if (job && !job.batch && seq === 1 && isLate(deps, requestedAt)) await begin(deps, jobId, () => deps.conversions.start(job))
}

export async function resumeBatch(deps: Needs, { batchId, batch, seq, requestedAt }: ConversionBatchState) {
  if (batch && seq === 1 && isLate(deps, requestedAt)) await begin(deps, batchId, () => deps.conversions.startBatch(batch))
}

/** The conversion as it stands when it has ended, or when the time is over. */
export async function untilConverted(
  follower: Follower,
  jobId: string,
  { forMs, stopping }: { readonly forMs: number; readonly stopping: AbortSignal },
): Promise<ConversionState> {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(), forMs)
  let state = initialConversion(jobId)
  try {
    await follower.followStream(conversionStream(jobId), {
      after: 0,
      signal: AbortSignal.any([enough.signal, stopping]),
      onEvent(event) {
        state = evolveConversion(state, event)
        if (state.endedAt !== undefined) enough.abort()
      },
    })
  } finally {
    clearTimeout(timer)
  }
  return state
}
