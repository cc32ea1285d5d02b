import {
  CancellationScope,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import {
  type ConversionBatch,
  type ConversionOutcome,
  conversionStart,
  jobOfBatch,
  type Manuscript,
} from '../contract/conversion-job.ts'
import { attributes } from './attributes.ts'
import { convert } from './convert.ts'
import { showing } from './show.ts'

const { openConversions, recordBatchProgress, recordBatchEnd, recordConversionFailure, recordConversionCancelled } =
  proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  })

const { packConversions } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** Files of one batch at work at a time: the rest wait here, not in front of everybody else's. */
const lanes = 4

type Counts = Readonly<Record<ConversionOutcome, number>>

/**
 * Many manuscripts, each a child of its own. A file that fails is counted and named, and the others go on; when all have
 * ended, what came out is packed into one archive.
 */
export async function convertBatch(batch: ConversionBatch): Promise<Counts & { status: ConversionOutcome }> {
  const { batchId, files } = batch
  const outcomes = new Map<string, ConversionOutcome>()
  const counts = (): Counts => {
    const all = [...outcomes.values()]
    const of = (wanted: ConversionOutcome) => all.filter((outcome) => outcome === wanted).length
    return { completed: of('completed'), failed: of('failed'), cancelled: of('cancelled') }
  }
  const tell = showing(`${files.length} manuscripts`)
  const show = (stage: string) => {
    const { completed, failed } = counts()
    tell(`${stage}: ${completed} converted, ${failed} failed, of ${files.length}`)
  }
  upsertSearchAttributes([
    { key: attributes.jobId, value: batchId },
    { key: attributes.plan, value: batch.plan },
    { key: attributes.format, value: batch.to },
    { key: attributes.stage, value: 'batch' },
  ])
  const end = (status: ConversionOutcome) => {
    show(status)
    upsertSearchAttributes([{ key: attributes.verdict, value: status }])
    return { ...counts(), status }
  }

  const settle = async ({ jobId }: Manuscript, outcome: ConversionOutcome) => {
    outcomes.set(jobId, outcome)
    show('At work')
    await recordBatchProgress({ batchId, jobId, outcome })
  }

  try {
    await openConversions(batch)
    show('At work')
    const waiting = [...files]
    const lane = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await settle(file, await outcomeOf(batch, file))
    }
    const done = await Promise.allSettled(Array.from({ length: lanes }, lane))
    if (CancellationScope.current().consideredCancelled) return await CancellationScope.nonCancellable(cancelled)
    for (const one of done) if (one.status === 'rejected') throw one.reason
    const { completed, failed } = counts()
    if (completed === 0) {
      await recordBatchEnd({ batchId, completed, failed, isCancelled: false })
      return end('failed')
    }
    show('Packing')
    await packConversions(batch)
    return end('completed')
  } catch (error) {
    if (!isCancellation(error)) throw error
    return CancellationScope.nonCancellable(cancelled)
  }

  /** What came out stays; what did not is told to have been cancelled. */
  async function cancelled() {
    const left = files.filter(({ jobId }) => !outcomes.has(jobId))
    await recordConversionCancelled({ jobIds: left.map(({ jobId }) => jobId) })
    for (const { jobId } of left) outcomes.set(jobId, 'cancelled')
    const { completed, failed } = counts()
    await recordBatchEnd({ batchId, completed, failed, isCancelled: true })
    return end('cancelled')
  }
}

/** A child ends with an outcome; one that an operator ended, or that broke, has failed. */
async function outcomeOf(batch: ConversionBatch, file: Manuscript): Promise<ConversionOutcome> {
  const job = jobOfBatch(batch, file)
  const { args: _, ...start } = conversionStart(job)
  try {
    return await executeChild(convert, { ...start, args: [job], parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL })
  } catch (error) {
    if (isCancellation(error)) throw error
    await recordConversionFailure({ jobId: job.jobId, code: 'internal' })
    return 'failed'
  }
}
