/** What was paid and what went back, as receipts and e-mails tell it. */
import type { Receipt } from './calls/user.ts'
import type { Recorded } from './event.ts'
import type { AccountEvent } from './events/account.ts'
import { type Interval, intervals, type PaidPlan } from './payment.ts'
import { plans } from './plans.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** `$5.99` from cents. */
export const dollars = (cents: number) => money.format(cents / 100)

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
/** `November 21, 2026`, in UTC. */
export const dayName = (iso: string) => day.format(new Date(iso))

const intervalNames: Readonly<Record<Interval, string>> = { monthly: 'monthly', yearly: 'yearly' }

/** `Pro, monthly`. */
export const planTitle = (plan: PaidPlan, interval: Interval) => `${plans[plan].displayName}, ${intervalNames[interval]}`

/** Short enough to be read out; `R` stands for money that went back. */
export const receiptNumber = (kind: Receipt['kind'], id: string, at: string) => {
  const tail = id.replace(/[^a-z\d]/gi, '').slice(-8)
  return `BM-${at.slice(0, 4)}-${kind === 'refund' ? 'R' : ''}${tail.toUpperCase()}`
}

const receipt = (given: Pick<Receipt, 'id' | 'kind' | 'plan' | 'interval' | 'amount' | 'at'>): Receipt => ({
  ...given,
  number: receiptNumber(given.kind, given.id, given.at),
  pdfUrl: `/api/user/receipts/${encodeURIComponent(given.id)}.pdf`,
})

/** From the account's own stream, newest first. What stood before the account was closed belongs to nobody any more. */
export function receiptsOf(events: readonly Recorded[]): Receipt[] {
  let receipts: Receipt[] = []
  for (const { type, data } of events as unknown as readonly AccountEvent[]) {
    if (type === 'AccountDeletionRequested') receipts = []
    if (type === 'PaymentSucceeded') {
      const { paymentId: id, plan, interval, amount, at } = data
      receipts = [receipt({ id, kind: 'payment', plan, interval, amount, at }), ...receipts]
    }
    if (type === 'PaymentRefunded') {
      const paid = receipts.find(({ id }) => id === data.paymentId)
      const { plan = 'pro', interval = intervals[0] } = paid ?? {}
      const { refundId: id, amount, at } = data
      receipts = [receipt({ id, kind: 'refund', plan, interval, amount, at }), ...receipts]
    }
  }
  return receipts
}
