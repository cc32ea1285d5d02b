import type { EventMetadata, NewEvent, Recorded } from '../contract/event.ts'
import { json, type Runner, type Sql } from './connect.ts'
import { patiently } from './transient.ts'

/** Somebody else appended first: fold the stream again and decide again. */
export class WrongVersion extends Error {
  override name = 'WrongVersion'
  readonly stream: string
  readonly actual: number
  readonly expected: number

  constructor(stream: string, actual: number, expected: number) {
    super(`Stream ${stream} is at version ${actual}, not ${expected}`)
    this.stream = stream
    this.actual = actual
    this.expected = expected
  }
}

export interface AppendOptions {
  /** The version that the decision was made on; 0 for a stream that must not exist yet. */
  readonly expectedVersion?: number
  readonly metadata?: EventMetadata
}

export interface Appended {
  /** Of the last event of this append in its stream. */
  readonly version: number
  readonly position: bigint
  /** All of these events were stored by an earlier try; nothing was added. */
  readonly repeated: boolean
}

export interface ReadAll {
  /** Last position already seen; 0n from the beginning. */
  readonly after: bigint
  readonly limit: number
  /** Only streams whose name begins so, like `repair-`. */
  readonly streams?: string
}

export interface Log {
  append(stream: string, events: readonly NewEvent[], options?: AppendOptions): Promise<Appended>
  /** In order of version; an unknown stream is empty. */
  readStream(stream: string, options?: { readonly after?: number; readonly limit?: number }): Promise<Recorded[]>
  readAll(options: ReadAll): Promise<Recorded[]>
  /** Position of the newest event; 0n when there is none. */
  head(): Promise<bigint>
}

interface Row {
  readonly position: bigint
  readonly stream: string
  readonly version: number
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
  readonly metadata: EventMetadata
  readonly recordedAt: Date
}

const columns = (sql: Runner) => sql`position, stream, version, id, type, data, metadata, recorded_at as "recordedAt"`

/** Also inside a transaction, where a projection reads what it is about to fold. */
export const readAllWith = (sql: Runner, { after, limit, streams = '' }: ReadAll): Promise<Recorded[]> =>
  sql<Row[]>`
    select ${columns(sql)} from events
    where position > ${after} ${streams ? sql`and starts_with(stream, ${streams})` : sql``}
    order by position limit ${limit}`.then((rows) => [...rows])

export const headWith = async (sql: Runner): Promise<bigint> => {
  const [row] = await sql<{ head: bigint }[]>`select coalesce(max(position), 0) as head from events`
  return row!.head
}

const readStreamWith = (sql: Runner, stream: string, after: number, limit: number | null): Promise<Recorded[]> =>
  sql<Row[]>`
    select ${columns(sql)} from events where stream = ${stream} and version > ${after} order by version limit ${limit}
  `.then((rows) => [...rows])

const isWrongVersion = (error: unknown): error is Error & { detail: string } =>
  error instanceof Error && 'code' in error && error.code === 'BM001'

/** The append-only log. `append` is one statement, so it is all or nothing, and safe to repeat. */
export function createLog(sql: Sql): Log {
  return {
    async append(stream, events, { expectedVersion, metadata = {} } = {}) {
      if (events.length === 0) throw new TypeError(`Nothing to append to stream ${stream}`)
      const rows = events.map(({ id, type, data }) => ({ id, type, data }))
      try {
        const [appended] = await patiently(
          () => sql<Appended[]>`
            select version, position, repeated
            from append(${stream}, ${expectedVersion ?? null}, ${json(sql, rows)}, ${json(sql, metadata)})`,
        )
        return { ...appended! }
      } catch (error) {
        if (isWrongVersion(error)) throw new WrongVersion(stream, Number(error.detail), expectedVersion!)
        throw error
      }
    },
    readStream: (stream, { after = 0, limit } = {}) => patiently(() => readStreamWith(sql, stream, after, limit ?? null)),
    readAll: (options) => patiently(() => readAllWith(sql, options)),
    head: () => patiently(() => headWith(sql)),
  }
}
