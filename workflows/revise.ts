import { ApplicationFailure, CancellationScope, proxyActivities, upsertSearchAttributes } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { RevisionJob } from '../contract/job.ts'
import { isMetadataField, type MetadataField, type RevisionFailureCode, revisionFailures } from '../contract/revision.ts'
import { attributes } from './attributes.ts'
import { showing } from './show.ts'

const { revise: makeVersion } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds', maximumAttempts: 8 },
})

const { recordRevisionFailure } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** One further version of a result: corrections taken back, metadata edited. It is not counted, and failing leaves the version before. */
export async function revise(job: RevisionJob): Promise<{ revision: number; outcome: string }> {
  const { jobId, revision } = job
  upsertSearchAttributes([
    { key: attributes.jobId, value: jobId },
    { key: attributes.plan, value: job.plan },
  ])
  const show = showing(
    `Version ${revision}: ${job.undone.length} features taken back, metadata ${job.edits === undefined ? 'as they are' : 'edited'}`,
  )
  try {
    return await makeVersion(job)
  } catch (error) {
    return CancellationScope.nonCancellable(async () => {
      const failure = failureOf(error)
      await recordRevisionFailure({ jobId, revision, ...failure })
      show(`Version ${revision} was not made: ${failure.code}`)
      return { revision, outcome: failure.code }
    })
  }
}

const isCode = (type: string | undefined | null): type is RevisionFailureCode => revisionFailures.some((code) => code === type)

function failureOf(error: unknown): { code: RevisionFailureCode; field?: MetadataField } {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApplicationFailure && cause.type) {
      const [field] = (cause.details ?? []) as (string | undefined)[]
      const code = isCode(cause.type) ? cause.type : cause.type === 'too-complex' ? 'engine-failed' : 'internal'
      return { code, ...(code === 'bad-metadata' && isMetadataField(field) && { field }) }
    }
  return { code: 'internal' }
}
