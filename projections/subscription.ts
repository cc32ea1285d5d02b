import type { AccountEvent } from '../contract/events/account.ts'
import { evolveSubscription, noSubscription, type SubscriptionState } from '../contract/subscription.ts'
import { defineProjection, idIn } from './projection.ts'

/** Payments and subscriptions for lists of staff; whoever decides folds the account's own stream instead. */
export const subscription = defineProjection<AccountEvent, SubscriptionState>({
  name: 'subscription',
  key: idIn('account-'),
  evolve(view, event) {
    const before = view ?? noSubscription
    const { version: _, ...after } = evolveSubscription(before, event)
    const { version: __, ...was } = before
    // most events of an account are none of a subscription's
    return JSON.stringify(after) === JSON.stringify(was) ? view : { ...after, version: event.version }
  },
})
