import { useState } from 'react'
import { batchLimit, dropMessages, wrongWith } from '../../../../contract/conversion.ts'
import { bytesPerMB } from '../../../../contract/plans.ts'
import { Button } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { BatchRun } from './batch-run.tsx'
import { nameOf } from './format-choice.tsx'
import { ManuscriptZone } from './manuscript-zone.tsx'
import { megabytesOf, type TabProps } from './single-file.tsx'
import type { useBatch } from './use-batch.ts'
import { Wrong } from './wrong.tsx'

const words = texts.converter

interface Props extends TabProps {
  readonly batch: ReturnType<typeof useBatch>
  /** How many files the plan converts at once. */
  readonly limit: number
}

export function BatchFiles({ types, maxBytes, format, options, formatChoice, batch, limit }: Props) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState<readonly string[]>([])

  function add(chosen: readonly File[]) {
    const errors = chosen.map((file) => wrongWith(file, { types, maxBytes }))
    const all = [...files, ...chosen.filter((_, index) => errors[index] === undefined)]
    setWrong([
      ...(all.length > batchLimit ? [dropMessages.many] : []),
      ...errors.flatMap((why, index) => (why ? [words.batch.wrong(chosen[index]!.name, why)] : [])),
    ])
    if (all.length <= batchLimit) setFiles(all)
  }

  function clear() {
    setFiles([])
    setWrong([])
  }

  if (batch.isOpening) return <Skeleton className="h-72 w-full" />
  if (batch.status)
    return (
      <BatchRun
        status={batch.status}
        isLost={batch.isLost}
        isCancelling={batch.isCancelling}
        onCancel={batch.cancel}
        onMore={() => {
          clear()
          batch.forget()
        }}
      />
    )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <ManuscriptZone
          text={words.batch.zone}
          button={words.batch.choose}
          label={words.batch.input}
          hints={[
            words.batch.limit,
            ...(limit < batchLimit ? [words.batch.one] : []),
            words.upload.hint(types.join(', '), maxBytes / bytesPerMB),
          ]}
          types={types}
          isMany
          isDisabled={batch.isSending}
          onFiles={add}
        />
        <Wrong lines={wrong} />
      </div>
      {files.length > 0 && (
        <div className="rounded-sheet border border-rule bg-sheet">
          <div className="flex items-center justify-between gap-4 border-b border-rule py-1 ps-4 pe-1">
            <p role="status" className="font-semibold figures">
              {words.batch.selected(files.length)}
            </p>
            <Button look="quiet" disabled={batch.isSending} onClick={clear}>
              {words.batch.clear}
            </Button>
          </div>
          <ol className="divide-y divide-rule">
            {files.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice, and the order stays
              <li key={index} className="flex justify-between gap-4 px-4 py-2 text-14">
                <span className="min-w-0 truncate font-mono">{file.name}</span>
                <span className="shrink-0 text-quiet figures">{words.upload.megabytes(megabytesOf(file))}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      {formatChoice(batch.isSending)}
      <div>
        <Button
          look="primary"
          className="w-full text-18! sm:w-auto sm:px-8"
          disabled={files.length === 0 || batch.isSending}
          onClick={() => batch.start(files, format, options)}
        >
          {batch.isSending ? words.converting : words.convertAll(nameOf(format))}
        </Button>
      </div>
    </div>
  )
}
