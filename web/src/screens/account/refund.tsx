import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '../../../../contract/calls/user.ts'
import { refundDeclines } from '../../../../contract/payment.ts'
import { explain } from '../../data/http-error.ts'
import { askForRefund, refreshPlan } from '../../data/subscription.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { day } from '../../parts/day.ts'
import { dollars } from '../../parts/money.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const { refund: words } = texts.account

/** Whether the last payment may be asked back is worked out by the server; where nothing was paid, nothing is said. */
export function Refund({ refund }: { refund: Subscription['refund'] }) {
  const { status, eligible, amount, until, declined } = refund
  const said = status === 'none' ? undefined : words.status[status]
  const sum = dollars(amount ?? 0)
  if (!eligible && !said) return null
  return (
    <div className="mt-6 border-t border-rule pt-4">
      <h3 className="text-18">{words.heading}</h3>
      {said && <p className="mt-1 text-quiet figures">{typeof said === 'string' ? said : said(sum)}</p>}
      {declined && <p className="mt-1 text-quiet">{refundDeclines[declined]}</p>}
      {eligible && until && <Offer sum={sum} until={until} />}
    </div>
  )
}

function Offer({ sum, until }: { sum: string; until: string }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const asking = useMutation({
    mutationFn: askForRefund,
    onSuccess: () => notify({ title: words.done.title, description: words.done.text, tone: 'done' }),
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
    onSettled: () => {
      refreshPlan(client)
      close()
    },
  })
  return (
    <>
      <p className="mt-1 text-quiet figures">{words.offer(sum, day(until))}</p>
      <Button className="mt-3" onClick={() => setAsked(true)}>
        {words.ask}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={words.confirm.title}
        description={words.confirm.text(sum)}
        keep={words.confirm.keep}
        go={words.ask}
        busy={words.confirm.busy}
        isBusy={asking.isPending}
        onGo={() => asking.mutate()}
      />
    </>
  )
}
