import type { ReactNode } from 'react'
import type { Interval } from '../../../contract/payment.ts'
import type { Plan } from '../../../contract/plans.ts'
import { texts } from '../texts/texts.ts'
import { Badge } from './badge.tsx'
import { Icon } from './icon.tsx'
import { dollars } from './money.ts'

interface Props {
  readonly plan: Plan
  /** Whose price is shown. */
  readonly interval?: Interval
  readonly isCurrent?: boolean | undefined
  readonly children?: ReactNode
}

/** A plan with its price and what it holds, from the one table of plans. */
export function PlanCard({ plan, interval = 'monthly', isCurrent, children }: Props) {
  const { displayName, monthlyPrice, yearlyPrice, features } = plan
  const saving = dollars(monthlyPrice * 12 - yearlyPrice)
  return (
    <li className="flex flex-col rounded-sheet border border-rule bg-sheet p-6 has-data-current:border-blue">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h3 className="text-22">{displayName}</h3>
        {isCurrent && (
          <span data-current>
            <Badge tone="blue">{texts.planCard.yourPlan}</Badge>
          </span>
        )}
      </div>
      <p className="mt-3 figures">
        <span className="font-book text-36 font-semibold">{dollars(interval === 'monthly' ? monthlyPrice : yearlyPrice)}</span>{' '}
        <span className="text-quiet">{texts.planCard.per[interval]}</span>
      </p>
      <p className="min-h-5 text-14 text-quiet figures">
        {yearlyPrice === 0
          ? texts.planCard.noCard
          : interval === 'monthly'
            ? texts.planCard.orYearly(dollars(yearlyPrice), saving)
            : texts.planCard.saves(saving)}
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
