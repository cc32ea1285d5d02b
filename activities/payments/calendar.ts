import { priceOf } from '../../contract/payment.ts'
import { type Asked, type Needs, takeStep, told } from './step.ts'

/** The renewal that comes next is announced, once for each period. */
export const announceRenewal = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'announce', ({ paid }) => {
    const { plan, interval, until: due } = paid!
    const data = { plan, interval, amount: priceOf(plan, interval), due, at: asked.at }
    return [told(`renewal-due/${due}`, { type: 'RenewalDue', data })]
  })

/** The period is over and nothing follows: cancelled, or the card was declined to the last day. */
export const endSubscription = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'end', ({ paid }, { reason }) => [
    told(`${paid!.since}/${paid!.until}/ended`, { type: 'SubscriptionEnded', data: { reason, at: asked.at } }),
  ])

/** A card that nothing charges any more cannot be charged any more. */
export const disableCard = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'disable-card', async (_, { cardId }) => {
    await deps.square.disableCard(cardId)
    return [told(`${cardId}/disabled`, { type: 'CardDisabled', data: { cardId } })]
  })

/** Who closed the account leaves nothing at the card provider but the payments, which the law wants kept. */
export const forgetCustomer = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'forget-customer', async (_, { customerId }) => {
    await deps.square.deleteCustomer(customerId)
    return [told(`${customerId}/forgotten`, { type: 'CustomerForgotten', data: { customerId } })]
  })
