import type { AccountEvent } from '../contract/events/account.ts'
import type { PlanName } from '../contract/plans.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

export interface Grant {
  readonly plan: PlanName
  readonly interval: 'monthly' | 'yearly'
  /** ISO times: from the log, and as granted. */
  readonly from: string
  readonly until: string
}

/** What an account may have, at any time; which plan that is now is asked of `planAt`. */
export interface PlanState {
  readonly openedAt?: string
  /** Oldest first; the newest one that has not ended counts. */
  readonly grants: readonly Grant[]
}

export interface PlanNow {
  readonly plan: PlanName
  readonly interval?: 'monthly' | 'yearly'
  /** ISO; absent for the free plan. */
  readonly until?: string
  /** The plan's months are counted from here. */
  readonly anchor: string
}

export const noPlan: PlanState = { grants: [] }

export function evolvePlan(state: PlanState, { type, data, recordedAt }: Folded<AccountEvent>): PlanState {
  const at = recordedAt.toISOString()
  switch (type) {
    case 'AccountOpened':
      return state.openedAt ? state : { ...state, openedAt: at }
    case 'SubscriptionGranted':
      return {
        openedAt: state.openedAt ?? at,
        grants: [...state.grants, { plan: data.plan, interval: data.interval, from: at, until: data.until }],
      }
    // who comes back within 31 days has the same account: what was used up stays used, what was bought is gone
    case 'AccountDeletionRequested':
      return state.grants.length === 0 ? state : { ...state, grants: [] }
    default:
      return state
  }
}

export function planAt({ openedAt, grants }: PlanState, now: Date): PlanNow {
  const granted = grants.findLast(({ until }) => new Date(until) > now)
  if (!granted || granted.plan === 'free') return { plan: 'free', anchor: openedAt ?? now.toISOString() }
  return { plan: granted.plan, interval: granted.interval, until: granted.until, anchor: granted.from }
}

export const plan = defineProjection<AccountEvent, PlanState>({
  name: 'plan',
  key: idIn('account-'),
  evolve: (view, event) => {
    const before = view ?? noPlan
    const after = evolvePlan(before, event)
    return after === before ? view : after
  },
})
