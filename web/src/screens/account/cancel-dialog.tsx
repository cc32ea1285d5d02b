import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '../../../../contract/calls/user.ts'
import { planOf } from '../../../../contract/plans.ts'
import { explain } from '../../data/http-error.ts'
import { cancelPlan, refreshPlan } from '../../data/subscription.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { day } from '../../parts/day.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { cancel: words } = texts.account

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly subscription: Subscription
}

export function CancelDialog({ open, onClose, subscription: { plan, planExpiry } }: Props) {
  const client = useQueryClient()
  const { displayName } = planOf(plan)
  const cancelling = useMutation({
    mutationFn: cancelPlan,
    onSuccess: () => notify({ title: words.done.title, description: words.done.text, tone: 'done' }),
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
    onSettled: () => {
      refreshPlan(client)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title}
      description={planExpiry ? words.text(displayName, day(planExpiry)) : words.plainText(displayName)}
      keep={words.keep}
      go={words.go}
      busy={words.busy}
      isBusy={cancelling.isPending}
      onGo={() => cancelling.mutate()}
    >
      <p className="mt-3 text-quiet">{words.again}</p>
    </ConfirmDialog>
  )
}
