import { proxyActivities, upsertSearchAttributes } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ReplayJob } from '../contract/job.ts'
import { attributes } from './attributes.ts'
import { failureCode } from './failure-code.ts'
import { showing } from './show.ts'

const { replay: repairAgain } = proxyActivities<Activities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds', maximumAttempts: 5 },
})

const { recordReplayFailure } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** The kept upload of a job once more through today's engine, for support to compare. Not counted, and the job stays as it is. */
export async function replay(job: ReplayJob): Promise<{ outcome: string }> {
  upsertSearchAttributes([
    { key: attributes.jobId, value: job.jobId },
    { key: attributes.plan, value: job.plan },
  ])
  const show = showing(`Replay ${job.replay}: today's engine on the kept upload (${job.bytes} bytes)`)
  try {
    const ended = await repairAgain(job)
    show(`Replay ${job.replay}: ${ended.outcome}`)
    return ended
  } catch (error) {
    const code = failureCode(error)
    await recordReplayFailure({ ...job, code })
    show(`Replay ${job.replay} failed: ${code}`)
    return { outcome: code }
  }
}
