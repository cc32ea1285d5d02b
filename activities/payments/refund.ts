import type { NewEvent } from '../../contract/event.ts'
import { accountStream } from '../../contract/events/account.ts'
import type { SquareNotice, SubscriptionState } from '../../contract/subscription.ts'
import { WrongVersion } from '../../db/log.ts'
import { keyOf } from './key.ts'
import { type Asked, type Needs, readState, takeStep, told } from './step.ts'

/** The whole charge back, and the plan ends: what support approved. */
export const refundPayment = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'refund', async (state) => {
    const { id: refundId, paymentId, amount, approvals = 1 } = state.refund!
    const { at } = asked
    const answer = await deps.square.refund({ key: keyOf('refund', asked.owner, refundId, approvals), paymentId, amount })
    if (!answer.ok) return [told(`${refundId}/failed/${approvals}`, { type: 'RefundFailed', data: { refundId, at } })]
    const data = { refundId, providerRefundId: answer.refundId, paymentId, amount, at }
    return [told(`${refundId}/refunded`, { type: 'PaymentRefunded', data }), ...planEnds(state, refundId, at)]
  })

const planEnds = ({ paid }: SubscriptionState, refundId: string, at: string): NewEvent[] =>
  paid ? [told(`${refundId}/ended`, { type: 'SubscriptionEnded', data: { reason: 'refunded', at } })] : []

/**
 * Square said that something happened; what it is, is asked of Square itself, so a notice may be forged in its contents,
 * repeated or late. Payments need nothing more than the step that is due anyway. A refund may have been made by staff at
 * Square, or may have failed after it was taken for done.
 */
export const reconcile =
  ({ log, square }: Needs) =>
  async ({ owner, at, kind, objectId }: Asked & Pick<SquareNotice, 'kind' | 'objectId'>): Promise<void> => {
    if (kind !== 'refund') return
    const given = await square.refundById(objectId)
    if (!given) return
    for (;;) {
      const state = await readState(log, owner)
      const events = refundNews(state, objectId, given, at)
      if (events.length === 0) return
      try {
        await log.append(accountStream(owner), events, { expectedVersion: state.version, metadata: { actor: 'system' } })
        return
      } catch (error) {
        if (!(error instanceof WrongVersion)) throw error
      }
    }
  }

type Given = NonNullable<Awaited<ReturnType<Needs['square']['refundById']>>>

function refundNews(state: SubscriptionState, objectId: string, { paymentId, amount, failed }: Given, at: string): NewEvent[] {
  const { refund, lastPayment } = state
  const isOurs = refund?.providerRefundId === objectId
  if (isOurs && failed && refund.status === 'refunded')
    return [told(`${refund.id}/failed`, { type: 'RefundFailed', data: { refundId: refund.id, at } })]
  // one that the workflow itself has made or is about to make is recorded there
  if (isOurs || failed || refund?.status === 'approved') return []
  if (lastPayment?.paymentId !== paymentId || amount < lastPayment.amount) return []
  const refundId = keyOf('refund', objectId)
  const data = { refundId, providerRefundId: objectId, paymentId, amount, at }
  return [told(`${refundId}/refunded`, { type: 'PaymentRefunded', data }), ...planEnds(state, refundId, at)]
}
