import { useId } from 'react'
import { type Interval, intervals } from '../../../../contract/payment.ts'
import { plans } from '../../../../contract/plans.ts'
import { texts } from '../../texts/texts.ts'

const pricing = texts.pricing

/** How much of twelve months a year of Pro saves, in whole percent. */
const saving = Math.round(100 * (1 - plans.pro.yearlyPrice / (12 * plans.pro.monthlyPrice)))

export function IntervalSwitch({ interval, onInterval }: { interval: Interval; onInterval: (interval: Interval) => void }) {
  const group = useId()
  return (
    <fieldset className="inline-flex rounded-sheet border border-edge bg-sheet p-0.5">
      <legend className="sr-only">{pricing.interval.legend}</legend>
      {intervals.map((name) => (
        <label
          key={name}
          className="relative inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-small px-4 text-quiet transition-colors has-checked:bg-blue-wash has-checked:font-semibold has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
        >
          <input
            type="radio"
            name={group}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={interval === name}
            onChange={() => onInterval(name)}
          />
          {pricing.interval[name]}
          {name === 'yearly' && <span className="text-14 font-normal text-green">{pricing.interval.saving(saving)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
