import type { NewEvent } from '../../contract/event.ts'
import { type DeclineReason, priceOf } from '../../contract/payment.ts'
import {
  type OpenCharge,
  paysRenewal,
  purchase,
  renewal,
  retryAfter,
  type SubscriptionState,
} from '../../contract/subscription.ts'
import { keyOf } from './key.ts'
import { type Asked, type Needs, takeStep, told } from './step.ts'

/** Recorded before the call is made, with all that the call's key is made of: whatever happens then, it is known. */
export const attemptCharge = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'attempt', (state, { purpose }) => {
    const { owner, at } = asked
    const { paid, checkout, cardId, dunning } = state
    const subject =
      purpose === 'checkout'
        ? { ...termsOf(checkout!), amount: checkout!.amount, period: checkout!.id, attempt: 1, cardId: checkout!.cardId! }
        : {
            ...termsOf(paid!),
            amount: priceOf(paid!.plan, paid!.interval),
            period: paid!.until,
            attempt: (dunning?.attempts ?? 0) + 1,
            cardId: cardId!,
          }
    const chargeId = keyOf('charge', owner, purpose, subject.period, subject.attempt, subject.cardId, subject.amount)
    return [told(`${chargeId}/attempted`, { type: 'ChargeAttempted', data: { chargeId, purpose, ...subject, at } })]
  })

const termsOf = ({ plan, interval }: Pick<OpenCharge, 'plan' | 'interval'>) => ({ plan, interval })

/**
 * The call itself. It ends only with a yes or a no that Square said: everything else is thrown, and tried again with the
 * same key, in this run or after any crash.
 */
export const charge = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'charge', async (state) => {
    const open = state.charge!
    const { chargeId: key, cardId, amount } = open
    const answer = await deps.square.charge({ key, customerId: state.customerId!, cardId, amount })
    return answer.ok ? paid(asked.owner, state, open, answer.paymentId) : declined(state, open, answer.reason, asked.at)
  })

function paid(owner: string, state: SubscriptionState, open: OpenCharge, paymentId: string): NewEvent[] {
  const { chargeId, purpose, period, amount, at } = open
  const terms = termsOf(open)
  const succeeded = told(`${chargeId}/succeeded`, {
    type: 'PaymentSucceeded',
    data: { chargeId, paymentId, purpose, ...terms, amount, at },
  })
  const ended = (outcome: 'paid' | 'failed') =>
    purpose === 'checkout'
      ? [told(`${period}/ended`, { type: 'CheckoutEnded', data: { checkoutId: period, outcome, paymentId, at } })]
      : []
  // the account was closed while Square was asked: what was paid goes back by itself
  if (state.closed) {
    const refundId = keyOf('refund', owner, paymentId)
    return [
      succeeded,
      ...ended('failed'),
      told(`${refundId}/requested`, { type: 'RefundRequested', data: { refundId, paymentId, amount, at } }),
      told(`${refundId}/approved`, { type: 'RefundApproved', data: { refundId, at } }),
    ]
  }
  const renews = purpose === 'renewal' || paysRenewal(state, terms)
  const outcome = renews ? renewal(state.paid!, at) : purchase(state.paid, terms, at)
  return [succeeded, told(`${chargeId}/applied`, outcome), ...ended('paid')]
}

function declined(state: SubscriptionState, open: OpenCharge, reason: DeclineReason, now: string): NewEvent[] {
  const { chargeId, purpose, period, attempt, amount, at } = open
  const retryAt = purpose === 'renewal' && state.paid ? retryAfter(state.paid.until, now) : null
  const failed = told(`${chargeId}/failed`, {
    type: 'PaymentFailed',
    data: { chargeId, purpose, reason, attempt, ...termsOf(open), amount, retryAt, at },
  })
  if (purpose === 'renewal') return [failed]
  return [
    failed,
    told(`${period}/ended`, { type: 'CheckoutEnded', data: { checkoutId: period, outcome: 'declined', reason, at } }),
  ]
}
