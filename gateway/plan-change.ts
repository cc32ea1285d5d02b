import type { NewEvent } from '../contract/event.ts'
import { type AccountEvent, accountStream } from '../contract/events/account.ts'
import { type PlanName, planOf } from '../contract/plans.ts'
import { spanOf } from '../contract/span.ts'
import { type PlanChange as Change, compareTerms, downgrade, type Terms } from '../contract/subscription.ts'
import { type Log, WrongVersion } from '../db/log.ts'
import { type AccountState, accountAt, foldAccount } from '../projections/account.ts'
import { readAccount } from './jobs.ts'
import { refuse } from './refuse.ts'

/** Decides on the account as it stands and appends at exactly that version; what came in between is looked at again. */
export async function decide(
  log: Log,
  owner: string,
  decision: (account: AccountState) => readonly NewEvent[],
): Promise<AccountState> {
  for (;;) {
    const account = await readAccount(log, owner)
    const events = decision(account)
    if (events.length === 0) return account
    try {
      await log.append(accountStream(owner), events, { expectedVersion: account.version, metadata: { actor: owner } })
      return foldAccount(await log.readStream(accountStream(owner)))
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error
    }
  }
}

export const refuseWhilePaying = ({ subscription }: AccountState) => {
  if (subscription.charge || subscription.checkout) throw refuse('payment-in-progress')
}

/** Access stays until the period ends; a renewal that is past due is not tried again, so access ends now. */
export function cancelPlan(account: AccountState, now: Date): NewEvent[] {
  const { plan, until, cancelled } = accountAt(account, now)
  if (plan === 'free' || until === undefined) throw refuse('no-subscription')
  if (account.subscription.checkout) throw refuse('payment-in-progress')
  if (cancelled) return []
  const accessUntil = new Date(Math.max(Date.parse(until), now.getTime())).toISOString()
  return [{ id: `cancelled/${account.version}`, type: 'SubscriptionCancelled', data: { accessUntil, at: now.toISOString() } }]
}

/** To smaller terms at once, for nothing. What was given and not bought keeps its end. */
export function lessenPlan(account: AccountState, to: Terms, now: Date): NewEvent[] {
  const { plan, interval = 'monthly', until, source } = accountAt(account, now)
  if (plan === 'free' || until === undefined) throw refuse('no-subscription')
  refuseWhilePaying(account)
  const difference = compareTerms({ plan, interval }, to)
  if (difference === 'same') throw refuse('already-have-plan')
  if (difference === 'upgrade') throw refuse('not-a-downgrade')
  const id = `changed/${account.version}`
  const event: AccountEvent =
    source === 'paid' && account.plan.paid
      ? downgrade(account.plan.paid, to, now.toISOString())
      : { type: 'SubscriptionGranted', data: { ...to, until, source: 'downgrade' } }
  return [{ id, ...event }]
}

const names = (plan: PlanName) => planOf(plan).displayName

export const changeWords = ({ from, to, remaining, bought }: Change) =>
  `${spanOf(remaining)} of ${names(from.plan)} became ${spanOf(bought)} of ${names(to.plan)}.`

/** As the calls tell it. */
export const shownChange = ({ at, from, to, remaining, unused, bought }: Change) => ({
  at,
  from,
  to,
  remainingMs: remaining,
  unusedCents: unused,
  boughtMs: bought,
})
