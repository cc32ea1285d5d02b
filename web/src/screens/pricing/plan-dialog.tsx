import { useState } from 'react'
import type { Subscription } from '../../../../contract/calls/user.ts'
import { type Interval, priceOf } from '../../../../contract/payment.ts'
import { type PlanName, planOf } from '../../../../contract/plans.ts'
import { spanOf } from '../../../../contract/span.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { day } from '../../parts/day.ts'
import { dollars } from '../../parts/money.ts'
import { texts } from '../../texts/texts.ts'
import { isPaidPlan } from './offers.ts'

const { action, confirm, per } = texts.pricing

/** A change of plan that was asked for and is to be confirmed. */
export interface Change {
  readonly kind: 'upgrade' | 'downgrade'
  readonly plan: PlanName
  readonly interval: Interval
}

interface Props {
  /** Undefined: nothing is asked. */
  readonly change: Change | undefined
  readonly subscription: Subscription | undefined
  readonly isBusy: boolean
  readonly onGo: (change: Change) => void
  readonly onClose: () => void
}

export function PlanDialog({ change, subscription, isBusy, onGo, onClose }: Props) {
  // while the dialog fades, it still says what it said
  const [shown, setShown] = useState(change)
  if (change && change !== shown) setShown(change)
  if (!shown || !subscription) return null
  const words = wordsOf(shown, subscription)
  return (
    <ConfirmDialog
      open={change !== undefined}
      onClose={onClose}
      title={words.title}
      description={words.text}
      keep={confirm.keep}
      go={words.go}
      busy={shown.kind === 'upgrade' ? action.opening : action.changing}
      isBusy={isBusy}
      onGo={() => onGo(shown)}
    >
      {words.more && <p className="mt-3 text-quiet figures">{words.more}</p>}
    </ConfirmDialog>
  )
}

function wordsOf({ kind, plan, interval }: Change, subscription: Subscription) {
  const to = planOf(plan).displayName
  const from = planOf(subscription.plan).displayName
  if (!isPaidPlan(plan))
    return {
      title: confirm.leave.title,
      text: confirm.leave.text(from, subscription.planExpiry ? day(subscription.planExpiry) : ''),
      go: action.downgrade(to),
    }

  const isSamePlan = plan === subscription.plan
  const more = leftOf(subscription, to)
  if (kind === 'upgrade')
    return {
      title: isSamePlan ? confirm.upgrade.interval[interval] : confirm.upgrade.title(to),
      text: confirm.upgrade.text(to, dollars(priceOf(plan, interval)), per[interval]),
      go: confirm.upgrade.go,
      more,
    }
  return {
    title: isSamePlan ? confirm.downgrade.interval[interval] : confirm.downgrade.title(to),
    text: confirm.downgrade.text(to, confirm.downgrade.per[interval]),
    go: isSamePlan ? action.interval[interval] : action.downgrade(to),
    more,
  }
}

/** What is paid and not used, where a plan was bought and has not run out. */
function leftOf({ plan, planExpiry, status }: Subscription, to: string) {
  const left = planExpiry ? new Date(planExpiry).getTime() - Date.now() : 0
  if (left <= 0 || status === 'granted' || status === 'free') return undefined
  return confirm.carriedOver(spanOf(left), planOf(plan).displayName, to)
}
