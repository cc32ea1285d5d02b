import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountStream } from '../contract/events/account.ts'
import { repairStream } from '../contract/events/repair.ts'
import type { Sql } from '../db/connect.ts'
import { backupKeys, restoreKeys } from '../db/keys.ts'
import { createLog } from '../db/log.ts'
import { createPeople } from '../db/people.ts'
import { catalogue } from '../projections/catalogue.ts'
import { advance } from '../projections/runner.ts'
import { addMissing } from '../projections/store.ts'
import { compareWithRebuild } from './faults/rebuilt.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from './migrated.ts'

/*
 * The backup of docs/operations.md, and what is left after the database was lost: a dump without the keys of people, and those
 * from a backup of their own. Postgres' own programs are not among the packages, so the rows are copied as a dump has them.
 */
let lost: MigratedDatabase
let fresh: MigratedDatabase
const folder = mkdtempSync(join(tmpdir(), 'bookmender-backup-'))
beforeAll(async () => {
  ;[lost, fresh] = await Promise.all([migratedDatabase(), migratedDatabase()])
})
afterAll(async () => {
  await Promise.all([lost?.close(), fresh?.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** What a dump does, row by row: positions, versions and times as they were, and numbering goes on after them. */
async function copyRows() {
  const tables = await lost.ownerSql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('person_keys', 'migrations', 'schema_migrations')`
  for (const { name } of tables) {
    const [row] = await lost.ownerSql<{ rows: string | null }[]>`select json_agg(t)::text as rows from ${lost.ownerSql(name)} t`
    if (!row?.rows) continue
    await fresh.ownerSql`
      insert into ${fresh.ownerSql(name)} overriding system value
      select * from json_populate_recordset(null::${fresh.ownerSql(name)}, ${row.rows}::text::json) on conflict do nothing`
  }
  await fresh.ownerSql`select setval(pg_get_serial_sequence('events', 'position'), (select max(position) from events))`
}

async function fold(sql: Sql) {
  await addMissing(
    sql,
    catalogue.map(({ name }) => name),
  )
  while ((await advance(sql, catalogue)) !== 'nothing');
}

test('what was lost is there again: the log, the views, and who people are, once their keys are put back', async () => {
  const people = createPeople(lost.sql, { masterKey })
  const person = { issuer: 'https://id.test', subject: 's', email: 'kept@example.test', firstName: 'Kept', lastName: null }
  const { id } = await people.findOrCreate(person)
  const sealed = await people.seal(id, 'My Diary.epub')
  const log = createLog(lost.sql)
  const jobId = randomUUID()
  await log.append(accountStream(id), [{ id: 'opened', type: 'AccountOpened', data: {} }])
  await log.append(repairStream(jobId), [
    { id: 'r', type: 'RepairRequested', data: { owner: id, upload: 'u/v', bytes: 10, mode: 'deep-analysis', plan: 'pro' } },
    { id: 's', type: 'StageStarted', data: { stage: 'extraction', attempt: 1 } },
  ])
  await fold(lost.sql)
  const { file } = await backupKeys(lost.ownerSql, folder)
  const before = await log.readAll({ after: 0n, limit: 1000 })

  await copyRows()
  const restored = createPeople(fresh.sql, { masterKey })
  expect(await restored.open(id, sealed)).toBeUndefined()
  await restoreKeys(fresh.ownerSql, JSON.parse(readFileSync(file, 'utf8')))

  const again = createLog(fresh.sql)
  expect(await again.readAll({ after: 0n, limit: 1000 })).toEqual(before)
  expect(await restored.open(id, sealed)).toBe('My Diary.epub')
  expect(await restored.findOrCreate(person)).toEqual({ id, created: false })
  const next = await again.append(repairStream(jobId), [
    { id: 't', type: 'StageCompleted', data: { stage: 'extraction', attempt: 1 } },
  ])
  expect([next.version, next.position > before.at(-1)!.position]).toEqual([3, true])
  await fold(fresh.sql)
  expect((await compareWithRebuild(fresh.sql)).different).toEqual([])
})
