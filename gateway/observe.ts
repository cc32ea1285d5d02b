import type { Sql } from '../db/connect.ts'
import type { Config } from './config.ts'
import type { IdentityProvider } from './provider.ts'
import { exposure, type Observed } from './safe-start.ts'

/**
 * Asks the parts themselves whether they are those of `npm start`, whatever their addresses look like. Only where strangers
 * could reach this process: there a database that does not answer keeps it from starting.
 */
export async function observe(config: Config, sql: Sql, provider: IdentityProvider): Promise<Observed> {
  if (exposure(config) === undefined) return { databaseIsLocal: false, providerIsLocal: false }
  const [database, providerIsLocal] = await Promise.all([
    sql<{ local: string | null }[]>`select current_setting('bookmender.local', true) as local`.then(
      ([row]) => row?.local === 'on',
      () => undefined,
    ),
    // one that does not answer yet is asked again before anybody signs in by it
    provider.isLocal().catch(() => false),
  ])
  return { databaseIsLocal: database, providerIsLocal }
}
