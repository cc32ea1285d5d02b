import postgres from 'postgres'

export type Types = { bigint: bigint; texts: string[] }
/** A pool of connections; `bigint` columns (positions, sizes) come back as BigInt. */
export type Sql = postgres.Sql<Types>
/** What runs a statement: the pool, or one transaction of it. */
export type Runner = postgres.ISql<Types>

export interface ConnectOptions {
  /** Most connections; 10 unless told. */
  readonly max?: number
  /** Shown in `pg_stat_activity`, so that an operator sees which process holds what. */
  readonly applicationName: string
  /** Longest a statement may run, in ms; a minute unless told, 0 for migrations. */
  readonly statementTimeout?: number
}

/**
 * `text[]` and `uuid[]` by their own numbers. The driver would ask the server for all array types on each new connection,
 * and a connection that is cut just then ends the process.
 */
const textArrays = {
  to: 1009,
  from: [1009, 2951],
  serialize: (texts: readonly string[]) => `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`,
  parse: (text: string) =>
    Array.from(
      text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,{}]+)/g),
      ([, quoted, bare]) => quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
    ),
}

/**
 * Every write of a process that runs on is one statement, so it is all or nothing by itself. `begin` and `reserve` are for
 * programs that end: when the database cuts such a connection, this driver ends the process (porsager/postgres, 1208).
 *
 * Time-outs stand on the connection: nobody waits for ever for a lock, and nobody keeps one (the log's lock above all)
 * while doing something else.
 */
export const connect = (url: string, { max = 10, applicationName, statementTimeout = 60_000 }: ConnectOptions): Sql =>
  postgres(url, {
    max,
    types: { bigint: postgres.BigInt, texts: textArrays },
    fetch_types: false,
    connect_timeout: 10,
    onnotice: () => {},
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 15_000,
      statement_timeout: statementTimeout,
    },
  })

/** Any plain data for a `jsonb` parameter: a value already stringified would be stored as a string. */
export const json = (sql: Runner, value: unknown) => sql.json(value as postgres.JSONValue)
