import type { NewEvent } from '../contract/event.ts'
import type { PlanName } from '../contract/plans.ts'

const seeded = /^(pro|publisher)(\+[^@]*)?@example\.test$/i
const farFuture = '2999-12-31T00:00:00.000Z'

/** The ready-made accounts of the local provider start on their plan; plans never come from a provider otherwise. */
export function seedFor(email: string, localParts: readonly string[]): NewEvent[] {
  const plan = seeded.exec(email)?.[1]?.toLowerCase() as PlanName | undefined
  if (!plan || !localParts.includes('identity')) return []
  return [
    {
      id: 'local-seed',
      type: 'SubscriptionGranted',
      data: { plan, interval: 'monthly', until: farFuture, source: 'local-seed' },
    },
  ]
}
