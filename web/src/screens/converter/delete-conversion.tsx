import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conversionHistoryQuery, deleteConversion } from '../../data/converter.ts'
import { explain } from '../../data/http-error.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.converter.deleteNow
const common = texts.deleteNow

interface Props {
  readonly jobId: string
  readonly fileName: string
  readonly isOfBatch: boolean
}

/** Nobody has to wait for the hour at which a document goes by itself. */
export function DeleteConversion({ jobId, fileName, isOfBatch }: Props) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const deleting = useMutation({
    mutationFn: () => deleteConversion(jobId),
    onSuccess: () => notify({ title: words.done.title, description: words.done.text, tone: 'done' }),
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: conversionHistoryQuery.queryKey })
      close()
    },
  })
  return (
    <>
      <button
        type="button"
        aria-label={common.label(fileName)}
        title={common.name}
        onClick={() => setAsked(true)}
        className="grid size-11 shrink-0 place-items-center rounded-sheet text-quiet transition-colors hover:bg-blue-wash hover:text-red"
      >
        <Icon name="close" />
      </button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={words.title}
        description={[words.text(fileName), ...(isOfBatch ? [words.batch] : [])].join(' ')}
        keep={common.keep}
        go={common.go}
        busy={common.busy}
        isBusy={deleting.isPending}
        onGo={() => deleting.mutate()}
        isGrave
      />
    </>
  )
}
