import type { Subscription } from '../../../../contract/calls/user.ts'
import type { Interval, PaidPlan } from '../../../../contract/payment.ts'
import { type PlanName, planNames } from '../../../../contract/plans.ts'
import { compareTerms } from '../../../../contract/subscription.ts'

/** What can be done about a plan at an interval, from where the person stands. */
export type Offer = 'current' | 'upgrade' | 'other-interval' | 'smaller-interval' | 'again' | 'pay-again' | 'none'

export type Standing = Pick<Subscription, 'plan' | 'subscriptionInterval' | 'status'>

export function offerOf(standing: Standing, plan: PlanName, interval: Interval): Offer {
  if (plan === 'free') return standing.plan === 'free' ? 'current' : 'none'
  if (standing.plan === 'free') return 'upgrade'
  const order = compareTerms({ plan: standing.plan, interval: standing.subscriptionInterval }, { plan, interval })
  if (order === 'same')
    return standing.status === 'cancelled' ? 'again' : standing.status === 'past-due' ? 'pay-again' : 'current'
  if (plan !== standing.plan) return order === 'upgrade' ? 'upgrade' : 'none'
  return order === 'upgrade' ? 'other-interval' : 'smaller-interval'
}

const isLarger = (one: PlanName, other: PlanName) => planNames.indexOf(one) > planNames.indexOf(other)

/** The plans below the one that is there; back to free only while it still goes on. */
export function smallerPlans(standing: Standing): PlanName[] {
  return planNames
    .filter((name) => isLarger(standing.plan, name) && (name !== 'free' || standing.status !== 'cancelled'))
    .reverse()
}

export const isPaidPlan = (name: PlanName): name is PaidPlan => name !== 'free'
