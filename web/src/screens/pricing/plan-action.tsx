import type { Interval } from '../../../../contract/payment.ts'
import { type Plan, planOf } from '../../../../contract/plans.ts'
import { loginPath } from '../../../../contract/sign-in.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { texts } from '../../texts/texts.ts'
import type { Offer } from './offers.ts'

const { action: words } = texts.pricing

/** Back to the prices after the sign-in. */
const login = `${loginPath}?${new URLSearchParams({ returnTo: '/pricing' })}`

/** For visitors every action begins with the sign-in. */
export const VisitorAction = ({ plan }: { plan: Plan }) => (
  <a href={login} className={buttonClass(plan.name === 'pro' ? 'primary' : 'plain', 'w-full')}>
    {plan.name === 'free' ? words.startFree : words.choose(plan.displayName)}
  </a>
)

const labelOf = (offer: Offer, { name, displayName }: Plan, interval: Interval) => {
  switch (offer) {
    case 'upgrade':
      return words.upgrade(planOf(name).displayName)
    case 'other-interval':
    case 'smaller-interval':
      return words.interval[interval]
    case 'again':
      return words.again
    case 'pay-again':
      return words.payAgain
    default:
      return displayName
  }
}

interface Props {
  readonly offer: Offer
  readonly plan: Plan
  readonly interval: Interval
  readonly isBusy: boolean
  readonly onAct: () => void
}

export function PlanAction({ offer, plan, interval, isBusy, onAct }: Props) {
  if (offer === 'current' || offer === 'none') return <div className="hidden min-h-11 md:block" />
  return (
    <Button
      look={offer === 'smaller-interval' ? 'plain' : 'primary'}
      className="w-full"
      aria-disabled={isBusy}
      onClick={() => !isBusy && onAct()}
    >
      {isBusy ? words.opening : labelOf(offer, plan, interval)}
    </Button>
  )
}
