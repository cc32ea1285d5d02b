import { Link } from '@tanstack/react-router'
import type { HistoryItem } from '../../../../contract/calls/user.ts'
import { useHistory } from '../../data/history.ts'
import { usePlan } from '../../data/plan.ts'
import { desk } from '../../live/desk.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tooltip } from '../../parts/tooltip.tsx'
import { texts } from '../../texts/texts.ts'
import { DeleteNow } from './delete-now.tsx'
import { useDownload } from './use-download.ts'

const shown = 5

export function RecentRepairs() {
  const { data: repairs, isPending, error, refetch } = useHistory()
  return (
    <section aria-labelledby="recent-repairs" aria-busy={isPending}>
      <h2 id="recent-repairs" className="text-22">
        {texts.repair.recent.heading}
      </h2>
      <div className="mt-3">
        {repairs ? (
          <List repairs={repairs.slice(0, shown)} />
        ) : isPending ? (
          <Loading />
        ) : (
          <Failed what={texts.repair.recent.notLoaded} error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </section>
  )
}

const rows = 'divide-y divide-rule rounded-sheet border border-rule bg-sheet'

function List({ repairs }: { repairs: readonly HistoryItem[] }) {
  if (repairs.length === 0) return <p className="text-quiet">{texts.repair.recent.empty}</p>
  return (
    <ul className={rows}>
      {repairs.map((repair) => (
        <RecentRepair key={repair.id} {...repair} />
      ))}
    </ul>
  )
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

function RecentRepair({ id, fileName, issuesFixed, createdAt, downloadUrl, status, outcome }: HistoryItem) {
  const { data: plan } = usePlan()
  const { mutate, isPending } = useDownload(texts.notices.downloadFailed.history)
  const isOffered = downloadUrl !== undefined || (status === 'completed' && plan?.currentPlan === 'free')
  return (
    <li className="flex items-center justify-between gap-2 py-3 pe-1 ps-4">
      <div className="min-w-0 flex-1">
        <Tooltip text={texts.repair.recent.show(fileName)}>
          <button
            type="button"
            onClick={() => void desk.open(id)}
            className="block max-w-full truncate text-start font-mono text-14 hover:text-blue hover:underline"
          >
            {fileName}
          </button>
        </Tooltip>
        <p className="mt-0.5 text-14 text-quiet figures">
          {whatBecame(status, outcome, issuesFixed)} · <time dateTime={createdAt}>{date.format(new Date(createdAt))}</time>
        </p>
      </div>
      {status === 'completed' && (
        <Link
          to="/preview/$jobId"
          params={{ jobId: id }}
          className={buttonClass('quiet', 'px-3! text-14!')}
          aria-label={texts.repair.recent.previewLabel(fileName)}
        >
          {texts.repair.recent.preview}
        </Link>
      )}
      {isOffered && (
        <Button
          look="quiet"
          className="px-3! text-14!"
          disabled={isPending}
          onClick={() => mutate(id)}
          aria-label={texts.repair.recent.downloadLabel(fileName)}
        >
          {texts.repair.recent.download}
        </Button>
      )}
      {status !== 'processing' && <DeleteNow jobId={id} fileName={fileName} look="mark" />}
    </li>
  )
}

function whatBecame(status: HistoryItem['status'], outcome: HistoryItem['outcome'], fixed: number) {
  if (status === 'processing') return texts.repair.recent.processing
  if (status === 'failed') return texts.repair.recent.failed
  if (status === 'cancelled') return texts.repair.recent.cancelled
  if (outcome === 'sound') return texts.repair.recent.sound
  if (outcome === 'scanned') return texts.repair.recent.scanned
  return texts.repair.recent.fixed(fixed)
}

const Loading = () => (
  <div className={rows}>
    <span className="sr-only">{texts.repair.recent.loading}</span>
    {[1, 2, 3].map((row) => (
      <div key={row} className="flex items-center justify-between gap-4 px-4 py-3">
        <div className="flex-1">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="mt-2.5 h-3.5 w-2/5" />
        </div>
        <Skeleton className="h-11 w-28" />
      </div>
    ))}
  </div>
)
