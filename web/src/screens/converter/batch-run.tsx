import type { BatchStatus } from '../../../../contract/calls/converter.ts'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Icon } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { nameOf } from './format-choice.tsx'
import { saveResult } from './save-result.ts'

const words = texts.converter

interface Props {
  readonly status: BatchStatus
  /** Polling has ended: nobody knows how it stands by now. */
  readonly isLost: boolean
  readonly isCancelling: boolean
  readonly onCancel: () => void
  readonly onMore: () => void
}

/** A batch at work, or what became of it, file by file. */
export function BatchRun({ status, isLost, isCancelling, onCancel, onMore }: Props) {
  const { totalFiles, completedFiles, failedFiles, files, outputFormat, downloadUrl } = status
  const isRunning = status.status === 'processing'
  const done = totalFiles === 0 ? 0 : Math.round((100 * (completedFiles + failedFiles)) / totalFiles)
  return (
    <section aria-labelledby="batch-run" className="rounded-sheet border border-rule bg-sheet p-4 sm:p-6">
      <h2 id="batch-run" className="text-22">
        {words.run.heading(nameOf(outputFormat), totalFiles)}
      </h2>
      <p role="status" className="mt-1 figures">
        {words.run.counts(completedFiles, failedFiles, totalFiles)}
      </p>
      <div
        role="progressbar"
        aria-label={words.run.heading(nameOf(outputFormat), totalFiles)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done}
        className="mt-3 h-2 overflow-hidden rounded-full bg-rule"
      >
        <div className="h-full bg-blue transition-[width] duration-200 ease-out" style={{ width: `${done}%` }} />
      </div>
      {isRunning && <p className="mt-3 text-14 text-quiet">{isLost ? words.run.lost : words.run.live}</p>}
      <ul aria-label={words.run.list} className="mt-4 divide-y divide-rule border-y border-rule">
        {files.map((file) => (
          <File key={file.jobId} {...file} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        {isRunning ? (
          <Button disabled={isCancelling} onClick={onCancel}>
            {isCancelling ? words.cancelling : words.cancel}
          </Button>
        ) : (
          <>
            {downloadUrl && (
              <Button look="primary" icon="download" onClick={() => void saveResult(downloadUrl)}>
                {words.run.download}
              </Button>
            )}
            <Button onClick={onMore}>{words.run.more}</Button>
          </>
        )}
      </div>
    </section>
  )
}

function File({ fileName, status, error, downloadUrl }: BatchStatus['files'][number]) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
      <span className="grid size-5 shrink-0 place-items-center">
        {status === 'completed' && <Icon name="tick" className="text-green" />}
        {status === 'failed' && <Icon name="dele" className="text-red" />}
        {status === 'cancelled' && <Icon name="close" className="size-4 text-quiet" />}
        {status === 'processing' && <span className="size-2.5 rounded-full bg-blue animate-breathe" />}
        {status === 'waiting' && <span className="size-2.5 rounded-full border-2 border-edge" />}
      </span>
      <span className="min-w-0 flex-1 truncate font-mono text-14">{fileName}</span>
      <span className={classNames('shrink-0 text-14', status === 'failed' ? 'font-semibold text-red' : 'text-quiet')}>
        {words.run.states[status]}
      </span>
      {downloadUrl && (
        <Button
          look="quiet"
          className="-my-1.5 px-3! text-14!"
          onClick={() => void saveResult(downloadUrl)}
          aria-label={words.recent.downloadLabel(fileName)}
        >
          {words.recent.download}
        </Button>
      )}
      {status === 'failed' && error && <span className="w-full ps-8 text-14 text-quiet">{error}</span>}
    </li>
  )
}
