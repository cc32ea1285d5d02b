/** Which e-mails follow from what happened to a subscription. Pure: the workflow compares what it knew with what it knows. */
import type { MailOrder } from './mail.ts'
import { priceOf } from './payment.ts'
import { accessEnd, type SubscriptionState, type Terms } from './subscription.ts'

const withAmount = ({ plan, interval }: Terms, amount: number) => ({ plan, interval, amount })

export function mailAfter(owner: string, before: SubscriptionState, after: SubscriptionState): MailOrder[] {
  const { lastPayment, dunning, announced, refund, paid } = after
  const orders: MailOrder[] = []

  if (lastPayment && lastPayment.paymentId !== before.lastPayment?.paymentId && paid) {
    const { paymentId: about, amount, at } = lastPayment
    orders.push({ owner, kind: 'receipt', about, at, terms: withAmount(paid, amount) })
  }
  if (refund?.status === 'refunded' && !(before.refund?.id === refund.id && before.refund.status === 'refunded'))
    orders.push({ owner, kind: 'refund', about: refund.id, at: refund.at, amount: refund.amount })

  if (paid && announced === paid.until && before.announced !== announced)
    orders.push({
      owner,
      kind: 'renewal-notice',
      about: announced,
      renewsAt: announced,
      terms: withAmount(paid, priceOf(paid.plan, paid.interval)),
    })

  if (paid && dunning && dunning.attempts > (before.dunning?.attempts ?? 0)) {
    const terms = withAmount(paid, priceOf(paid.plan, paid.interval))
    const { retryAt } = dunning
    const accessUntil = retryAt === null ? null : accessEnd(paid)
    orders.push({ owner, kind: 'payment-failed', about: `${paid.until}/${dunning.attempts}`, terms, retryAt, accessUntil })
  }
  return orders
}
