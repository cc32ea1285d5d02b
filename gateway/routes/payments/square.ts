import { idempotencyHeader, processSquare, squareConfig } from '../../../contract/calls/payments.ts'
import { declineSentences } from '../../../contract/payment.ts'
import { answer } from '../../answer.ts'
import { beginCheckout, untilCheckoutEnded } from '../../checkout.ts'
import { refuse } from '../../refuse.ts'
import { wakeSurely } from '../../subscriptions.ts'

const longestKey = 255

/** What the browser needs to show Square's card form. */
export const config = answer(squareConfig, ({ config: { square } }) => {
  if (!square) throw refuse('no-payments')
  const { applicationId, locationId, environment, scriptUrl } = square
  return { applicationId, locationId, environment, scriptUrl }
})

/**
 * Takes the place for a checkout, wakes the workflow that pays it, and answers with what the account's stream then says.
 * Nobody is charged by this process: whatever becomes of it, the payment is made once or not at all.
 */
export const pay = answer(processSquare, async (asked) => {
  const { ctx, body, user, config, log, follower, paymentWait, stopping, now } = asked
  if (!config.square) throw refuse('no-payments')
  const { sourceId: source, planName: plan, interval, amount } = body
  const key = ctx.get(idempotencyHeader) || source
  if (key.length > longestKey) throw refuse('bad-request')
  const checkoutId = await beginCheckout(log, { owner: user.id, key, plan, interval, source, amount, now })

  const gone = new AbortController()
  const leave = () => gone.abort()
  ctx.res.once('close', leave)
  const ended = untilCheckoutEnded(
    follower,
    { owner: user.id, checkoutId, wait: paymentWait },
    AbortSignal.any([stopping, gone.signal]),
  )
  await wakeSurely(asked, user.id)
  const outcome = await ended
  ctx.res.off('close', leave)

  if (!outcome) throw refuse('payment-pending', { headers: { 'Retry-After': '5' } })
  if (outcome.outcome === 'declined')
    throw refuse('payment-declined', {
      sentence: declineSentences[outcome.reason ?? 'declined'],
      reference: checkoutId.slice(0, 8),
    })
  if (outcome.outcome === 'failed' || outcome.paymentId === undefined)
    throw refuse('failed', { sentence: 'Payment processing failed', reference: checkoutId.slice(0, 8) })
  return { success: true, paymentId: outcome.paymentId } as const
})
