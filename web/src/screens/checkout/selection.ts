import { type Interval, intervals, type PaidPlan, paidPlans, priceOf } from '../../../../contract/payment.ts'

/** What the addresses of the payment pages carry. `amount` is in cents and for display: the server computes every amount. */
export interface Selection {
  readonly plan?: PaidPlan
  readonly interval?: Interval
  readonly amount?: number
  /** The checkout session, as the server made it. */
  readonly session?: string
  readonly paymentId?: string
}

const oneOf = <T extends string>(list: readonly T[], value: unknown) =>
  list.find((one) => one === String(value ?? '').toLowerCase())
const centsOf = (value: unknown) => {
  const cents = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof cents === 'number' && Number.isSafeInteger(cents) && cents >= 0 ? cents : undefined
}

/** Reads a query as it comes; what is none of ours is not there. */
export function readSelection({ plan, interval, amount, session, paymentId }: Record<string, unknown>): Selection {
  const given = {
    plan: oneOf(paidPlans, plan),
    interval: oneOf(intervals, interval),
    amount: centsOf(amount),
    session: session === undefined ? undefined : String(session),
    paymentId: paymentId === undefined ? undefined : String(paymentId),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

export interface Order {
  readonly plan: PaidPlan
  readonly interval: Interval
  /** Cents. */
  readonly amount: number
}

/** What is to be bought; undefined without a plan. */
export const orderOf = ({ plan, interval = 'monthly', amount }: Selection): Order | undefined =>
  plan && { plan, interval, amount: amount ?? priceOf(plan, interval) }
