import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type PlanName, planOf } from '../../../../contract/plans.ts'
import { useBatches } from '../../data/batch.ts'
import { batchDesk, useBatchDesk } from '../../live/batches.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { BatchForm } from './batch-form.tsx'
import { BatchRun } from './batch-run.tsx'

const words = texts.batch

interface Props {
  readonly plan: PlanName
  /** Shows the result of one book where single books are shown. */
  readonly onShow: (jobId: string) => void
}

/** Many books at once; to the plans without it, what it is and where to get it. */
export const BatchTab = ({ plan, onShow }: Props) =>
  planOf(plan).allowBatchProcessing ? <Batches onShow={onShow} /> : <Locked />

const Locked = () => (
  <Card aria-labelledby="batch-locked">
    <h2 id="batch-locked" className="flex items-center gap-2 text-22">
      <Icon name="lock" className="text-quiet" />
      {words.locked.heading}
    </h2>
    <p className="mt-2 max-w-measure text-quiet">{words.locked.text}</p>
    <Link to="/pricing" className={buttonClass('primary', 'mt-4')}>
      {words.locked.link}
    </Link>
  </Card>
)

function Batches({ onShow }: Pick<Props, 'onShow'>) {
  const desk = useBatchDesk()
  const ref = useKeptFocus(desk.at)
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      {desk.at === 'looking' && <Looking />}
      {desk.at === 'unknown' && (
        <Failed what={texts.repair.notLoaded} error={desk.error} onRetry={() => void batchDesk.open(desk.batchId)} />
      )}
      {desk.at === 'batch' && <BatchRun batch={desk} onShow={onShow} />}
      {desk.at === 'empty' && (
        <>
          <BatchForm refused={desk.refused} />
          <RecentBatches />
        </>
      )}
    </div>
  )
}

/** What stood here took the keyboard's place with it; the reader goes on at what stands here now. */
function useKeptFocus(at: string) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef(at)
  useEffect(() => {
    if (last.current !== at && (document.activeElement === null || document.activeElement === document.body)) ref.current?.focus()
    last.current = at
  }, [at])
  return ref
}

const Looking = () => (
  <Card aria-busy="true">
    <p role="status" className="sr-only">
      {words.running.looking}
    </p>
    <Skeleton className="h-6 w-2/5" />
    <Skeleton className="mt-6 h-2 w-full" />
    <div className="mt-6 grid gap-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  </Card>
)

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function RecentBatches() {
  const { data: batches = [] } = useBatches(true)
  const shown = batches.filter(({ arrived }) => arrived > 0)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="recent-batches" className="mt-8">
      <h2 id="recent-batches" className="text-18">
        {words.recent.heading}
      </h2>
      <ul className="mt-3 divide-y divide-rule rounded-sheet border border-rule bg-sheet">
        {shown.map(({ batchId, createdAt, status, arrived, completed, failed }) => {
          const day = date.format(new Date(createdAt))
          return (
            <li key={batchId} className="flex items-center justify-between gap-2 py-2 pe-1 ps-4">
              <div className="min-w-0 figures">
                <p>
                  {words.recent.line(arrived)}, <time dateTime={createdAt}>{day}</time>
                </p>
                <p className="text-14 text-quiet">
                  {words.recent.statuses[status]}
                  {status === 'completed' && `: ${words.recent.counts(completed, failed)}`}
                </p>
              </div>
              <Button
                look="quiet"
                className="px-3! text-14!"
                aria-label={words.recent.show(day)}
                onClick={() => void batchDesk.open(batchId)}
              >
                {words.recent.open}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
