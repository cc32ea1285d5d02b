import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

export type FreshDatabase = {
  /** The service's role, as `DATABASE_URL`. */
  readonly url: string
  /** The owner of the database, as `DATABASE_OWNER_URL`: migrate with it. */
  readonly ownerUrl: string
  /** For what neither may do, such as ending another's session. */
  readonly superuserUrl: string
  readonly drop: () => Promise<void>
}

/** An empty database on the real Postgres of this test run; each test file takes its own and drops it at the end. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = (statement: string) => {
    const sql = postgres(server.superuserUrl, { max: 1, onnotice: () => {} })
    return sql.unsafe(statement).finally(() => sql.end())
  }
  await admin(`create database ${name} owner bookmender_owner`)
  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    url: named(server.url),
    ownerUrl: named(server.ownerUrl),
    superuserUrl: named(server.superuserUrl),
    drop: () => admin(`drop database ${name} with (force)`).then(() => undefined),
  }
}
