import type { BatchState } from '../contract/batch.ts'
import type { Refund } from '../contract/subscription.ts'
import type { Sql } from '../db/connect.ts'
import type { ConversionLine, ConversionState } from './conversion.ts'
import type { RepairHistory } from './history.ts'
import type { JobState } from './job.ts'
import { noPlan, type PlanState } from './plan.ts'
import { noUsage, type UsageState } from './usage.ts'

/** Everything that is named must hold. */
export interface WantedJobs {
  readonly owner?: string | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  /** Of the job's id. */
  readonly beginning?: string | undefined
}

export type AnyJob =
  | { readonly kind: 'repair'; readonly job: JobState }
  | { readonly kind: 'conversion'; readonly job: ConversionState }

/** What lists show. It may be a moment behind the log, so nothing is decided by it. */
export interface Views {
  /** Newest first. */
  historyOf(owner: string, limit: number): Promise<RepairHistory[]>
  jobOf(jobId: string): Promise<JobState | undefined>
  /** Newest first. */
  conversionsOf(owner: string, limit: number): Promise<ConversionLine[]>
  /** Batches of books, newest first. */
  batchesOf(owner: string, limit: number): Promise<BatchState[]>
  /** Of everybody, newest first: for staff. */
  recentJobs(options: { readonly limit: number; readonly status?: JobState['status'] }): Promise<JobState[]>
  /** Repairs and conversions of one person, of a time, or by the beginning of their id, newest first: for staff. */
  anyJobs(wanted: WantedJobs, limit: number): Promise<AnyJob[]>
  planOf(owner: string): Promise<PlanState>
  usageOf(owner: string): Promise<UsageState>
  /** Refunds that wait for staff, the oldest first. */
  openRefunds(): Promise<{ readonly owner: string; readonly refund: Refund }[]>
}

export function createViews(sql: Sql): Views {
  const live = (projection: string) => sql`
    views v join projections p on p.live and p.name = v.projection and p.generation = v.generation
    where v.projection = ${projection}`

  const one = async <View extends object>(projection: string, key: string): Promise<View | undefined> => {
    const [row] = await sql<{ document: View }[]>`select v.document from ${live(projection)} and v.key = ${key}`
    return row?.document
  }

  return {
    async historyOf(owner, limit) {
      const rows = await sql<{ document: RepairHistory }[]>`
        select v.document from ${live('history')} and v.owner = ${owner} order by v.at desc, v.key limit ${limit}`
      return rows.map(({ document }) => document)
    },
    jobOf: (jobId) => one('job', jobId),
    async conversionsOf(owner, limit) {
      const rows = await sql<{ document: ConversionLine }[]>`
        select v.document from ${live('conversions')} and v.owner = ${owner} order by v.at desc, v.key limit ${limit}`
      return rows.map(({ document }) => document)
    },
    async batchesOf(owner, limit) {
      const rows = await sql<{ document: BatchState }[]>`
        select v.document from ${live('batches')} and v.owner = ${owner} order by v.at desc, v.key limit ${limit}`
      return rows.map(({ document }) => document)
    },
    async recentJobs({ limit, status }) {
      const rows = await sql<{ document: JobState }[]>`
        select v.document from ${live('job')} ${status ? sql`and v.document ->> 'status' = ${status}` : sql``}
        order by v.at desc nulls last, v.key limit ${limit}`
      return rows.map(({ document }) => document)
    },
    async anyJobs({ owner, from, until, beginning }, limit) {
      const rows = await sql<{ projection: string; document: JobState | ConversionState }[]>`
        select v.projection, v.document from views v
        join projections p on p.live and p.name = v.projection and p.generation = v.generation
        where v.projection in ('job', 'conversion-job')
          ${owner === undefined ? sql`` : sql`and v.owner = ${owner}`}
          ${from === undefined ? sql`` : sql`and v.at >= ${from}`}
          ${until === undefined ? sql`` : sql`and v.at <= ${until}`}
          ${beginning === undefined ? sql`` : sql`and starts_with(v.key, ${beginning})`}
        order by v.at desc nulls last, v.key limit ${limit}`
      return rows.map(
        ({ projection, document }): AnyJob =>
          projection === 'job'
            ? { kind: 'repair', job: document as JobState }
            : { kind: 'conversion', job: document as ConversionState },
      )
    },
    planOf: async (owner) => (await one<PlanState>('plan', owner)) ?? noPlan,
    async openRefunds() {
      const rows = await sql<{ owner: string; refund: Refund }[]>`
        select v.key as owner, v.document -> 'refund' as refund from ${live('subscription')}
        and v.document -> 'refund' ->> 'status' in ('requested', 'failed') order by v.document -> 'refund' ->> 'at' limit 200`
      return [...rows]
    },
    usageOf: async (owner) => (await one<UsageState>('usage', owner)) ?? noUsage,
  }
}
