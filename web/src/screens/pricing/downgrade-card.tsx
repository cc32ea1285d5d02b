import type { Subscription } from '../../../../contract/calls/user.ts'
import { type PlanName, planOf } from '../../../../contract/plans.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { day } from '../../parts/day.ts'
import { texts } from '../../texts/texts.ts'
import { smallerPlans } from './offers.ts'

const { action, downgrade: words } = texts.pricing

/** The way down, for those who have a plan that was bought. */
export function DowngradeCard({ subscription, onChoose }: { subscription: Subscription; onChoose: (plan: PlanName) => void }) {
  const { plan, status, planExpiry } = subscription
  const { displayName } = planOf(plan)
  const smaller = smallerPlans(subscription)
  const isEnding = status === 'cancelled' && planExpiry !== null
  if (smaller.length === 0 && !isEnding) return null
  return (
    <Card aria-labelledby="downgrade" className="mt-6 flex flex-wrap items-center justify-between gap-4">
      <div className="max-w-measure">
        <h2 id="downgrade" className="text-18">
          {words.heading}
        </h2>
        <p className="mt-1 text-quiet">
          {smaller.some((name) => name !== 'free') && `${words.textPaid} `}
          {isEnding ? words.ending(displayName, day(planExpiry)) : words.textFree(displayName)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {smaller.map((name) => (
          <Button key={name} onClick={() => onChoose(name)}>
            {action.downgrade(planOf(name).displayName)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
