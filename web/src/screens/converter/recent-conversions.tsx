import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { ConversionHistoryItem } from '../../../../contract/calls/converter.ts'
import { cancelOne, useConversionHistory } from '../../data/converter.ts'
import { explain } from '../../data/http-error.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { DeleteConversion } from './delete-conversion.tsx'
import { saveResult } from './save-result.ts'

const words = texts.converter.recent
const { notices } = texts.converter
const shown = 5
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** The five newest; nothing stands here while there is none. */
export function RecentConversions() {
  const heading = useId()
  const { data = [] } = useConversionHistory()
  if (data.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-22">
        {words.heading}
      </h2>
      <ul className="mt-3 divide-y divide-rule rounded-sheet border border-rule bg-sheet">
        {data.slice(0, shown).map((item) => (
          <Recent key={item.id} {...item} />
        ))}
      </ul>
    </section>
  )
}

function Recent({ id, fileName, createdAt, status, error, batchId, downloadUrl }: ConversionHistoryItem) {
  return (
    <li className="flex items-center gap-2 py-2 pe-1 ps-3">
      <Fate status={status} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-mono text-14">{fileName}</p>
        <p className="text-14 text-quiet figures whitespace-nowrap">
          {words[status]} · <time dateTime={createdAt}>{date.format(new Date(createdAt))}</time>
        </p>
        {status === 'failed' && error && <p className="mt-0.5 text-14 text-quiet">{error}</p>}
      </div>
      {downloadUrl && (
        <Button
          look="quiet"
          className="-mx-1 px-2!"
          onClick={() => void saveResult(downloadUrl)}
          aria-label={words.downloadLabel(fileName)}
          title={words.download}
          icon="download"
        />
      )}
      {status === 'processing' && <Cancel jobId={id} fileName={fileName} />}
      {status !== 'processing' && <DeleteConversion jobId={id} fileName={fileName} isOfBatch={batchId !== undefined} />}
    </li>
  )
}

/** The word stands beside it. */
function Fate({ status }: Pick<ConversionHistoryItem, 'status'>) {
  if (status === 'completed') return <Icon name="tick" className="text-green" />
  if (status === 'processing')
    return (
      <span className="grid size-5 shrink-0 place-items-center">
        <span className="size-2.5 rounded-full bg-blue animate-breathe" />
      </span>
    )
  return <Icon name="dele" className="text-red" />
}

function Cancel({ jobId, fileName }: { jobId: string; fileName: string }) {
  const { mutate, isIdle } = useMutation({
    mutationFn: () => cancelOne(jobId),
    onError: (error) => notify({ title: notices.cancelFailed.title, ...explain(error, notices.cancelFailed.text) }),
  })
  return (
    <Button
      look="quiet"
      className="px-2! text-14!"
      disabled={!isIdle}
      onClick={() => mutate()}
      aria-label={words.cancelLabel(fileName)}
    >
      {texts.converter.cancel}
    </Button>
  )
}
