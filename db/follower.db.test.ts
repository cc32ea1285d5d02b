import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import { type MigratedDatabase, migratedDatabase } from '../tests/migrated.ts'
import { connect } from './connect.ts'
import { createFollower, type Follower } from './follower.ts'
import { createLog, type Log } from './log.ts'

let database: MigratedDatabase
let log: Log
let follower: Follower
let ending = new AbortController()
beforeAll(async () => {
  database = await migratedDatabase()
  log = createLog(database.sql)
  follower = createFollower(database.connectAgain())
})
afterEach(() => {
  ending.abort()
  ending = new AbortController()
})
afterAll(async () => {
  await follower?.close()
  await database?.close()
})

const fact = (id: string) => ({ id, type: 'Noted', data: {} })

async function until(met: () => boolean, within = 10_000) {
  const end = Date.now() + within
  while (!met()) {
    if (Date.now() > end) throw new Error('It did not happen in time')
    await pause(5)
  }
}

function collect(after: bigint | 'end', streams?: string) {
  const seen: Recorded[] = []
  const done = follower.follow({ after, streams, signal: ending.signal, onEvents: (events) => void seen.push(...events) })
  return { seen, done }
}

test('400 appends on 8 connections: none missed, none twice, in order', async () => {
  const begin = await log.head()
  const live = collect(begin)
  const pools = Array.from({ length: 8 }, () => database.connectAgain(1))
  await Promise.all(
    pools.map(async (sql, pool) => {
      const own = createLog(sql)
      for (let i = 0; i < 50; i++) await own.append(`repair-many-${i % 7}`, [fact(`${pool}/${i}`)])
    }),
  )
  await until(() => live.seen.length >= 400)
  await pause(100)
  expect(live.seen).toEqual(await log.readAll({ after: begin, limit: 1000 }))
  expect(live.seen).toHaveLength(400)
  expect(new Set(live.seen.map(({ stream, id }) => `${stream} ${id}`)).size).toBe(400)
  for (const stream of new Set(live.seen.map((event) => event.stream))) {
    const versions = live.seen.filter((event) => event.stream === stream).map(({ version }) => version)
    expect(versions).toEqual(versions.map((_, index) => index + 1))
  }
})

test('a transaction that is slow to commit leaves no gap behind the faster ones', async () => {
  const begin = await log.head()
  const live = collect(begin)
  const inserted = Promise.withResolvers<void>()
  const slow = database.sql.begin(async (tx) => {
    await tx`select append('repair-slow', null, '[{"id":"slow","type":"Noted","data":{}}]', '{}')`
    inserted.resolve()
    await pause(400)
  })
  await inserted.promise
  const fast = Promise.all(['1', '2', '3'].map((id) => log.append('repair-fast', [fact(id)])))
  await pause(150)
  expect(live.seen).toEqual([])
  await Promise.all([slow, fast])
  await until(() => live.seen.length === 4)
  expect(live.seen[0]!.id).toBe('slow')
})

test('a plain insert beside the function waits its turn as well', async () => {
  const begin = await log.head()
  const live = collect(begin)
  const inserted = Promise.withResolvers<void>()
  const slow = database.sql.begin(async (tx) => {
    await tx`insert into events (stream, version, id, type, data) values ('repair-plain', 1, 'plain', 'Noted', '{}')`
    inserted.resolve()
    await pause(300)
  })
  await inserted.promise
  await Promise.all([slow, log.append('repair-after-plain', [fact('after')])])
  await until(() => live.seen.length === 2)
  expect(live.seen.map(({ id }) => id)).toEqual(['plain', 'after'])
})

