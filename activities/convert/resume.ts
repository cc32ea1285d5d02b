import type { ConversionBatch, ConversionJob } from '../../contract/conversion-job.ts'
import {
  type ConversionBatchEvent,
  type ConversionEvent,
  conversionBatchStream,
  conversionStream,
} from '../../contract/events/convert.ts'
import { repairStream } from '../../contract/events/repair.ts'
import type { Log } from '../../db/log.ts'
import type { Deps } from '../deps.ts'
import { beat } from '../retention/beat.ts'
import { recordBatchEnd, recordConversionCancelled, recordConversionFailure } from './record.ts'

type Needs = Pick<Deps, 'log' | 'retention' | 'conversions'>

const readConversion = async (log: Pick<Log, 'readStream'>, jobId: string) =>
  (await log.readStream(conversionStream(jobId))) as unknown as readonly ConversionEvent[]
const readBatch = async (log: Pick<Log, 'readStream'>, batchId: string) =>
  (await log.readStream(conversionBatchStream(batchId))) as unknown as readonly ConversionBatchEvent[]

const hasEnded = (events: readonly { readonly type: string }[]) =>
  events.some(({ type }) => /(Completed|Failed|Cancelled)$/.test(type))

function jobIn(jobId: string, [request]: readonly ConversionEvent[]): ConversionJob | undefined {
  if (request?.type !== 'ConversionRequested') return undefined
  const { kind, batch, ...asked } = request.data
  return { jobId, ...asked, ...(kind && { kind }), ...(batch && { batch }) }
}

function batchIn(batchId: string, [request]: readonly ConversionBatchEvent[]): ConversionBatch | undefined {
  if (request?.type !== 'ConversionBatchRequested') return undefined
  const files = request.data.files.map(({ kind, ...file }) => ({ ...file, ...(kind && { kind }) }))
  return { batchId, ...request.data, files }
}

/** Counts of what had ended before nobody worked on the batch any more. */
async function endBatch(deps: Pick<Deps, 'log'>, batchId: string) {
  const outcomes = (await readBatch(deps.log, batchId)).flatMap((event) =>
    event.type === 'ConversionBatchProgressed' ? [event.data.outcome] : [],
  )
  const of = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  await recordBatchEnd(deps)({ batchId, completed: of('completed'), failed: of('failed'), isCancelled: true })
}

/** Conversions that were taken in and are at work nowhere: begun anew, or ended where an operator ended their workflow. */
export async function resumeConversions(deps: Needs, time: Date): Promise<{ started: number; ended: number }> {
  const { log, conversions } = deps
  const { jobs, batches } = await deps.retention.unendedConversions(time)
  let started = 0
  let ended = 0
  for (const batchId of batches) {
    beat()
    const state = await conversions.stateOf({ id: batchId, isBatch: true })
    const events = await readBatch(log, batchId)
    const batch = batchIn(batchId, events)
    if (!batch || hasEnded(events)) continue
    if (state === 'unknown') {
      await conversions.startBatch(batch)
      started += 1
    } else if (state === 'over') {
      await endBatch(deps, batchId)
      ended += 1
    }
  }
  for (const jobId of jobs) {
    beat()
    const events = await readConversion(log, jobId)
    const job = jobIn(jobId, events)
    if (!job || hasEnded(events)) continue
    const state = await conversions.stateOf({ id: jobId, isBatch: false })
    if (state === 'running') continue
    // a batch begins its files itself
    if (job.batch && state === 'unknown') {
      if ((await conversions.stateOf({ id: job.batch, isBatch: true })) !== 'over') continue
      await recordConversionCancelled({ log })({ jobIds: [jobId] })
      ended += 1
    } else if (state === 'unknown') {
      await conversions.start(job)
      started += 1
    } else {
      await recordConversionFailure({ log })({ jobId, code: 'internal' })
      ended += 1
    }
  }
  return { started, ended }
}

/** Whoever left has nothing converted any more. Answers whether it is still at work; what nobody works on ends here. */
export async function stopConversion({ log, conversions }: Pick<Deps, 'log' | 'conversions'>, jobId: string, insist: boolean) {
  const batch = await readBatch(log, jobId)
  const isBatch = batch.length > 0
  const events = isBatch ? batch : await readConversion(log, jobId)
  if (events.length === 0 || hasEnded(events)) return false
  const asked = { id: jobId, isBatch }
  if ((await conversions.stateOf(asked)) === 'running') {
    await (insist ? conversions.terminate(asked) : conversions.cancel(asked))
    return true
  }
  await (isBatch ? endBatch({ log }, jobId) : recordConversionCancelled({ log })({ jobIds: [jobId] }))
  return false
}

/** There is a job for these files, of whatever kind: somebody could miss them. */
export async function wasRequested(log: Pick<Log, 'readStream'>, jobId: string): Promise<boolean> {
  for (const stream of [repairStream(jobId), conversionStream(jobId), conversionBatchStream(jobId)])
    if ((await log.readStream(stream, { limit: 1 })).length > 0) return true
  return false
}
