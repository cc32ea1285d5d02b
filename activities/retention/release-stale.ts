import { accountStream } from '../../contract/events/account.ts'
import { batchOf } from '../../db/discard.ts'
import { WrongVersion } from '../../db/log.ts'
import type { OpenReservation } from '../../db/retention.ts'
import type { Deps } from '../deps.ts'
import { beat } from './beat.ts'
import { dueAt } from './due.ts'

type Needs = Pick<Deps, 'log' | 'retention' | 'repairs' | 'now'>

/** At the version at which nobody had ended it, so that a workflow that ends it meanwhile wins. */
async function release({ log }: Needs, { owner, jobId, kind, version }: OpenReservation): Promise<boolean> {
  const stream = accountStream(owner)
  const later = await log.readStream(stream, { after: version })
  const isEnded = later.some(
    ({ type, data }) => (data as { jobId?: string }).jobId === jobId && (type === `${kind}Counted` || type === `${kind}Released`),
  )
  if (isEnded) return false
  try {
    await log.append(stream, [{ id: `${jobId}/stale/${version}`, type: `${kind}Released`, data: { jobId } }], {
      expectedVersion: later.at(-1)?.version ?? version,
      metadata: { correlationId: jobId, actor: 'system' },
    })
    return true
  } catch (error) {
    if (error instanceof WrongVersion) return false
    throw error
  }
}

/** Its workflow runs, or that of the batch in which it waits for its turn. */
async function isAtWork({ log, repairs }: Needs, jobId: string): Promise<boolean> {
  const state = await repairs.stateOf(jobId)
  if (state !== 'unknown') return state === 'running'
  const batch = await batchOf(log, jobId)
  return batch !== undefined && (await repairs.stateOfBatch(batch)) === 'running'
}

/** Gives back the places of jobs that no workflow will ever end: whoever took them in died on the way. */
export const releaseStale = (deps: Needs) => async () => {
  const { claims, counts } = dueAt(deps.now())
  let released = 0
  for (const reservation of await deps.retention.openReservations({ after: counts, before: claims })) {
    beat()
    if (await isAtWork(deps, reservation.jobId)) continue
    if (await release(deps, reservation)) released += 1
  }
  return { released }
}
