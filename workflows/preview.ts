import { proxyActivities, upsertSearchAttributes } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { PreviewJob, PreviewOutcome } from '../contract/preview.ts'
import { attributes } from './attributes.ts'
import { showing } from './show.ts'

const { preview: makePages } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '10 seconds', maximumAttempts: 5 },
})

/** Makes the pages of one version of a book ready to be looked at. Nothing is counted, nothing is recorded. */
export async function preview(job: PreviewJob): Promise<PreviewOutcome> {
  upsertSearchAttributes([{ key: attributes.jobId, value: job.jobId }])
  const show = showing(`Pages of the version ${job.version} are made ready to be looked at`)
  const outcome = await makePages(job)
  show(outcome === 'ready' ? 'The pages are there' : 'This book cannot be shown')
  return outcome
}
