import { useState } from 'react'
import type { Interval } from '../../../../contract/payment.ts'
import { type PlanName, planNames, planOf } from '../../../../contract/plans.ts'
import { useAuth } from '../../data/auth.ts'
import { useSubscription } from '../../data/subscription.ts'
import { Failed } from '../../parts/failed.tsx'
import { Page } from '../../parts/page.tsx'
import { PlanCard } from '../../parts/plan-card.tsx'
import { planChange } from '../../parts/plan-change.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { Comparison } from './comparison.tsx'
import { DowngradeCard } from './downgrade-card.tsx'
import { Faq } from './faq.tsx'
import { IntervalSwitch } from './interval-switch.tsx'
import { isPaidPlan, offerOf } from './offers.ts'
import { PlanAction, VisitorAction } from './plan-action.tsx'
import { type Change, PlanDialog } from './plan-dialog.tsx'
import { useDowngrade } from './use-downgrade.ts'
import { useUpgrade } from './use-upgrade.ts'

const words = texts.pricing

export default function Pricing() {
  useTitle(words.title)
  const [interval, setInterval] = useState<Interval>('monthly')
  const { user, isLoading } = useAuth()
  const { data: subscription, error, refetch } = useSubscription()
  const [change, setChange] = useState<Change>()
  const close = () => setChange(undefined)
  const upgrade = useUpgrade()
  const downgrade = useDowngrade(close)

  function begin(asked: Change) {
    if (asked.kind === 'downgrade') return downgrade.mutate({ newPlan: asked.plan, interval: asked.interval })
    if (isPaidPlan(asked.plan)) upgrade.mutate({ planName: asked.plan, interval: asked.interval }, { onSettled: close })
  }

  function choose(plan: PlanName) {
    const offer = subscription && offerOf(subscription, plan, interval)
    if (!subscription || !offer) return
    const asked: Change = { kind: offer === 'smaller-interval' ? 'downgrade' : 'upgrade', plan, interval }
    // who pays for the first time sees it all on the order summary
    if (subscription.plan === 'free' || offer === 'pay-again') begin(asked)
    else setChange(asked)
  }

  return (
    <Page>
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h1 className="text-28 sm:text-36">{words.heading}</h1>
          <p className="mt-3 max-w-measure text-18 text-quiet">{words.lead}</p>
        </div>
        <IntervalSwitch interval={interval} onInterval={setInterval} />
      </div>
      <h2 className="sr-only">{words.plans}</h2>
      {user && error && (
        <div className="mt-6">
          <Failed what={words.unavailable} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {planNames.map((name) => {
          const offer = subscription && offerOf(subscription, name, interval)
          return (
            <PlanCard key={name} plan={planOf(name)} interval={interval} isCurrent={user && subscription?.plan === name}>
              {!user && !isLoading && <VisitorAction plan={planOf(name)} />}
              {user && offer && (
                <PlanAction
                  offer={offer}
                  plan={planOf(name)}
                  interval={interval}
                  isBusy={upgrade.isPending && upgrade.variables.planName === name}
                  onAct={() => choose(name)}
                />
              )}
              {(isLoading || (user && !subscription && !error)) && <Skeleton className="h-11 w-full" />}
            </PlanCard>
          )
        })}
      </ul>
      {user && subscription && (
        <DowngradeCard
          subscription={subscription}
          onChoose={(plan) => setChange({ kind: 'downgrade', plan, interval: subscription.subscriptionInterval })}
        />
      )}
      <p role="status" className="mt-4 min-h-6 font-semibold text-green figures">
        {downgrade.data?.change && planChange(downgrade.data.change)}
      </p>
      <Comparison />
      <Faq />
      <PlanDialog
        change={change}
        subscription={subscription}
        isBusy={upgrade.isPending || downgrade.isPending}
        onGo={begin}
        onClose={close}
      />
    </Page>
  )
}
