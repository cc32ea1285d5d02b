import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { planOf } from '../../../../contract/plans.ts'
import { authUserPath, servicePath } from '../../../../contract/sign-in.ts'
import { removeAccount } from '../../data/account.ts'
import { authQuery } from '../../data/auth.ts'
import { explain } from '../../data/http-error.ts'
import { useSubscription } from '../../data/subscription.ts'
import { createMemory, tabStorage } from '../../live/remembered-job.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'

const { danger, remove: words } = texts.account

/** How long the notice stands before the homepage comes, in ms. */
const homeDelay = 2000

export function DangerZone() {
  const [isAsked, setAsked] = useState(false)
  const { data: subscription } = useSubscription()
  const deletion = useDeletion(() => setAsked(false))
  const isBought = subscription && (subscription.status === 'active' || subscription.status === 'past-due')
  const hasTimeLeft = isBought || subscription?.status === 'cancelled'
  return (
    <Section heading={danger.heading} className="border-red!">
      <p className="mt-2 max-w-measure text-quiet">{danger.text}</p>
      <Button
        className="mt-4 border-red! text-red! hover:bg-red-wash"
        disabled={deletion.isSuccess}
        onClick={() => setAsked(true)}
      >
        {deletion.isSuccess ? words.gone : danger.open}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={words.title}
        description={words.text}
        keep={words.keep}
        go={words.go}
        busy={words.busy}
        isBusy={deletion.isPending}
        onGo={() => deletion.mutate()}
        isGrave
      >
        {hasTimeLeft && <p className="mt-3 text-quiet">{words.subscription(planOf(subscription.plan).displayName)}</p>}
      </ConfirmDialog>
    </Section>
  )
}

/** After it the browser knows no more of the person than the service does. */
function useDeletion(onSettled: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: removeAccount,
    onSuccess: () => {
      notify({ title: words.done.title, description: words.done.text, tone: 'done' })
      createMemory(tabStorage()).forget()
      setTimeout(() => {
        client.setQueryData(authQuery.queryKey, null)
        client.removeQueries({ predicate: ({ queryKey: [path] }) => path !== authUserPath && path !== servicePath })
        void navigate({ to: '/' })
      }, homeDelay)
    },
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
    onSettled,
  })
}
