import type { BodyOf } from '../../../contract/call.ts'
import { createCheckout, createSession } from '../../../contract/calls/payments.ts'
import { priceOf } from '../../../contract/payment.ts'
import { type Asked, answer } from '../../answer.ts'
import { purchaseRefusal } from '../../checkout.ts'
import { isGoodSession, makeSession } from '../../checkout-session.ts'
import { readAccount } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'

/** What both calls refuse by: the plan that is there, an amount that is none, a session that is over. */
async function terms(
  { config, log, user, now }: Asked,
  { planName: plan, interval, amount, session }: BodyOf<typeof createCheckout>,
) {
  if (!config.square) throw refuse('no-payments')
  const account = await readAccount(log, user.id)
  const price = priceOf(plan, interval)
  if (amount !== undefined && amount !== price) throw refuse('amount-mismatch')
  const mine = { owner: user.id, plan, interval }
  const paidAt = account.subscription.lastPayment?.at
  if (session !== undefined && !isGoodSession(session, mine, config.signingKey, now(), paidAt)) throw refuse('checkout-expired')
  const refusal = purchaseRefusal(account, { plan, interval }, now())
  if (refusal) throw refuse(refusal)
  return { plan, interval, price, session: makeSession(mine, config.signingKey, now()) }
}

const query = (values: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()

export const session = answer(createSession, async (asked) => {
  const { plan, interval, price, session } = await terms(asked, asked.body)
  return { success: true, paymentUrl: `/checkout?${query({ plan, interval, session, amount: price })}` } as const
})

export const checkout = answer(createCheckout, async (asked) => {
  const { plan, interval, price } = await terms(asked, asked.body)
  return { success: true, checkoutUrl: `/square-payment?${query({ plan, interval, amount: price })}` } as const
})
