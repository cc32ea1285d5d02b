import { stageNames } from '../../../../contract/quality.ts'
import { explain } from '../../data/http-error.ts'
import { type BookLine, isOver } from '../../live/batch-desk.ts'
import { currentStage, overallProgress } from '../../live/job-state.ts'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Reference } from '../../parts/failed.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { texts } from '../../texts/texts.ts'
import { useDownload } from './use-download.ts'

const words = texts.batch

/** 0–1: sending is the first tenth of a book's way. */
export const lineProgress = (line: BookLine) =>
  isOver(line)
    ? 1
    : line.phase === 'sending'
      ? line.sent / 10
      : line.phase === 'queued'
        ? 0
        : 0.1 + overallProgress(line.job) * 0.009

interface Look {
  readonly text: string
  readonly icon: IconName | undefined
  readonly ink: string
}

const quiet = { icon: undefined, ink: 'text-quiet' } as const
const bad = { icon: 'dele', ink: 'text-red' } as const
const good = { icon: 'tick', ink: 'text-green' } as const

function lookOf({ phase, outcome, job, sent, filesDeleted }: BookLine): Look {
  if (filesDeleted) return { ...quiet, text: words.phases.deleted }
  switch (phase) {
    case 'queued':
    case 'waiting':
    case 'cancelled':
      return { ...quiet, text: words.phases[phase] }
    case 'sending':
      return { ...quiet, ink: 'text-ink', text: words.phases.sending(Math.floor(sent * 100)) }
    case 'processing':
      return { ...quiet, ink: 'text-ink', text: words.phases.processing(stageNames[currentStage(job).id]) }
    case 'failed':
    case 'refused':
      return { ...bad, text: words.phases[phase] }
    case 'completed':
      return ended(outcome, job.found, job.fixed)
  }
}

function ended(outcome: BookLine['outcome'], found: number, fixed: number): Look {
  switch (outcome) {
    case 'sound':
      return { ...good, text: words.phases.sound }
    case 'improved':
      return { icon: 'caret', ink: 'text-amber', text: words.phases.improved(fixed) }
    case 'unchanged':
      return { icon: 'query', ink: 'text-amber', text: words.phases.unchanged }
    case 'scanned':
      return { icon: 'eye', ink: 'text-blue', text: words.phases.scanned(found) }
    default:
      return { ...good, text: words.phases.valid(fixed) }
  }
}

/** Every book with how it stands; a book that has ended leads to its result. */
export const BatchList = ({ lines, onShow }: { lines: readonly BookLine[]; onShow: (jobId: string) => void }) => (
  <ul aria-label={words.running.list} className="mt-6 divide-y divide-rule border-y border-rule">
    {lines.map((line) => (
      <BatchRow key={line.jobId} line={line} onShow={onShow} />
    ))}
  </ul>
)

function BatchRow({ line, onShow }: { line: BookLine; onShow: (jobId: string) => void }) {
  const { jobId, fileName, phase, outcome, filesDeleted } = line
  const { text, icon, ink } = lookOf(line)
  const { mutate, isPending } = useDownload(texts.notices.downloadFailed.history)
  const isShown = (phase === 'completed' || phase === 'failed') && !filesDeleted
  const isSaved = phase === 'completed' && outcome !== 'scanned' && !filesDeleted
  return (
    <li className="py-2">
      <div className="flex min-h-11 items-center gap-3">
        <div className="min-w-0 flex-1">
          {isShown ? (
            <button
              type="button"
              aria-label={words.row.show(fileName)}
              onClick={() => onShow(jobId)}
              className="block max-w-full truncate text-start font-mono text-14 hover:text-blue hover:underline"
            >
              {fileName}
            </button>
          ) : (
            <p className="truncate font-mono text-14">{fileName}</p>
          )}
          <p className={classNames('mt-0.5 flex items-center gap-1.5 text-14 figures', ink)}>
            {icon && <Icon name={icon} className="size-4" />}
            {text}
          </p>
        </div>
        {isSaved && (
          <Button
            look="quiet"
            className="px-3! text-14!"
            disabled={isPending}
            onClick={() => mutate(jobId)}
            aria-label={words.row.downloadLabel(fileName)}
          >
            {words.row.download}
          </Button>
        )}
      </div>
      {!isOver(line) && <Bar label={words.running.bookProgress(fileName)} part={lineProgress(line)} isThin />}
      {(phase === 'failed' || phase === 'refused') && <Why line={line} />}
    </li>
  )
}

function Why({ line: { sentence, error, job } }: { line: BookLine }) {
  const { description, reference } =
    error === undefined ? { description: sentence, reference: job.reference } : explain(error, words.row.notSent)
  if (!description) return null
  return (
    <p className="mt-1 max-w-measure text-14">
      {description}
      {reference && <Reference code={reference} />}
    </p>
  )
}

/** `part` from 0 to 1. */
export const Bar = ({ label, part, isThin = false }: { label: string; part: number; isThin?: boolean }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(part * 100)}
    className={classNames('overflow-hidden rounded-full bg-rule', isThin ? 'mt-1 h-1' : 'h-2')}
  >
    <div className="h-full bg-blue transition-[width] duration-200 ease-out" style={{ width: `${part * 100}%` }} />
  </div>
)
