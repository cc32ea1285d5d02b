import { CancellationScope, isCancellation, proxyActivities, upsertSearchAttributes } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ConversionJob, ConversionOutcome } from '../contract/conversion-job.ts'
import { attributes } from './attributes.ts'
import { failureCode } from './failure-code.ts'
import { showing } from './show.ts'

/** Work on the manuscript itself: watched by heartbeats, ended at once by a cancellation. */
const { convertManuscript } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds', maximumAttempts: 8 },
})

/** Appends to the log: short, repeated until the log answers. */
const { recordConversionFailure, recordConversionCancelled } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** One manuscript, alone or as part of a batch. Whatever happens it ends with an outcome, so that a batch goes on. */
export async function convert(job: ConversionJob): Promise<ConversionOutcome> {
  const { jobId } = job
  upsertSearchAttributes([
    { key: attributes.jobId, value: jobId },
    { key: attributes.plan, value: job.plan },
    { key: attributes.format, value: job.to },
    { key: attributes.stage, value: 'conversion' },
  ])
  const show = showing(
    `Converting ${job.kind ?? 'a file'} to ${job.to} (${job.bytes} bytes)${job.batch ? `, of batch ${job.batch}` : ''}`,
  )
  const end = (outcome: ConversionOutcome, details: string) => {
    show(details)
    upsertSearchAttributes([{ key: attributes.verdict, value: outcome }])
    return outcome
  }
  try {
    await convertManuscript(job)
    return end('completed', 'Done')
  } catch (error) {
    return CancellationScope.nonCancellable(async () => {
      if (isCancellation(error)) {
        await recordConversionCancelled({ jobIds: [jobId] })
        return end('cancelled', 'Cancelled')
      }
      const code = failureCode(error)
      await recordConversionFailure({ jobId, code })
      return end('failed', `Failed: ${code}`)
    })
  }
}
