import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { type Engine, engineNames, engines } from '../contract/engine.ts'
import { worthMail } from '../contract/mail.ts'
import { type Stage, stageNames } from '../contract/quality.ts'
import { attributes } from './attributes.ts'
import { failureCode } from './failure-code.ts'
import { tryInOrder } from './fallback.ts'
import type { RepairJob } from './job.ts'
import { order } from './mail.ts'

/** Work on the book itself: long, watched by heartbeats, ended at once by a cancellation. */
const { extract, validate, repairWith, score } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds', maximumAttempts: 8 },
})

/** Appends to the log: short, repeated until the log answers. */
const { recordSwitch, recordFailure, recordCancellation, settle } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

export interface RepairProgress {
  readonly stage: Stage
  readonly engine: Engine | undefined
  readonly outcome: string | undefined
}

export const progressQuery = defineQuery<RepairProgress>('progress')

/** One run on one book: extraction, validation, repair by the first engine that can, quality; counted only when it was worth it. */
export async function repair(job: RepairJob): Promise<RepairProgress> {
  let stage: Stage = 'extraction'
  let engine: Engine | undefined
  const enter = (next: Stage, details: string) => {
    stage = next
    setCurrentDetails(details)
    upsertSearchAttributes([{ key: attributes.stage, value: next }])
  }
  const end = (outcome: string, details: string): RepairProgress => {
    setCurrentDetails(details)
    upsertSearchAttributes([{ key: attributes.verdict, value: outcome }])
    return { stage, engine, outcome }
  }
  setHandler(progressQuery, () => ({ stage, engine, outcome: undefined }))
  upsertSearchAttributes([
    { key: attributes.jobId, value: job.jobId },
    { key: attributes.plan, value: job.plan },
    { key: attributes.mode, value: job.mode },
  ])

  try {
    enter('extraction', `${stageNames.extraction}: opening the archive (${job.bytes} bytes)`)
    await extract(job)

    enter('validation', `${stageNames.validation}: checking every file`)
    const { sound, found } = await validate(job)

    let result: string | undefined
    if (!sound && job.mode === 'deep-analysis') {
      enter('repair', `${stageNames.repair}: ${found} problems found`)
      const repaired = await tryInOrder(engines, {
        attempt: async (next) => {
          engine = next
          upsertSearchAttributes([{ key: attributes.engine, value: next }])
          setCurrentDetails(`${stageNames.repair}: ${found} problems found, ${engineNames[next]} engine at work`)
          return repairWith({ ...job, engine: next })
        },
        onSwitch: (from, to, reason) => recordSwitch({ jobId: job.jobId, from, to, reason }),
      })
      if (!repaired) throw ApplicationFailure.nonRetryable('No engine could repair this file', 'all-engines-failed')
      result = repaired.result
    }

    enter('quality', `${stageNames.quality}: checking the result`)
    const { outcome, counts } = await score({ ...job, engine, result })
    await settle({ ...job, counts })
    await tellOwner(job)
    return end(outcome, `Done: ${outcome}`)
  } catch (error) {
    return CancellationScope.nonCancellable(async () => {
      const { jobId } = job
      if (isCancellation(error)) {
        await recordCancellation({ jobId, stage })
        await settle({ ...job, counts: false })
        return end('cancelled', `Cancelled in ${stageNames[stage]}`)
      }
      const code = failureCode(error)
      await recordFailure({ jobId, stage, code })
      await settle({ ...job, counts: false })
      await tellOwner(job)
      return end(code, `Failed in ${stageNames[stage]}: ${code}`)
    })
  }
}

/** Which pages are open is known to no single process; who waited for longer than this has probably gone elsewhere. */
async function tellOwner({ owner, jobId, batch }: RepairJob) {
  // a batch ends as one
  if (batch !== undefined) return
  const took = Date.now() - workflowInfo().startTime.getTime()
  if (took > worthMail) await order({ owner, kind: 'repair-ready', about: jobId })
}
