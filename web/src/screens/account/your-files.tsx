import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { deleteAllFiles, keepFilesFor, retentionQuery } from '../../data/account.ts'
import { historyQuery } from '../../data/history.ts'
import { explain } from '../../data/http-error.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Failed } from '../../parts/failed.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const { files: words } = texts.account

export function YourFiles() {
  const { data, error, refetch } = useQuery(retentionQuery)
  return (
    <Section heading={words.heading}>
      <div className="mt-3">
        {data ? (
          <Keeping {...data} />
        ) : error ? (
          <Failed what={words.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-12 w-full" />
        )}
      </div>
      <DeleteNow />
    </Section>
  )
}

/** A choice where the plan has one, a sentence where it has none. */
function Keeping({ hours, choices }: { hours: number; choices: readonly number[] }) {
  const client = useQueryClient()
  const group = useId()
  const [chosen, setChosen] = useState(hours)
  const saving = useMutation({
    mutationFn: keepFilesFor,
    onSuccess: (kept) => {
      client.setQueryData(retentionQuery.queryKey, kept)
      notify({ title: words.saved.title, description: words.saved.text(words.kept(kept.hours)), tone: 'done' })
    },
    onError: (error) => {
      setChosen(hours)
      notify({ title: words.notSaved.title, ...explain(error, words.notSaved.text) })
    },
  })
  const choose = (choice: number) => {
    setChosen(choice)
    saving.mutate(choice)
  }
  if (choices.length < 2) return <p className="text-quiet">{words.fixed(words.kept(hours))}</p>
  return (
    <fieldset>
      <legend className="text-quiet">{words.legend}</legend>
      <div className="mt-2 flex flex-wrap gap-3">
        {choices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sheet border border-edge px-4 transition-colors hover:border-blue has-checked:border-blue has-checked:bg-blue-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
          >
            <input
              type="radio"
              name={group}
              className="size-4 shrink-0 accent-blue"
              checked={chosen === choice}
              onChange={() => choose(choice)}
            />
            {words.kept(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function DeleteNow() {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { remove } = words
  const deleting = useMutation({
    mutationFn: deleteAllFiles,
    onSuccess: ({ deleted, busy }) =>
      notify({ title: remove.done.title, description: remove.done.text(deleted, busy), tone: 'done' }),
    onError: (error) => notify({ title: remove.failed.title, ...explain(error, remove.failed.text) }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: historyQuery.queryKey })
      close()
    },
  })
  return (
    <>
      <Button className="mt-4" onClick={() => setAsked(true)}>
        {words.open}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={remove.title}
        description={remove.text}
        keep={remove.keep}
        go={remove.go}
        busy={remove.busy}
        isBusy={deleting.isPending}
        onGo={() => deleting.mutate()}
        isGrave
      />
    </>
  )
}
