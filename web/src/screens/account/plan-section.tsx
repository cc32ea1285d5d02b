import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '../../../../contract/calls/user.ts'
import { priceOf } from '../../../../contract/payment.ts'
import { planOf, plans } from '../../../../contract/plans.ts'
import { useSubscription } from '../../data/subscription.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { day } from '../../parts/day.ts'
import { Failed } from '../../parts/failed.tsx'
import { Icon } from '../../parts/icon.tsx'
import { dollars } from '../../parts/money.ts'
import { planChange } from '../../parts/plan-change.ts'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { dateLine } from './date-line.ts'
import { Refund } from './refund.tsx'

const { plan: words, management } = texts.account

export function PlanSection() {
  const { data: subscription, error, refetch } = useSubscription()
  return (
    <Section heading={words.heading}>
      <div className="mt-4">
        {subscription ? (
          <>
            <CurrentPlan subscription={subscription} />
            <Management subscription={subscription} />
            <Refund refund={subscription.refund} />
          </>
        ) : error ? (
          <Failed what={words.unavailable} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </div>
    </Section>
  )
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { plan, status, subscriptionInterval, graceUntil, lastChange, paymentPending } = subscription
  const { displayName, features } = planOf(plan)
  const line = dateLine(subscription, new Date())
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-book text-28 font-semibold">{displayName}</span>
        {plan === 'free' ? <Badge>{words.free}</Badge> : <Badge tone="green">{words.active}</Badge>}
      </p>
      <p className="mt-1 figures">
        {dollars(plan === 'free' ? plans.free.monthlyPrice : priceOf(plan, subscriptionInterval))}{' '}
        <span className="text-quiet">{words.price[subscriptionInterval]}</span>
      </p>
      {line && (
        <p className="mt-1 text-quiet">
          {line.label} <time dateTime={line.at}>{day(line.at)}</time>
        </p>
      )}
      {status === 'granted' && <p className="mt-1 text-14 text-quiet">{words.granted}</p>}
      {status === 'past-due' && graceUntil && <Remark>{words.pastDue(day(graceUntil))}</Remark>}
      {paymentPending && <Remark>{words.pending}</Remark>}
      {lastChange && lastChange.to.plan === plan && isNews(lastChange.at) && (
        <p className="mt-2 text-14 text-quiet figures">{planChange(lastChange)}</p>
      )}
      <h3 className="mt-4 text-16">{words.features}</h3>
      <ul className="mt-2 grid grid-cols-1 gap-1.5 sm:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Icon name="tick" className="mt-0.5 text-green" />
            {feature}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A change is told for thirty days. */
const isNews = (at: string) => Date.now() - Date.parse(at) < 30 * 86_400_000

const Remark = ({ children }: { children: string }) => (
  <p role="status" className="mt-3 flex gap-2 rounded-sheet border border-amber bg-amber-wash p-3 text-14">
    <Icon name="query" className="text-amber" />
    {children}
  </p>
)

function Management({ subscription }: { subscription: Subscription }) {
  const { plan, status, planExpiry } = subscription
  const [isAsked, setAsked] = useState(false)
  const isPaid = plan !== 'free'
  const canCancel = isPaid && status !== 'cancelled'
  return (
    <div className="mt-6 border-t border-rule pt-4">
      <h3 className="text-18">{management.heading}</h3>
      {!isPaid && (
        <p className="mt-1 text-quiet">
          {management.onFree} {management.hint(plans.pro.repairsPerMonth)}
        </p>
      )}
      {status === 'cancelled' && planExpiry && (
        <p className="mt-1 text-quiet">{management.canceled(planOf(plan).displayName, day(planExpiry))}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {plan !== 'publisher' && (
          <Link to="/pricing" className={buttonClass('primary')}>
            {management.upgrade[plan]}
          </Link>
        )}
        {isPaid && (
          <Link to="/pricing" className={buttonClass('plain')}>
            {management.change}
          </Link>
        )}
        {canCancel && <Button onClick={() => setAsked(true)}>{management.cancel}</Button>}
      </div>
      <CancelDialog open={isAsked} onClose={() => setAsked(false)} subscription={subscription} />
    </div>
  )
}
