import type { AccountEvent } from '../contract/events/account.ts'
import { dayOf, monthOf, type Period } from '../contract/period.ts'
import { evolvePlan, noPlan, type PlanState, planAt } from './plan.ts'
import { defineProjection, type Folded, idIn } from './projection.ts'

export type Kind = 'scan' | 'repair'

/** A place held for a job of which it is not known yet whether it counts. */
export interface Reservation {
  readonly jobId: string
  readonly kind: Kind
  /** ISO: the day and month that it counts in, however long the job takes. */
  readonly at: string
}

interface Counter {
  /** ISO, where the day or month began. */
  readonly since: string
  readonly used: number
}

/** Its size does not grow with what was used: only today's scans and this month's repairs are known. */
export interface UsageState {
  /** Where the months of the plan begin is part of how they are counted. */
  readonly plan: PlanState
  /** Reserved counts as used, so these are within the counters. */
  readonly open: readonly Reservation[]
  readonly scans: Counter
  readonly repairs: Counter
}

export interface UsageNow {
  readonly scansToday: number
  readonly repairsThisMonth: number
  readonly day: Period
  readonly month: Period
}

const never: Counter = { since: '', used: 0 }
export const noUsage: UsageState = { plan: noPlan, open: [], scans: never, repairs: never }

const periodsAt = (plan: PlanState, now: Date) => ({
  scan: dayOf(now),
  repair: monthOf(new Date(planAt(plan, now).anchor), now),
})

const counterOf = { scan: 'scans', repair: 'repairs' } as const
const usedIn = (counter: Counter, period: Period) => (counter.since === period.start.toISOString() ? counter.used : 0)

function reserve(state: UsageState, jobId: string, kind: Kind, now: Date): UsageState {
  const period = periodsAt(state.plan, now)[kind]
  const used = usedIn(state[counterOf[kind]], period) + 1
  return {
    ...state,
    open: [...state.open, { jobId, kind, at: now.toISOString() }],
    [counterOf[kind]]: { since: period.start.toISOString(), used },
  }
}

/** `back`: the place is given back, in the day or month it was taken from. */
function settle(state: UsageState, jobId: string, kind: Kind, back: boolean): UsageState {
  const found = state.open.find((one) => one.jobId === jobId && one.kind === kind)
  if (!found) return state
  const open = state.open.filter((one) => one !== found)
  const counter = state[counterOf[kind]]
  if (!back || found.at < counter.since) return { ...state, open }
  return { ...state, open, [counterOf[kind]]: { ...counter, used: counter.used - 1 } }
}

export function evolveUsage(state: UsageState, event: Folded<AccountEvent>): UsageState {
  const { type, data, recordedAt } = event
  switch (type) {
    case 'ScanReserved':
      return reserve(state, data.jobId, 'scan', recordedAt)
    case 'ScanCounted':
      return settle(state, data.jobId, 'scan', false)
    case 'ScanReleased':
      return settle(state, data.jobId, 'scan', true)
    case 'RepairReserved':
      return reserve(state, data.jobId, 'repair', recordedAt)
    case 'RepairCounted':
      return settle(state, data.jobId, 'repair', false)
    case 'RepairReleased':
      return settle(state, data.jobId, 'repair', true)
    default: {
      const plan = evolvePlan(state.plan, event)
      return plan === state.plan ? state : { ...state, plan }
    }
  }
}

export function usageAt(state: UsageState, now: Date): UsageNow {
  const { scan: day, repair: month } = periodsAt(state.plan, now)
  return { day, month, scansToday: usedIn(state.scans, day), repairsThisMonth: usedIn(state.repairs, month) }
}

export const usage = defineProjection<AccountEvent, UsageState>({
  name: 'usage',
  key: idIn('account-'),
  evolve: (view, event) => {
    const before = view ?? noUsage
    const after = evolveUsage(before, event)
    return after === before ? view : after
  },
})
