import type { Recorded } from '../contract/event.ts'
import type { AccountEvent } from '../contract/events/account.ts'
import { planOf } from '../contract/plans.ts'
import { evolveSubscription, noSubscription, type SubscriptionState } from '../contract/subscription.ts'
import { type PlanNow, planAt } from './plan.ts'
import type { Folded } from './projection.ts'
import { evolveUsage, noUsage, type Reservation, type UsageNow, type UsageState, usageAt } from './usage.ts'

/**
 * An account as its own stream tells it: plan, counters, open reservations. Whoever decides something that is used up
 * folds this, decides, and appends at exactly this `version`; the views only show it.
 */
export interface AccountState extends UsageState {
  readonly version: number
  readonly subscription: SubscriptionState
  /** How long the person wants files to be kept, in hours; see `keptHours`. */
  readonly chosenHours?: number
}

export const initialAccount: AccountState = { ...noUsage, version: 0, subscription: noSubscription }

const evolveChoice = (chosen: number | undefined, { type, data }: Folded<AccountEvent>) =>
  type === 'RetentionChosen' ? data.hours : type === 'AccountDeletionRequested' ? undefined : chosen

export const evolveAccount = (account: AccountState, event: Recorded): AccountState => ({
  ...evolveUsage(account, event as Folded<AccountEvent>),
  chosenHours: evolveChoice(account.chosenHours, event as Folded<AccountEvent>),
  subscription: evolveSubscription(account.subscription, event as Folded<AccountEvent>),
  version: event.version,
})

export const foldAccount = (events: readonly Recorded[]): AccountState => events.reduce(evolveAccount, initialAccount)

export const isOpened = ({ plan }: AccountState) => plan.openedAt !== undefined

export interface AccountNow extends PlanNow, UsageNow {
  /** Undefined means without limit. */
  readonly scansLeft: number | undefined
  readonly repairsLeft: number | undefined
}

const left = (limit: number | undefined, used: number) => (limit === undefined ? undefined : Math.max(0, limit - used))

/** Plan, counters and what is left of them at a moment. */
export function accountAt(state: UsageState, now: Date): AccountNow {
  const current = planAt(state.plan, now)
  const used = usageAt(state, now)
  const { scansPerDay, repairsPerMonth } = planOf(current.plan)
  return {
    ...current,
    ...used,
    scansLeft: left(scansPerDay, used.scansToday),
    repairsLeft: left(repairsPerMonth, used.repairsThisMonth),
  }
}

/** The place that this job holds already: the same request again is the same job and takes no second one. */
export const reservationOf = ({ open }: UsageState, jobId: string): Reservation | undefined =>
  open.find((one) => one.jobId === jobId)

/** What a plan lets choose from, and what holds: the choice, where the plan allows it. In hours. */
export function keptHours(account: AccountState, now: Date): { readonly hours: number; readonly choices: readonly number[] } {
  const choices = planOf(accountAt(account, now).plan).keepsFilesHours
  const { chosenHours } = account
  return { choices, hours: chosenHours !== undefined && choices.includes(chosenHours) ? chosenHours : choices[0]! }
}
