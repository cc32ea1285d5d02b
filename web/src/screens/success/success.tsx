import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Subscription } from '../../../../contract/calls/user.ts'
import type { Interval, PaidPlan } from '../../../../contract/payment.ts'
import { planOf } from '../../../../contract/plans.ts'
import { useSubscription } from '../../data/subscription.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { dollars } from '../../parts/money.ts'
import { Page } from '../../parts/page.tsx'
import { planChange } from '../../parts/plan-change.ts'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { PlanFeatures } from '../checkout/order-summary.tsx'
import type { Order, Selection } from '../checkout/selection.ts'
import { SignedIn } from '../checkout/signed-in.tsx'

const { success: words } = texts.checkout

/** How often the subscription is asked for until it is the plan that was bought, in ms. */
const poll = 1000
/** How long the page stands, in seconds. */
const stand = 10

export default function Success() {
  useTitle(words.title)
  return (
    <SignedIn>
      <Confirmation {...useSearch({ from: '/success' })} />
    </SignedIn>
  )
}

function Confirmation({ plan = 'pro', interval: given, amount, paymentId }: Selection) {
  const subscription = useActivated(plan, given)
  const interval = given ?? 'monthly'
  const { displayName } = planOf(plan)
  return (
    <Page>
      <div className="max-w-[48rem]">
        <h1 className="flex items-center gap-3 text-28 sm:text-36">
          <Icon name="tick" className="size-8 text-green" />
          {words.heading}
        </h1>
        <p className="mt-3 text-18 text-quiet">{words.thanks(displayName, words.billed[interval])}</p>
        <Banner isActive={subscription !== undefined} change={changeTo({ plan, interval }, subscription)} />
        <Card aria-labelledby="has" className="mt-6">
          <h2 id="has" className="text-18">
            {words.features}
          </h2>
          <PlanFeatures plan={plan} />
          {(amount !== undefined || paymentId) && (
            <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 border-t border-rule pt-4 text-14">
              {amount !== undefined && <Fact name={words.paid} value={dollars(amount)} />}
              {paymentId && <Fact name={words.payment} value={paymentId} />}
            </dl>
          )}
        </Card>
        <Onward />
      </div>
    </Page>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-quiet">{name}</dt>
    <dd className="font-mono break-all">{value}</dd>
  </>
)

/** The subscription, once its plan is the one that was bought. */
function useActivated(plan: PaidPlan, interval: Interval | undefined) {
  const [isThere, setThere] = useState(false)
  const { data } = useSubscription({ poll: !isThere && poll })
  const matches = data?.plan === plan && (interval === undefined || data.subscriptionInterval === interval)
  useEffect(() => setThere(matches), [matches])
  return matches ? data : undefined
}

/** How long ago a change may have been made to be the one that was just paid for, in ms. */
const justNow = 600_000

/** What an earlier plan was worth, where this purchase was a change and no first one. */
function changeTo({ plan, interval }: Pick<Order, 'plan' | 'interval'>, subscription: Subscription | undefined) {
  const change = subscription?.lastChange
  if (!change || Date.now() - Date.parse(change.at) > justNow) return undefined
  return change.to.plan === plan && change.to.interval === interval ? change : undefined
}

const Banner = ({ isActive, change }: { isActive: boolean; change: Subscription['lastChange'] | undefined }) => (
  <div
    role="status"
    className={classNames(
      'mt-6 flex min-h-20 items-center gap-3 rounded-sheet border p-4',
      isActive ? 'border-green bg-green-wash' : 'border-blue bg-blue-wash',
    )}
  >
    <Icon name={isActive ? 'tick' : 'retry'} className={isActive ? 'text-green' : 'text-blue animate-breathe'} />
    <div>
      <p className="font-semibold">{isActive ? words.activated : words.activating}</p>
      {change && <p className="figures">{planChange(change)}</p>}
    </div>
  </div>
)

/** Ten seconds, and on; whoever wants to read longer stops the clock. */
function Onward() {
  const navigate = useNavigate()
  const [left, setLeft] = useState<number | undefined>(stand)
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) return void navigate({ to: '/' })
    const tick = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(tick)
  }, [left, navigate])

  return (
    <div className="mt-6">
      <p className="min-h-6 text-quiet figures">
        <span aria-hidden="true">{left !== undefined && words.countdown(left)}</span>
        {/* said once, not every second */}
        <span className="sr-only">{left !== undefined && words.countdown(stand)}</span>
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to="/" className={buttonClass('primary')}>
          {words.goOn}
        </Link>
        {left !== undefined && <Button onClick={() => setLeft(undefined)}>{words.stay}</Button>}
        <Link to="/account" className={buttonClass('quiet')}>
          {words.account}
        </Link>
      </div>
    </div>
  )
}
