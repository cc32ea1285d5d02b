import { accountStream } from '../contract/events/account.ts'
import type { Mode } from '../contract/plans.ts'
import { type Log, WrongVersion } from '../db/log.ts'
import { accountAt, reservationOf } from '../projections/account.ts'
import type { Reservation } from '../projections/usage.ts'
import { readAccount } from './jobs.ts'
import { kindOf, refusalFor } from './limits.ts'
import { refuse } from './refuse.ts'

interface Claim {
  readonly owner: string
  readonly jobId: string
  readonly mode: Mode
  readonly now: () => Date
}

const metadataOf = (jobId: string, owner: string) => ({ correlationId: jobId, actor: owner })
const named = { scan: 'Scan', repair: 'Repair' } as const

/**
 * Takes a place for this job, or throws the refusal. Two requests that race for the last place fold the same stream, but
 * only one of them appends at its version; the other folds again and is refused. Answers with the plan that admitted it.
 */
export async function reserve(log: Log, { owner, jobId, mode, now }: Claim) {
  for (;;) {
    const account = await readAccount(log, owner)
    const refusal = refusalFor(account, { jobId, mode }, now())
    if (refusal) throw refuse(refusal)
    const { plan } = accountAt(account, now())
    const held = reservationOf(account, jobId)
    if (held?.kind === kindOf(mode)) return plan

    const { version } = account
    const metadata = metadataOf(jobId, owner)
    const events = [
      ...(held ? [{ id: `${jobId}/released/${version}`, type: `${named[held.kind]}Released`, data: { jobId } }] : []),
      { id: `${jobId}/reserved/${version}`, type: `${named[kindOf(mode)]}Reserved`, data: { jobId } },
    ]
    try {
      await log.append(accountStream(owner), events, { expectedVersion: version, metadata })
      return plan
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}

/** Gives the place of a job back that was never begun. */
export async function release(log: Log, { owner, jobId }: Pick<Claim, 'owner' | 'jobId'>) {
  const held: Reservation | undefined = reservationOf(await readAccount(log, owner), jobId)
  if (!held) return
  const event = { id: `${jobId}/released/${held.at}`, type: `${named[held.kind]}Released`, data: { jobId } }
  await log.append(accountStream(owner), [event], { metadata: metadataOf(jobId, owner) })
}
