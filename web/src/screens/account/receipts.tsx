import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '../../../../contract/calls/user.ts'
import { planOf } from '../../../../contract/plans.ts'
import { receiptsQuery } from '../../data/account.ts'
import { buttonClass } from '../../parts/button.tsx'
import { day } from '../../parts/day.ts'
import { Failed } from '../../parts/failed.tsx'
import { dollars } from '../../parts/money.ts'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const { receipts: words } = texts.account

export function Receipts() {
  const { data: receipts, error, isPending, refetch } = useQuery(receiptsQuery)
  return (
    <Section heading={words.heading}>
      <div className="mt-3" aria-busy={isPending}>
        {receipts ? (
          <List receipts={receipts} />
        ) : error ? (
          <Failed what={words.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <span className="sr-only">{words.loading}</span>
            <Skeleton className="h-14 w-full" />
          </>
        )}
      </div>
    </Section>
  )
}

function List({ receipts }: { receipts: readonly Receipt[] }) {
  if (receipts.length === 0) return <p className="text-quiet">{words.none}</p>
  return (
    <ul className="divide-y divide-rule">
      {receipts.map((receipt) => (
        <Line key={receipt.id} {...receipt} />
      ))}
    </ul>
  )
}

const Line = ({ kind, plan, interval, amount, at, number, pdfUrl }: Receipt) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
    <div className="min-w-0">
      <p>{words.what(words.kind[kind], planOf(plan).displayName, words.interval[interval])}</p>
      <p className="text-14 text-quiet figures">
        <time dateTime={at}>{day(at)}</time> · <span className="font-mono">{number}</span>
      </p>
    </div>
    <div className="ms-auto flex items-center gap-2">
      <span className="font-semibold figures">
        {kind === 'refund' && '−'}
        {dollars(amount)}
      </span>
      <a href={pdfUrl} download className={buttonClass('quiet', 'px-3!')} aria-label={words.downloadName(number)}>
        {words.download}
      </a>
    </div>
  </li>
)
