import type { PlanName } from '../../../../contract/plans.ts'
import { planOf } from '../../../../contract/plans.ts'
import { usePlan } from '../../data/plan.ts'
import { day } from '../../parts/day.ts'
import { Failed } from '../../parts/failed.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const { usage: words } = texts.account

export function UsageSection() {
  const { data, error, refetch } = usePlan()
  return (
    <Section heading={words.heading}>
      <div className="mt-4">
        {data ? (
          <Limits plan={data.currentPlan} usage={data.usage} />
        ) : error ? (
          <Failed what={words.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    </Section>
  )
}

type Usage = NonNullable<ReturnType<typeof usePlan>['data']>['usage']

function Limits({ plan, usage }: { plan: PlanName; usage: Usage }) {
  const { maxFileSize, maxFilesPerBatch } = planOf(plan)
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
      <Fact name={words.fileSize} value={words.megabytes(maxFileSize)} />
      <Fact name={words.batch} value={maxFilesPerBatch > 0 ? String(maxFilesPerBatch) : words.noBatch} />
      <Counter name={words.scans} used={usage.scansToday} limit={usage.scansPerDay} again={usage.scansResetAt} />
      <Counter name={words.repairs} used={usage.repairsThisMonth} limit={usage.repairsPerMonth} again={usage.repairsResetAt} />
    </dl>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-14 text-quiet">{name}</dt>
    <dd className="font-semibold figures">{value}</dd>
  </div>
)

/** `limit` null: without limit; 0: the plan has none of it. */
function Counter({ name, used, limit, again }: { name: string; used: number; limit: number | null; again: string }) {
  if (limit === null) return <Fact name={name} value={words.unlimitedUsed(used)} />
  if (limit === 0) return <Fact name={name} value={words.notIncluded} />
  const left = Math.max(0, limit - used)
  return (
    <div>
      <dt className="text-14 text-quiet">{name}</dt>
      <dd>
        <p className="font-semibold figures">{words.used(used, limit, left)}</p>
        <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-rule">
          <div className="h-full rounded-full bg-blue" style={{ inlineSize: `${Math.min(100, (100 * used) / limit)}%` }} />
        </div>
        <p className="mt-1 text-14 text-quiet">{words.again(day(again))}</p>
      </dd>
    </div>
  )
}
