import { accountStream } from '../../contract/events/account.ts'
import type { SubscriptionState } from '../../contract/subscription.ts'
import { keyOf } from './key.ts'
import { type Asked, type Needs, readState, takeStep, told } from './step.ts'

/** The state of an account's payments, from its own stream. */
export const readSubscription =
  ({ log }: Needs) =>
  ({ owner }: Pick<Asked, 'owner'>) =>
    readState(log, owner)

/** The customer first, which is recorded by itself: a card that is refused leaves a customer behind for the next one. */
async function customerFor({ log, square }: Needs, owner: string, { customerId, checkout }: SubscriptionState): Promise<string> {
  if (customerId) return customerId
  const created = await square.createCustomer({ key: keyOf('customer', owner, checkout!.id), owner })
  const event = told(`${checkout!.id}/customer`, { type: 'CustomerCreated', data: { customerId: created } })
  await log.append(accountStream(owner), [event], { metadata: { actor: 'system' } })
  return created
}

/** Turns the one-time token of the card form into a card that can be charged again. */
export const storeCard = (deps: Needs) => async (asked: Asked) => {
  const { owner, at } = asked
  const before = await readState(deps.log, owner)
  const open = before.checkout
  if (!open || open.cardId) return before
  const customerId = await customerFor(deps, owner, before)
  const answer = await deps.square.storeCard({ key: keyOf('card', owner, open.id), customerId, source: open.source })
  return takeStep(deps, asked, 'store-card', () => [
    answer.ok
      ? told(`${open.id}/card`, { type: 'CardStored', data: { checkoutId: open.id, cardId: answer.cardId } })
      : told(`${open.id}/ended`, {
          type: 'CheckoutEnded',
          data: { checkoutId: open.id, outcome: 'declined', reason: answer.reason, at },
        }),
  ])
}

/** The account was closed before anything was charged. */
export const abandonCheckout = (deps: Needs) => (asked: Asked) =>
  takeStep(deps, asked, 'abandon', ({ checkout }) => [
    told(`${checkout!.id}/ended`, {
      type: 'CheckoutEnded',
      data: { checkoutId: checkout!.id, outcome: 'failed', at: asked.at },
    }),
  ])
