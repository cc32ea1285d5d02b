import { planOf } from '../../../../contract/plans.ts'
import { Badge } from '../../parts/badge.tsx'
import { Icon } from '../../parts/icon.tsx'
import { dollars } from '../../parts/money.ts'
import { texts } from '../../texts/texts.ts'
import type { Order } from './selection.ts'

const checkout = texts.checkout

/** Plan, interval and price of what is to be bought. */
export const OrderLine = ({ plan, interval, amount }: Order) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
    <p className="flex items-center gap-3 text-18 font-semibold">
      {planOf(plan).displayName}
      <Badge tone="blue">{checkout.interval[interval]}</Badge>
    </p>
    <p className="figures">
      <span className="font-book text-28 font-semibold">{dollars(amount)}</span>{' '}
      <span className="text-quiet">{checkout.per[interval]}</span>
    </p>
  </div>
)

export const PlanFeatures = ({ plan }: Pick<Order, 'plan'>) => (
  <ul className="mt-3 grid grid-cols-1 gap-2">
    {planOf(plan).features.map((feature) => (
      <li key={feature} className="flex gap-2">
        <Icon name="tick" className="mt-0.5 text-green" />
        {feature}
      </li>
    ))}
  </ul>
)
