import { connect, type Sql } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

export interface MigratedDatabase extends FreshDatabase {
  /** As the service: may append and read. */
  readonly sql: Sql
  readonly ownerSql: Sql
  /** One more pool, such as another process would have; ended with the rest. */
  readonly connectAgain: (max?: number) => Sql
  readonly close: () => Promise<void>
}

export const masterKey = 'a master key of tests, 32 characters or more'

/** A database of its own with today's tables, and pools for both roles. */
export async function migratedDatabase({ max = 8 } = {}): Promise<MigratedDatabase> {
  const database = await freshDatabase()
  const pools: Sql[] = []
  const open = (url: string, size: number) => {
    const sql = connect(url, { max: size, applicationName: 'test' })
    pools.push(sql)
    return sql
  }
  const ownerSql = open(database.ownerUrl, 2)
  await migrate(ownerSql, { serviceRole: 'bookmender_service' })
  return {
    ...database,
    sql: open(database.url, max),
    ownerSql,
    connectAgain: (size = 4) => open(database.url, size),
    close: async () => {
      await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })))
      await database.drop()
    },
  }
}
