import { batchStream } from '../contract/batch.ts'
import type { Deletion } from '../contract/deletion.ts'
import { accountStream } from '../contract/events/account.ts'
import { conversionBatchStream, conversionStream } from '../contract/events/convert.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import type { RepairJob } from '../contract/job.ts'
import type { Sql } from './connect.ts'
import { forgetPerson, sweepPeople } from './people.ts'
import { endSessionsOf, sweepSessions } from './sessions.ts'
import { jobsOf } from './uploads.ts'

/** An upload as its row tells it, without the name, which nobody here can read. */
export interface OldUpload {
  readonly jobId: string
  readonly createdAt: Date
  /** There is a job for it: it was taken in to the end. */
  readonly requested: boolean
}

export interface OpenReservation {
  readonly owner: string
  readonly jobId: string
  readonly kind: 'Scan' | 'Repair'
  /** Of its event in the account's stream. */
  readonly version: number
}

export interface Folder {
  readonly jobId: string
  readonly requested: boolean
  /** Its files were deleted before: what lies there came too late. */
  readonly deleted: boolean
}

export interface Retention {
  /** The oldest first. Where the owner chose to keep books longer than a day, as much later. */
  uploadsBefore(time: Date, options: { readonly limit: number; readonly except: readonly string[] }): Promise<OldUpload[]>
  removeUpload(jobId: string): Promise<void>
  /** Removes rows claimed before `time` whose book never came; answers with how many. */
  removeClaimsBefore(time: Date): Promise<number>
  /** Of these jobs those without an upload; the folder of a batch lives as long as a book of it. */
  withoutUpload(jobIds: readonly string[]): Promise<Folder[]>
  /** Jobs taken in before `time` that have not ended, as they were requested. */
  unendedBefore(time: Date): Promise<RepairJob[]>
  /** Ids of conversions, and of batches of them, that were taken in before `time` and have not ended. */
  unendedConversions(time: Date): Promise<{ readonly jobs: readonly string[]; readonly batches: readonly string[] }>
  /** Reserved within the two times and neither counted nor released. */
  openReservations(times: { readonly after: Date; readonly before: Date }): Promise<OpenReservation[]>
  /** Jobs of one person that have a row from before that time. */
  uploadsOf(owner: string, before: Date): Promise<string[]>
  /** Destroys the key that was there at that time and ends the sessions that stood on it. */
  forget(owner: string, at: Date): Promise<void>
  /** Deletions of accounts asked for before `time` that have not come to their end. */
  unfinishedDeletions(time: Date): Promise<Deletion[]>
  /** Removes sessions that expired and the last traces of people forgotten long ago; answers with how many. */
  sweep(): Promise<{ readonly sessions: number; readonly people: number }>
}

/** Kept by everybody's plan, in hours. */
const day = 24
const requests = `'RepairRequested', 'ConversionRequested', 'ConversionBatchRequested'`
const endings = `'RepairCompleted', 'RepairFailed', 'RepairCancelled'`

const conversionEndings = ['Completed', 'Failed', 'Cancelled']
  .map((end) => `'Conversion${end}', 'ConversionBatch${end}'`)
  .join(', ')

