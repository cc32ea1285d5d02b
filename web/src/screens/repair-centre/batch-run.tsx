import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { planOf } from '../../../../contract/plans.ts'
import { formatSize } from '../../../../contract/upload.ts'
import { deleteFilesOfBatch } from '../../data/batch.ts'
import { client } from '../../data/client.ts'
import { download } from '../../data/download.ts'
import { historyQuery } from '../../data/history.ts'
import { explain } from '../../data/http-error.ts'
import { isOver, type OpenBatch } from '../../live/batch-desk.ts'
import { batchDesk } from '../../live/batches.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { askForFiles } from './ask-for-files.ts'
import { Bar, BatchList, lineProgress } from './batch-list.tsx'
import { booksIn, withinLimits } from './chosen-books.ts'

const words = texts.batch
const { maxFileSize } = planOf('publisher')

/** A batch, from the first book that is sent to the archive of all. */
export function BatchRun({ batch, onShow }: { batch: OpenBatch; onShow: (jobId: string) => void }) {
  const { lines, status } = batch
  const done = lines.filter(({ phase }) => phase === 'completed').length
  return (
    <Card aria-labelledby="batch">
      {status === 'processing' ? <AtWork batch={batch} /> : <Ended batch={batch} done={done} />}
      <BatchList lines={lines} onShow={onShow} />
    </Card>
  )
}

const Heading = ({ children }: { children: string }) => (
  <>
    <h2 id="batch" className="text-22 figures">
      {children}
    </h2>
    <p role="status" className="sr-only">
      {children}
    </p>
  </>
)

function AtWork({ batch: { lines, lost, isCancelling } }: { batch: OpenBatch }) {
  const ended = lines.filter(isOver).length
  const all = lines.length + lost
  const part = all === 0 ? 0 : lines.reduce((sum, line) => sum + lineProgress(line), 0) / all
  const isSending = lines.some(({ phase }) => phase === 'queued' || phase === 'sending')
  const state = isCancelling
    ? words.running.cancelling
    : isSending
      ? words.running.sending
      : lost > 0
        ? words.running.incomplete
        : ended === all
          ? words.running.packing
          : words.running.safe
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <Heading>{words.running.heading(ended, all)}</Heading>
          <p className="mt-1 min-h-6 text-quiet">{state}</p>
        </div>
        <Cancel isCancelling={isCancelling} />
      </div>
      <div className="mt-4">
        <Bar label={words.running.progress} part={part} />
      </div>
      {lost > 0 && !isCancelling && <Lost count={lost} />}
    </>
  )
}

function Cancel({ isCancelling }: { isCancelling: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => batchDesk.cancel(),
    onError: (error) => notify({ title: texts.notices.cancellationFailed.title, ...explain(error, words.running.notCancelled) }),
    onSettled: close,
  })
  return (
    <>
      <Button disabled={isCancelling} onClick={() => setAsked(true)}>
        {words.running.cancel}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={words.running.cancelTitle}
        description={words.running.cancelText}
        keep={words.running.keep}
        go={words.running.cancel}
        busy={texts.repair.running.cancelling}
        isBusy={isPending}
        onGo={() => mutate()}
        isGrave
      />
    </>
  )
}

/** The page was left before all books were sent: only the person has them. */
function Lost({ count }: { count: number }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => batchDesk.finish(),
    onError: (error) => notify({ title: texts.notices.processingError.title, ...explain(error, words.lost.notFinished) }),
  })
  async function add() {
    const files = await askForFiles({ accept: '.epub,.zip' })
    const { books } = withinLimits([], await booksIn(files, true), { maxFileSize, most: count })
    if (books.length > 0) batchDesk.add(books, 'deep-analysis')
  }
  return (
    <div className="mt-4 rounded-small border border-amber bg-amber-wash p-4">
      <p className="max-w-measure">{words.lost.text(count)}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => void add()}>{words.lost.again}</Button>
        <Button disabled={isPending} onClick={() => mutate()}>
          {words.lost.finish}
        </Button>
      </div>
    </div>
  )
}

function Ended({ batch, done }: { batch: OpenBatch; done: number }) {
  const { lines, status, downloads } = batch
  const isDeleted = lines.length > 0 && lines.every(({ filesDeleted, phase }) => filesDeleted || phase === 'refused')
  const heading = status === 'cancelled' ? words.ended.cancelledHeading(done) : words.ended.heading(done, lines.length - done)
  const { mutate, isPending } = useMutation({
    mutationFn: (url: string) => download(url),
    onError: (error) => notify({ title: texts.notices.downloadFailed.title, ...explain(error, words.ended.notSaved) }),
  })
  return (
    <>
      <Heading>{heading}</Heading>
      {downloads.length > 0 ? (
        <p className="mt-1 text-quiet">{words.ended.inside}</p>
      ) : (
        !isDeleted && done > 0 && <p className="mt-1 text-quiet">{words.ended.gone}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {downloads.map(({ url, bytes }, index) => (
          <Button key={url} look="primary" icon="download" disabled={isPending} onClick={() => mutate(url)}>
            {downloads.length === 1
              ? words.ended.download(formatSize(bytes))
              : words.ended.part(index + 1, downloads.length, formatSize(bytes))}
          </Button>
        ))}
        <Button onClick={() => batchDesk.reset()}>{words.ended.another}</Button>
        {!isDeleted && <DeleteAll batchId={batch.batchId} />}
      </div>
    </>
  )
}

function DeleteAll({ batchId }: { batchId: string }) {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteFilesOfBatch(batchId),
    onSuccess: async () => {
      notify({ title: words.ended.deleted.title, description: words.ended.deleted.text, tone: 'done' })
      await batchDesk.refresh()
    },
    onError: (error) => notify({ title: words.ended.notDeleted.title, ...explain(error, words.ended.notDeleted.text) }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: historyQuery.queryKey })
      close()
    },
  })
  return (
    <>
      <Button look="quiet" icon="dele" onClick={() => setAsked(true)}>
        {words.ended.deleteAll}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        title={words.ended.deleteTitle}
        description={words.ended.deleteText}
        keep={words.ended.keep}
        go={words.ended.deleteAll}
        busy={words.ended.deleting}
        isBusy={isPending}
        onGo={() => mutate()}
        isGrave
      />
    </>
  )
}
