import {
  cancelSubscription,
  downgradeSubscription,
  requestRefund,
  type Subscription,
  userSubscription,
} from '../../../contract/calls/user.ts'
import { priceOf, refundRefusalSentences, refundWithin } from '../../../contract/payment.ts'
import { planOf } from '../../../contract/plans.ts'
import { accessEnd, isPastDue, type PaidPlanTime, refundRefusal } from '../../../contract/subscription.ts'
import { type AccountState, accountAt } from '../../../projections/account.ts'
import { answer } from '../../answer.ts'
import { checkoutIdOf } from '../../checkout.ts'
import { readAccount } from '../../jobs.ts'
import { cancelPlan, changeWords, decide, lessenPlan, refuseWhilePaying, shownChange } from '../../plan-change.ts'
import { refuse } from '../../refuse.ts'
import { wakeSurely } from '../../subscriptions.ts'

const cancelledWords = "Your subscription has been canceled. You'll retain access until the end of your billing period."

function statusOf(account: AccountState, now: Date): Subscription['status'] {
  const { source, cancelled } = accountAt(account, now)
  if (source === 'none') return 'free'
  if (cancelled) return 'cancelled'
  if (source === 'granted') return 'granted'
  return isPastDue(account.subscription) ? 'past-due' : 'active'
}

function refundOf({ subscription }: AccountState, now: Date): Subscription['refund'] {
  const { refund, lastPayment } = subscription
  const refusal = refundRefusal(subscription, now.toISOString()) ?? null
  const isOpen = refund !== undefined && refund.status !== 'declined'
  return {
    eligible: refusal === null,
    refusal,
    // one that Square could not carry out is staff's to finish
    status: refund?.status === 'failed' ? 'approved' : (refund?.status ?? 'none'),
    declined: (refund?.status === 'declined' && refund.declined) || null,
    amount: (isOpen ? refund.amount : lastPayment?.amount) ?? null,
    until: lastPayment ? new Date(Date.parse(lastPayment.at) + refundWithin).toISOString() : null,
  }
}

export const subscription = answer(userSubscription, async ({ log, user, now: clock }) => {
  const account = await readAccount(log, user.id)
  const now = clock()
  const { plan, interval = 'monthly', until = null } = accountAt(account, now)
  const status = statusOf(account, now)
  const { subscription: state } = account
  const paid: PaidPlanTime | undefined = status === 'active' || status === 'past-due' ? state.paid : undefined
  return {
    plan,
    planExpiry: until,
    subscriptionInterval: interval,
    status,
    // what was given is shown as what was bought is: it goes on until somebody cancels it
    renews: status === 'active' || status === 'past-due' || status === 'granted',
    nextAmount: paid ? priceOf(paid.plan, paid.interval) : null,
    graceUntil: paid && status === 'past-due' ? accessEnd(paid) : null,
    paymentPending: state.checkout !== undefined || state.charge !== undefined,
    lastChange: state.lastChange ? shownChange(state.lastChange) : null,
    refund: refundOf(account, now),
  }
})

export const cancelsSubscription = answer(cancelSubscription, async (asked) => {
  const { log, user, now } = asked
  const account = await decide(log, user.id, (state) => cancelPlan(state, now()))
  await wakeSurely(asked, user.id)
  const accessUntil = accountAt(account, now()).until ?? now().toISOString()
  return { success: true, message: cancelledWords, accessUntil } as const
})

export const downgradesSubscription = answer(downgradeSubscription, async (asked) => {
  const { log, user, now, body } = asked
  const { newPlan, interval: wanted } = body
  if (newPlan === 'free') {
    const account = await decide(log, user.id, (state) => cancelPlan(state, now()))
    await wakeSurely(asked, user.id)
    const planExpiry = accountAt(account, now()).until ?? now().toISOString()
    return { message: cancelledWords, newPlan, planExpiry, change: null }
  }

  const at = now()
  const account = await decide(log, user.id, (state) =>
    lessenPlan(state, { plan: newPlan, interval: wanted ?? accountAt(state, at).interval ?? 'monthly' }, at),
  )
  await wakeSurely(asked, user.id)
  const { until, source } = accountAt(account, at)
  const change = source === 'paid' ? account.subscription.lastChange : undefined
  const words = `You are now on the ${planOf(newPlan).displayName} plan.`
  return {
    message: change ? `${words} ${changeWords(change)}` : words,
    newPlan,
    planExpiry: until ?? at.toISOString(),
    change: change ? shownChange(change) : null,
  }
})

export const requestsRefund = answer(requestRefund, async ({ log, user, now: clock }) => {
  const now = clock().toISOString()
  const account = await decide(log, user.id, (state) => {
    const refusal = refundRefusal(state.subscription, now)
    if (refusal) throw refuse('refund-not-eligible', { sentence: refundRefusalSentences[refusal] })
    refuseWhilePaying(state)
    const { paymentId, amount } = state.subscription.lastPayment!
    const refundId = checkoutIdOf(user.id, `refund ${paymentId} ${state.version}`)
    return [{ id: `${refundId}/requested`, type: 'RefundRequested', data: { refundId, paymentId, amount, at: now } }]
  })
  const message = 'Your refund request has been sent. We review it within 2 business days.'
  return { success: true, message, amount: account.subscription.refund!.amount } as const
})