/** Everything that deletes by age asks here. It needs no key: names are removed unread. */
export function createRetention(sql: Sql): Retention {
  const repairPrefix = repairStream('')
  const filesPrefix = filesStream('')
  const conversionPrefix = conversionStream('')
  const conversionsPrefix = conversionBatchStream('')
  const accountPrefix = accountStream('')
  const batchPrefix = batchStream('')
  const ownerAt = accountPrefix.length + 1
  const has = (types: string) => sql`exists (
    select from events e
    where e.stream in (${repairPrefix} || job_id, ${conversionPrefix} || job_id, ${conversionsPrefix} || job_id)
      and e.type in (${sql.unsafe(types)}))`

  // whoever chose otherwise meanwhile need not wait for every row to be told
  const isStillChosen = sql`keeps_hours is not distinct from (
    select (c.data ->> 'hours')::integer from events c
    where c.stream = ${accountPrefix} || owner and c.type = 'RetentionChosen' order by c.version desc limit 1)`

  return {
    async uploadsBefore(time, { limit, except }) {
      return sql<OldUpload[]>`
        select job_id as "jobId", created_at as "createdAt", ${has(requests)} as requested
        from uploads
        where created_at < ${time} and job_id <> all(${[...except]})
          and (keeps_hours <= ${day} or created_at < ${time}::timestamptz - make_interval(hours => keeps_hours - ${day}) or not ${isStillChosen})
        order by created_at limit ${limit}`.then((rows) => [...rows])
    },

    async removeUpload(jobId) {
      await sql`delete from uploads where job_id = ${jobId}`
    },

    async removeClaimsBefore(time) {
      const gone = await sql`delete from uploads where created_at < ${time} and bytes = 0 and not ${has(requests)}`
      return gone.count
    },

    async withoutUpload(jobIds) {
      return sql<Folder[]>`
        select job_id as "jobId", ${has(requests)} as requested,
          exists (select from events e where e.stream = ${filesPrefix} || job_id and e.type = 'FilesDeleted') as deleted
        from unnest(${[...jobIds]}::text[]) as folder (job_id)
        where not exists (select from uploads u where u.job_id = folder.job_id)
          and not exists (
            select from events b join uploads u on u.job_id = b.data ->> 'jobId'
            where b.stream = ${batchPrefix} || folder.job_id and b.type = 'BookAdded')`.then((rows) => [...rows])
    },

    async unendedBefore(time) {
      const rows = await sql<(Omit<RepairJob, 'batch'> & { readonly batch: string | null })[]>`
        select job_id as "jobId", r.data ->> 'owner' as owner, r.data ->> 'upload' as upload,
          (r.data ->> 'bytes')::float8 as bytes, r.data ->> 'mode' as mode, r.data ->> 'plan' as plan, r.data ->> 'batch' as batch
        from uploads join events r on r.stream = ${repairPrefix} || job_id and r.version = 1 and r.type = 'RepairRequested'
        where r.recorded_at < ${time} and not ${has(endings)}
        order by r.recorded_at`
      return rows.map(({ batch, ...job }) => ({ ...job, ...(batch && { batch }) }))
    },

    async unendedConversions(time) {
      const rows = await sql<{ jobId: string; type: string }[]>`
        select job_id as "jobId", r.type from uploads
        join events r on r.stream in (${conversionPrefix} || job_id, ${conversionsPrefix} || job_id) and r.version = 1
          and r.type in ('ConversionRequested', 'ConversionBatchRequested')
        where r.recorded_at < ${time} and not ${has(conversionEndings)}
        order by r.recorded_at`
      const of = (wanted: string) => rows.filter(({ type }) => type === wanted).map(({ jobId }) => jobId)
      return { jobs: of('ConversionRequested'), batches: of('ConversionBatchRequested') }
    },

    async openReservations({ after, before }) {
      return sql<OpenReservation[]>`
        select substr(e.stream, ${ownerAt}) as owner, e.data ->> 'jobId' as "jobId", replace(e.type, 'Reserved', '') as kind, e.version
        from events e
        where e.type in ('ScanReserved', 'RepairReserved') and e.recorded_at > ${after} and e.recorded_at < ${before}
          and not exists (
            select from events n where n.stream = e.stream and n.version > e.version and n.data ->> 'jobId' = e.data ->> 'jobId'
              and n.type in (replace(e.type, 'Reserved', 'Counted'), replace(e.type, 'Reserved', 'Released')))
        order by e.position`.then((rows) => [...rows])
    },

    uploadsOf: (owner, before) => jobsOf(sql, owner, before),

    async forget(owner, at) {
      const isDestroyed = await forgetPerson(sql, owner, at)
      await endSessionsOf(sql, owner, isDestroyed ? undefined : at)
    },

    async unfinishedDeletions(time) {
      return sql<Deletion[]>`
        select substr(e.stream, ${ownerAt}) as owner, e.version as requested from events e
        where e.type = 'AccountDeletionRequested' and e.recorded_at < ${time} and not exists (
          select from events d where d.stream = e.stream and d.id = 'deletion/' || e.version || '/done')
        order by e.recorded_at`.then((rows) => [...rows])
    },

    async sweep() {
      return { sessions: await sweepSessions(sql), people: await sweepPeople(sql) }
    },
  }
}
