import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { historyQuery } from '../../data/history.ts'
import { explain } from '../../data/http-error.ts'
import { deleteFilesOf } from '../../data/job.ts'
import { desk } from '../../live/desk.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { Tooltip } from '../../parts/tooltip.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.deleteNow

interface Props {
  readonly jobId: string
  readonly fileName: string
  /** A mark at the end of a line, or a button with its name. */
  readonly look: 'mark' | 'button'
}

/** Nobody has to wait for the hour at which a book goes by itself. */
export function DeleteNow({ jobId, fileName, look }: Props) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const deleting = useMutation({
    mutationFn: () => deleteFilesOf(jobId),
    onSuccess: () => {
      notify({ title: words.done.title, description: words.done.text, tone: 'done' })
      const shown = desk.state()
      if (shown.at === 'ended' && shown.record.jobId === jobId) desk.reset()
    },
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: historyQuery.queryKey })
      close()
    },
  })
  return (
    <>
      {look === 'button' ? (
        <Button look="quiet" icon="dele" onClick={() => setAsked(true)}>
          {words.name}
        </Button>
      ) : (
        <Tooltip text={words.name}>
          <button
            type="button"
            aria-label={words.label(fileName)}
            onClick={() => setAsked(true)}
            className="grid size-11 shrink-0 place-items-center rounded-sheet text-quiet transition-colors hover:bg-blue-wash hover:text-red"
          >
            <Icon name="dele" />
          </button>
        </Tooltip>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={words.title}
        description={words.text(fileName)}
        keep={words.keep}
        go={words.go}
        busy={words.busy}
        isBusy={deleting.isPending}
        onGo={() => deleting.mutate()}
        isGrave
      />
    </>
  )
}
