import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReplyOf } from '../../../../contract/call.ts'
import type { refundRequests } from '../../../../contract/calls/payments.ts'
import { type RefundDecline, refundDeclineCodes, refundDeclines } from '../../../../contract/payment.ts'
import { explain } from '../../data/http-error.ts'
import { decide, refundsQuery } from '../../data/support.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Failed } from '../../parts/failed.tsx'
import { dollars } from '../../parts/money.ts'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { time } from './words.ts'

const words = texts.support.refunds
type Request = ReplyOf<typeof refundRequests>[number]

export function Refunds({ onShow }: { onShow: (account: string) => void }) {
  const { data: requests, error, isPending, refetch } = useQuery(refundsQuery)
  return (
    <Section heading={words.heading}>
      <div className="mt-3" aria-busy={isPending}>
        {error ? (
          <Failed what={words.failedToLoad} error={error} onRetry={() => void refetch()} />
        ) : !requests ? (
          <Skeleton className="h-14 w-full" />
        ) : requests.length === 0 ? (
          <p className="text-quiet">{words.none}</p>
        ) : (
          <ul className="divide-y divide-rule">
            {requests.map((request) => (
              <Line key={request.refundId} request={request} onShow={onShow} />
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}

function Line({ request, onShow }: { request: Request; onShow: (account: string) => void }) {
  const [asked, setAsked] = useState<'approve' | 'decline'>()
  const { account, amount, requestedAt, status } = request
  const sum = dollars(amount)
  const close = () => setAsked(undefined)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 figures">
          <span className="font-semibold">{words.line(sum)}</span>
          <time dateTime={requestedAt} className="text-14 text-quiet">
            {time(requestedAt)}
          </time>
          {status === 'failed' && <Badge tone="red">{words.stuck}</Badge>}
        </p>
        <p className="text-14 text-quiet">
          {words.account} <span className="font-mono break-all">{account}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" aria-label={words.showOf(account)} onClick={() => onShow(account)}>
          {words.show}
        </Button>
        <Button aria-label={words.declineOf(sum, account)} onClick={() => setAsked('decline')}>
          {words.decline}
        </Button>
        <Button look="primary" aria-label={words.approveOf(sum, account)} onClick={() => setAsked('approve')}>
          {words.approve}
        </Button>
      </div>
      <Approve request={request} sum={sum} isOpen={asked === 'approve'} onClose={close} />
      <Decline request={request} isOpen={asked === 'decline'} onClose={close} />
    </li>
  )
}

function useDecision(done: string, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ account, ...body }: { account: string } & Parameters<typeof decide>[1]) => decide(account, body),
    onSuccess: (_, { refundId }) => {
      // the list is a view, which may be a moment behind the decision
      client.setQueryData(refundsQuery.queryKey, (all) => all?.filter((one) => one.refundId !== refundId))
      notify({ title: done, tone: 'done' })
    },
    onError: (error) => {
      notify({ title: words.failed.title, ...explain(error, words.failed.text) })
      void client.invalidateQueries({ queryKey: refundsQuery.queryKey })
    },
    onSettled: onClose,
  })
}

interface Asked {
  readonly request: Request
  readonly isOpen: boolean
  readonly onClose: () => void
}

function Approve({ request: { account, refundId }, sum, isOpen, onClose }: Asked & { sum: string }) {
  const { approving } = words
  const deciding = useDecision(approving.done, onClose)
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={approving.title}
      description={approving.text(sum)}
      keep={words.keep}
      go={approving.go}
      busy={approving.busy}
      isBusy={deciding.isPending}
      onGo={() => deciding.mutate({ account, refundId, decision: 'approve' })}
    />
  )
}

function Decline({ request: { account, refundId }, isOpen, onClose }: Asked) {
  const { declining } = words
  const [reason, setReason] = useState<RefundDecline>(refundDeclineCodes[0])
  const group = useId()
  const deciding = useDecision(declining.done, onClose)
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title={declining.title}
      description={declining.text}
      keep={words.keep}
      go={declining.go}
      busy={declining.busy}
      isBusy={deciding.isPending}
      onGo={() => deciding.mutate({ account, refundId, decision: 'decline', reason })}
      isGrave
    >
      <fieldset className="mt-4">
        <legend className="text-14 font-semibold">{declining.reason}</legend>
        {refundDeclineCodes.map((code) => (
          <label key={code} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="radio"
              name={group}
              checked={code === reason}
              onChange={() => setReason(code)}
              className="size-4 shrink-0 accent-(--blue)"
            />
            {refundDeclines[code]}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
