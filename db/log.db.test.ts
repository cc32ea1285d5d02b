import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MigratedDatabase, migratedDatabase } from '../tests/migrated.ts'
import { createLog, type Log, WrongVersion } from './log.ts'
import { migrate } from './migrate.ts'

let database: MigratedDatabase
let log: Log
beforeAll(async () => {
  database = await migratedDatabase()
  log = createLog(database.sql)
})
afterAll(() => database?.close())

const fact = (id: string, data: Record<string, unknown> = {}) => ({ id, type: 'Noted', data })

test('an appended event comes back as it went in', async () => {
  const metadata = { actor: 'somebody', correlationId: 'request-1' }
  const data = { text: '‘quoted’', nested: { list: [1, null, true] } }
  const { version, position, repeated } = await log.append('repair-1', [fact('a', data), fact('b')], { metadata })
  expect({ version, repeated }).toEqual({ version: 2, repeated: false })

  const [first, second] = await log.readStream('repair-1')
  expect(first).toEqual({
    position: position - 1n,
    stream: 'repair-1',
    version: 1,
    id: 'a',
    type: 'Noted',
    data,
    metadata,
    recordedAt: expect.any(Date),
  })
  expect(Math.abs(first!.recordedAt.getTime() - Date.now())).toBeLessThan(10_000)
  expect(second).toMatchObject({ version: 2, position })
  expect(await log.readStream('repair-1', { after: 1 })).toEqual([second])
  expect(await log.readAll({ after: position - 1n, limit: 10 })).toEqual([second])
  expect(await log.readAll({ after: 0n, limit: 10, streams: 'account-' })).toEqual([])
  expect(await log.head()).toBe(position)
  expect(await log.readStream('repair-none')).toEqual([])
})

describe('the expected version', () => {
  test('is held against the stream, with both numbers in the sentence', async () => {
    await log.append(
      'repair-7',
      ['a', 'b', 'c', 'd'].map((id) => fact(id)),
      { expectedVersion: 0 },
    )
    const append = log.append('repair-7', [fact('e')], { expectedVersion: 3 })
    await expect(append).rejects.toThrow(WrongVersion)
    await expect(append).rejects.toThrow('Stream repair-7 is at version 4, not 3')
    await expect(append).rejects.toMatchObject({ actual: 4, expected: 3, stream: 'repair-7' })
    expect(await log.readStream('repair-7')).toHaveLength(4)
  })

  test('has exactly one winner, however many try', async () => {
    const tries = Array.from({ length: 20 }, (_, i) => log.append('account-race', [fact(`try-${i}`)], { expectedVersion: 0 }))
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongVersion)
    expect(await log.readStream('account-race')).toHaveLength(1)
  })
})

describe('an append tried again', () => {
  test('is the same append, also when its expected version is long past', async () => {
    const events = [fact('x/1'), fact('x/2')]
    const first = await log.append('repair-again', events, { expectedVersion: 0 })
    await log.append('repair-again', [fact('x/3')])
    expect(await log.append('repair-again', events, { expectedVersion: 0 })).toEqual({ ...first, repeated: true })
    expect(await log.readStream('repair-again')).toHaveLength(3)
  })

  test('is stored once when all tries come at the same time', async () => {
    const tries = Array.from({ length: 16 }, () => log.append('repair-hasty', [fact('only')], { expectedVersion: 0 }))
    const results = await Promise.all(tries)
    expect(new Set(results.map(({ position }) => position)).size).toBe(1)
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await log.readStream('repair-hasty')).toHaveLength(1)
  })

  test('adds what is new beside what was stored', async () => {
    await log.append('repair-more', [fact('1')])
    expect(await log.append('repair-more', [fact('1'), fact('2')])).toMatchObject({ version: 2, repeated: false })
    expect((await log.readStream('repair-more')).map(({ id, version }) => [id, version])).toEqual([
      ['1', 1],
      ['2', 2],
    ])
  })

  test('is nothing to another stream: ids belong to theirs', async () => {
    await log.append('account-a', [fact('job')])
    expect(await log.append('account-b', [fact('job')], { expectedVersion: 0 })).toMatchObject({ version: 1, repeated: false })
  })
})

test('nothing is refused quietly: no events, no type, a book in an event', async () => {
  await expect(log.append('repair-bad', [])).rejects.toThrow('Nothing to append to stream repair-bad')
  await expect(log.append('repair-bad', [{ id: '1', type: '', data: {} }])).rejects.toThrow('events_type_check')
  await expect(log.append('repair-bad', [fact('1', { text: 'book '.repeat(10_000) })])).rejects.toThrow('events_data_check')
  expect(await log.readStream('repair-bad')).toEqual([])
})

describe('what was recorded', () => {
  const changes = [
    'update events set data = default',
    'delete from events',
    'truncate events',
    "update events set type = 'x' where false",
  ]

  test.each(changes)('stays, whatever the service tries: %s', async (statement) => {
    await expect(database.sql.unsafe(statement)).rejects.toThrow('permission denied')
  })

  test.each(changes)("stays, also for the owner's plain statement: %s", async (statement) => {
    const before = await log.head()
    await expect(database.ownerSql.unsafe(statement)).rejects.toThrow('The log is append-only')
    expect(await log.head()).toBe(before)
  })

  test('stays when the service tries to change the tables instead', async () => {
    await expect(database.sql`drop table events`).rejects.toThrow('must be owner')
    await expect(database.sql`alter table events disable trigger all`).rejects.toThrow('must be owner')
    await expect(database.sql`create table public.mine (a int)`).rejects.toThrow('permission denied')
  })
})

test('migrations are applied once, also by eight processes at the same time', async () => {
  const fresh = await migratedDatabase()
  try {
    const again = await Promise.all(
      Array.from({ length: 8 }, () => migrate(fresh.ownerSql, { serviceRole: 'bookmender_service' })),
    )
    expect(again.flat()).toEqual([])
    await fresh.ownerSql`update migrations set sha256 = 'other' where name = '001-log.sql'`
    await expect(migrate(fresh.ownerSql)).rejects.toThrow('Migration 001-log.sql was applied with other contents')
  } finally {
    await fresh.close()
  }
})
