import type { AccountEvent } from '../contract/events/account.ts'
import { type PlanName, planNames } from '../contract/plans.ts'
import { accessEnd, evolvePaid, type PaidPlanTime } from '../contract/subscription.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

export interface Grant {
  readonly plan: PlanName
  readonly interval: 'monthly' | 'yearly'
  /** ISO times: from the log, and as granted. */
  readonly from: string
  readonly until: string
  /** It was cancelled: nothing follows its end. */
  readonly cancelled?: boolean
}

/** What an account was given and what it bought; which plan that is now is asked of `planAt`. */
export interface PlanState {
  readonly openedAt?: string
  /** Oldest first; the newest one that has not ended counts. */
  readonly grants: readonly Grant[]
  /** What was bought, as long as it has not been ended. */
  readonly paid?: PaidPlanTime
}

export interface PlanNow {
  readonly plan: PlanName
  readonly interval?: 'monthly' | 'yearly'
  /** ISO; absent for the free plan. */
  readonly until?: string
  /** The plan's months are counted from here. */
  readonly anchor: string
  readonly source: 'none' | 'granted' | 'paid'
  readonly cancelled: boolean
}

export const noPlan: PlanState = { grants: [] }

export function evolvePlan(state: PlanState, event: Folded<AccountEvent>): PlanState {
  const { type, data } = event
  const at = event.recordedAt.toISOString()
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
      return state.grants.length === 0 && !state.paid ? state : { ...state, grants: [], paid: undefined }
    case 'SubscriptionCancelled': {
      // without a paid plan it is the newest gift that was cancelled
      if (state.paid || state.grants.length === 0) return { ...state, paid: evolvePaid(state.paid, event) }
      return { ...state, grants: state.grants.with(-1, { ...state.grants.at(-1)!, cancelled: true }) }
    }
    default: {
      const paid = evolvePaid(state.paid, event)
      return paid === state.paid ? state : { ...state, paid }
    }
  }
}

const rank = (plan: PlanName) => planNames.indexOf(plan)

/** The larger of what was bought and what was given, as long as each lasts. */
export function planAt({ openedAt, grants, paid }: PlanState, now: Date): PlanNow {
  const gift = grants.findLast(({ until }) => new Date(until) > now)
  const hasAccess = paid !== undefined && new Date(accessEnd(paid)) > now
  if (hasAccess && rank(paid.plan) >= rank(gift?.plan ?? 'free')) {
    const { plan, interval, until, since, cancelled } = paid
    return { plan, interval, until, anchor: since, source: 'paid', cancelled }
  }
  if (!gift || gift.plan === 'free')
    return { plan: 'free', anchor: openedAt ?? now.toISOString(), source: 'none', cancelled: false }
  const { plan, interval, until, from, cancelled = false } = gift
  return { plan, interval, until, anchor: from, source: 'granted', cancelled }
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