test('an append that was rolled back is never seen', async () => {
  const live = collect('end')
  await pause(100)
  await database.sql
    .begin(async (tx) => {
      await tx`select append('repair-undone', null, '[{"id":"undone","type":"Noted","data":{}}]', '{}')`
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await log.append('repair-kept', [fact('kept')])
  await until(() => live.seen.length === 1)
  expect(live.seen.map(({ id }) => id)).toEqual(['kept'])
})

test('the listener dies: what is appended meanwhile arrives, and notices are heard again', async () => {
  const live = collect('end')
  await pause(100)
  await log.append('repair-cut', [fact('before')])
  await until(() => live.seen.length === 1)

  const admin = connect(database.superuserUrl, { max: 1, applicationName: 'admin' })
  try {
    const killed =
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
    expect(killed.length).toBeGreaterThan(0)
    await log.append('repair-cut', [fact('meanwhile')])
    await until(() => live.seen.length === 2, 4000)

    await pause(1500)
    const began = performance.now()
    await log.append('repair-cut', [fact('after')])
    await until(() => live.seen.length === 3)
    expect(performance.now() - began).toBeLessThan(1500)
    expect(live.seen.map(({ version }) => version)).toEqual([1, 2, 3])
  } finally {
    await admin.end()
  }
})

test('every connection dies while reading: the follower goes on where it was', async () => {
  const begin = await log.head()
  const live = collect(begin)
  const admin = connect(database.superuserUrl, { max: 1, applicationName: 'admin' })
  try {
    for (let round = 0; round < 5; round++) {
      await log.append('repair-storm', [fact(`${round}/a`), fact(`${round}/b`)])
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'bookmender_service'`
      await log.append('repair-storm', [fact(`${round}/c`)])
    }
    await until(() => live.seen.length >= 15)
    expect(live.seen.map(({ version }) => version)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  } finally {
    await admin.end()
  }
})

test('a stream is followed from any version, while it grows, by many at once, each event once', async () => {
  const followers = Array.from({ length: 60 }, (_, index) => {
    const seen: number[] = []
    const after = index % 5
    const stream = `repair-followed-${index % 3}`
    void follower.followStream(stream, { after, signal: ending.signal, onEvent: ({ version }) => void seen.push(version) })
    return { seen, after }
  })
  const append = async (stream: string) => {
    for (let i = 0; i < 40; i++) await log.append(stream, [fact(`${i}`)])
  }
  await Promise.all([0, 1, 2].map((number) => append(`repair-followed-${number}`)))
  await until(() => followers.every(({ seen, after }) => seen.length >= 40 - after))
  await pause(50)
  for (const { seen, after } of followers) expect(seen).toEqual(Array.from({ length: 40 - after }, (_, i) => after + i + 1))
})

test('followers of streams that come and go between appends miss nothing', async () => {
  let appended = 0
  const writing = (async () => {
    for (; appended < 300; appended++) await log.append('repair-busy', [fact(`${appended}`)])
  })()
  while (appended < 300) {
    const before = appended
    const seen: number[] = []
    const own = new AbortController()
    const done = follower.followStream('repair-busy', {
      after: before,
      signal: own.signal,
      onEvent: ({ version }) => void seen.push(version),
    })
    await until(() => seen.length >= Math.min(5, 300 - before))
    own.abort()
    await done
    expect(seen).toEqual(seen.map((_, index) => before + index + 1))
  }
  await writing
})

test('what is appended in the very moment that a stream is first followed arrives, though nothing comes after it', async () => {
  for (let round = 0; round < 150; round++) {
    const stream = `repair-moment-${round}`
    const seen: number[] = []
    const own = new AbortController()
    const done = follower.followStream(stream, {
      after: 0,
      signal: own.signal,
      onEvent: ({ version }) => void seen.push(version),
    })
    if (round % 3) await pause((round % 10) / 2)
    await log.append(stream, [fact('only')])
    await until(() => seen.length === 1, 3000)
    own.abort()
    await done
  }
})

test('a slow reader of one stream gets everything, in order, though it cannot keep up', async () => {
  const seen: number[] = []
  void follower.followStream('repair-slow-reader', {
    after: 0,
    signal: ending.signal,
    onEvent: async ({ version }) => {
      if (version % 100 === 1) await pause(200)
      seen.push(version)
    },
  })
  await pause(100)
  for (let i = 0; i < 20; i++)
    await log.append(
      'repair-slow-reader',
      Array.from({ length: 50 }, (_, j) => fact(`${i}/${j}`)),
    )
  await until(() => seen.length >= 1000)
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
})

test('what a reader throws ends its following, and nobody else’s', async () => {
  const live = collect('end')
  await pause(50)
  const failing = follower.followStream('repair-failing', {
    after: 0,
    signal: ending.signal,
    onEvent: () => {
      throw new Error('cannot read this')
    },
  })
  // heard from now on: it may fail before the append below has its answer
  const failed = expect(failing).rejects.toThrow('cannot read this')
  await log.append('repair-failing', [fact('1')])
  await failed
  await until(() => live.seen.length === 1)
})
