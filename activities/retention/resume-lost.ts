import { type RepairEvent, repairStream } from '../../contract/events/repair.ts'
import type { Stage } from '../../contract/quality.ts'
import { resumeConversions } from '../convert/resume.ts'
import type { Deps } from '../deps.ts'
import { recordFailure } from '../record.ts'
import { beat } from './beat.ts'
import { dueAt } from './due.ts'

type Needs = Pick<Deps, 'log' | 'retention' | 'repairs' | 'conversions' | 'now'>

const endings = new Set<string>(['RepairCompleted', 'RepairFailed', 'RepairCancelled'] satisfies RepairEvent['type'][])

/** A workflow records the job's end before it closes, unless an operator ended it: then the job ends here. */
async function endAbandoned({ log }: Needs, jobId: string): Promise<boolean> {
  const events = (await log.readStream(repairStream(jobId))) as unknown as readonly RepairEvent[]
  if (events.some(({ type }) => endings.has(type))) return false
  const stage = events.reduce<Stage>((last, event) => (event.type === 'StageStarted' ? event.data.stage : last), 'extraction')
  await recordFailure({ log })({ jobId, stage, code: 'internal' })
  return true
}

/** Jobs that were taken in and are at work nowhere: the gateway died before the start, or Temporal lost its memory. */
export const resumeLost = (deps: Needs) => async () => {
  let started = 0
  let ended = 0
  for (const job of await deps.retention.unendedBefore(dueAt(deps.now()).starts)) {
    beat()
    const state = await deps.repairs.stateOf(job.jobId)
    if (state === 'unknown') {
      await deps.repairs.start(job)
      started += 1
    } else if (state === 'over' && (await endAbandoned(deps, job.jobId))) ended += 1
  }
  const conversions = await resumeConversions(deps, dueAt(deps.now()).starts)
  return { started: started + conversions.started, ended: ended + conversions.ended }
}
