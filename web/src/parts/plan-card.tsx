import type { ReactNode } from 'react'
import type { Plan } from '../../../contract/plans.ts'
import { Badge } from './badge.tsx'
import { Icon } from './icon.tsx'
import { dollars } from './money.ts'

/** A plan with its price and what it holds, from the one table of plans. */
export function PlanCard({ plan, isCurrent, children }: { plan: Plan; isCurrent?: boolean; children?: ReactNode }) {
  const { displayName, monthlyPrice, yearlyPrice, features } = plan
  return (
    <li className="flex flex-col rounded-sheet border border-rule bg-sheet p-6">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-22">{displayName}</h3>
        {isCurrent && <Badge tone="blue">Your plan</Badge>}
      </div>
      <p className="mt-3 figures">
        <span className="font-book text-36 font-semibold">{dollars(monthlyPrice)}</span>{' '}
        <span className="text-quiet">per month</span>
      </p>
      <p className="min-h-5 text-14 text-quiet figures">
        {yearlyPrice > 0 && `or ${dollars(yearlyPrice)} per year, ${dollars(monthlyPrice * 12 - yearlyPrice)} less`}
      </p>
      <ul className="mt-4 grid grid-cols-1 gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Icon name="tick" className="mt-0.5 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      {children && <div className="mt-auto pt-6">{children}</div>}
    </li>
  )
}
