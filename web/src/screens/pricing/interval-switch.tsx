import type { ReactNode } from 'react'
import { type Interval, intervals } from '../../../../contract/payment.ts'
import { plans } from '../../../../contract/plans.ts'
import { Choice } from '../../parts/choice.tsx'
import { texts } from '../../texts/texts.ts'

const pricing = texts.pricing

/** How much of twelve months a year of Pro saves, in whole percent. */
const saving = Math.round(100 * (1 - plans.pro.yearlyPrice / (12 * plans.pro.monthlyPrice)))

const names: Record<Interval, ReactNode> = {
  monthly: pricing.interval.monthly,
  yearly: (
    <>
      {pricing.interval.yearly}
      <span className="text-14 font-normal text-green">{pricing.interval.saving(saving)}</span>
    </>
  ),
}

export const IntervalSwitch = ({ interval, onInterval }: { interval: Interval; onInterval: (interval: Interval) => void }) => (
  <Choice
    legend={pricing.interval.legend}
    values={intervals}
    names={names}
    value={interval}
    onValue={onInterval}
    size="min-h-10 gap-2 px-4"
  />
)
