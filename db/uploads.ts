import type { Sql } from './connect.ts'
import type { People } from './people.ts'

export interface Upload {
  readonly jobId: string
  readonly owner: string
  readonly blobKey: string
  readonly bytes: number
  /** Undefined once the owner was forgotten. */
  readonly fileName: string | undefined
  readonly createdAt: Date
  /** As promised; the rounds of retention come a little earlier. */
  readonly keptUntil: Date
}

export interface NewUpload {
  readonly jobId: string
  readonly owner: string
  readonly blobKey: string
  readonly bytes: number
  /** As the person's computer named it. */
  readonly fileName: string
  /** How long it may be kept, in hours; a day unless told. */
  readonly keepsHours?: number
}

/** The job id belongs to somebody else; told to nobody but the log of the gateway. */
export class JobIdTaken extends Error {
  override name = 'JobIdTaken'
  constructor(jobId: string) {
    super(`Job ${jobId} belongs to another account`)
  }
}

export interface Uploads {
  /** Again with the same job and owner = the same upload; the newer size and name stand. */
  record(upload: NewUpload): Promise<Upload>
  byJob(jobId: string): Promise<Upload | undefined>
  /** By job id; jobs of others and unreadable names are left out. */
  fileNamesOf(owner: string, jobIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  remove(jobId: string): Promise<void>
  /** Those of one person, the oldest first; `before` leaves out what came since. */
  ofOwner(owner: string, options?: { readonly before?: Date }): Promise<string[]>
  /** Another choice how long the person's books are kept holds for those that are there. */
  keepAll(owner: string, hours: number): Promise<void>
}

interface Row {
  readonly jobId: string
  readonly owner: string
  readonly blobKey: string
  readonly bytes: bigint
  readonly fileName: Buffer
  readonly createdAt: Date
  readonly keptUntil: Date
}

/** Needs no key, unlike the rest. */
export async function jobsOf(sql: Sql, owner: string, before?: Date): Promise<string[]> {
  const rows = await sql<{ jobId: string }[]>`
    select job_id as "jobId" from uploads
    where owner = ${owner} ${before ? sql`and created_at <= ${before}` : sql``} order by created_at`
  return rows.map(({ jobId }) => jobId)
}

/** Names of files are what people typed: they stand here, sealed, and nowhere else. */
export function createUploads(sql: Sql, people: People): Uploads {
  const columns = sql`job_id as "jobId", owner, blob_key as "blobKey", bytes, file_name as "fileName", created_at as "createdAt",
    created_at + make_interval(hours => keeps_hours) as "keptUntil"`
  const shown = async (row: Row): Promise<Upload> => ({
    ...row,
    bytes: Number(row.bytes),
    fileName: await people.open(row.owner, row.fileName),
  })

  return {
    async record({ jobId, owner, blobKey, bytes, fileName, keepsHours = 24 }) {
      const sealed = await people.seal(owner, fileName)
      const [row] = await sql<Row[]>`
        insert into uploads (job_id, owner, blob_key, bytes, file_name, keeps_hours)
        values (${jobId}, ${owner}, ${blobKey}, ${bytes}, ${sealed}, ${keepsHours})
        on conflict (job_id) do update set blob_key = excluded.blob_key, bytes = excluded.bytes,
          file_name = excluded.file_name, keeps_hours = excluded.keeps_hours
          where uploads.owner = excluded.owner
        returning ${columns}`
      if (!row) throw new JobIdTaken(jobId)
      return shown(row)
    },

    async byJob(jobId) {
      const [row] = await sql<Row[]>`select ${columns} from uploads where job_id = ${jobId}`
      return row && shown(row)
    },

    async fileNamesOf(owner, jobIds) {
      if (jobIds.length === 0) return new Map()
      const rows = await sql<Row[]>`select ${columns} from uploads where owner = ${owner} and job_id = any(${[...jobIds]})`
      const names = await people.openAll(
        owner,
        rows.map((row) => row.fileName),
      )
      return new Map(rows.flatMap(({ jobId }, index) => (names[index] === undefined ? [] : [[jobId, names[index]] as const])))
    },

    async remove(jobId) {
      await sql`delete from uploads where job_id = ${jobId}`
    },

    ofOwner: (owner, { before } = {}) => jobsOf(sql, owner, before),

    async keepAll(owner, hours) {
      await sql`update uploads set keeps_hours = ${hours} where owner = ${owner}`
    },
  }
}
