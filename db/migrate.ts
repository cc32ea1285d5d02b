import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Runner, type Sql } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/** What the service's role may do: the log takes and gives, nothing more. */
const rights = {
  events: 'select, insert',
  people: 'select, insert, update, delete',
  person_keys: 'select, insert, update, delete',
  house_keys: 'select, insert, update',
  uploads: 'select, insert, update, delete',
  sessions: 'select, insert, update, delete',
  projections: 'select, insert, update, delete',
  views: 'select, insert, update, delete',
} as const

const readMigrations = async () =>
  Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map(async (name) => {
        const text = await readFile(new URL(name, folder), 'utf8')
        return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
      }),
  )

class ChangedMigration extends Error {
  override name = 'ChangedMigration'
}

async function applyMissing(sql: Runner) {
  await sql`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now()
  )`
  const applied = new Map(
    (await sql<{ name: string; sha256: string }[]>`select name, sha256 from migrations`).map((row) => [row.name, row.sha256]),
  )
  const added: string[] = []
  for (const { name, text, sha256 } of await readMigrations()) {
    const before = applied.get(name)
    if (before === sha256) continue
    if (before)
      throw new ChangedMigration(`Migration ${name} was applied with other contents; add a new one instead of changing it`)
    await sql.unsafe(text)
    await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`
    added.push(name)
  }
  return added
}

async function grantRights(sql: Runner, role: string) {
  const [known] = await sql`select 1 from pg_roles where rolname = ${role}`
  if (!known) return
  await sql`grant usage on schema public to ${sql(role)}`
  await sql`revoke all on all tables in schema public from ${sql(role)}`
  for (const [table, verbs] of Object.entries(rights)) await sql`grant ${sql.unsafe(verbs)} on ${sql(table)} to ${sql(role)}`
  await sql`grant execute on all functions in schema public to ${sql(role)}`
}

/** Brings the database to today's shape, once however many start at the same time; answers with what was applied. */
export const migrate = (ownerSql: Sql, { serviceRole }: { readonly serviceRole?: string } = {}): Promise<string[]> =>
  ownerSql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(7710002)`
    const added = await applyMissing(sql)
    if (serviceRole) await grantRights(sql, serviceRole)
    return added
  }) as Promise<string[]>

if (import.meta.main) {
  const url = process.env.DATABASE_OWNER_URL
  if (!url) throw new Error('Set DATABASE_OWNER_URL to the connection string of the role that owns the tables')
  const sql = connect(url, { max: 1, applicationName: 'migrate', statementTimeout: 0 })
  const added = await migrate(sql, { serviceRole: process.env.DATABASE_SERVICE_ROLE ?? 'bookmender_service' })
  console.log(JSON.stringify({ msg: 'migrated', added }))
  await sql.end()
}
