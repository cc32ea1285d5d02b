import { decideRefund, refundRequests } from '../../../contract/calls/payments.ts'
import { accountStream } from '../../../contract/events/account.ts'
import { WrongVersion } from '../../../db/log.ts'
import { answer } from '../../answer.ts'
import { readAccount } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'
import { wakeSurely } from '../../subscriptions.ts'
import { recordSearch } from '../../support/looks.ts'

export const openRefunds = answer(refundRequests, async (asked) => {
  const open = await asked.views.openRefunds()
  await recordSearch(asked, asked.user.id, 'refunds', open.length)
  return open.map(({ owner, refund }) => ({
    account: owner,
    refundId: refund.id,
    paymentId: refund.paymentId,
    amount: refund.amount,
    requestedAt: refund.at,
    status: refund.status === 'failed' ? ('failed' as const) : ('requested' as const),
  }))
})

/** Once decided it stays decided; who decided is the event's actor. */
export const decidesRefund = answer(decideRefund, async (asked) => {
  const { log, user, params, body, now } = asked
  const owner = params.account ?? ''
  const { version, subscription } = await readAccount(log, owner)
  const { refund } = subscription
  if (refund?.id !== body.refundId || (refund.status !== 'requested' && refund.status !== 'failed')) throw refuse('not-found')
  const type = body.decision === 'approve' ? 'RefundApproved' : 'RefundDeclined'
  const reason = body.decision === 'decline' ? { reason: body.reason } : {}
  const data = { refundId: refund.id, at: now().toISOString(), ...reason }
  try {
    await log.append(accountStream(owner), [{ id: `${refund.id}/decided/${version}`, type, data }], {
      expectedVersion: version,
      metadata: { actor: user.id },
    })
  } catch (error) {
    if (error instanceof WrongVersion)
      throw refuse('payment-in-progress', { sentence: 'The account changed meanwhile. Please look again.' })
    throw error
  }
  await wakeSurely(asked, owner)
  return { success: true } as const
})
