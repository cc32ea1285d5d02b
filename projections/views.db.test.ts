import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { NewEvent } from '../contract/event.ts'
import { connect } from '../db/connect.ts'
import { createFollower, type Follower } from '../db/follower.ts'
import { createLog, type Log } from '../db/log.ts'
import { type MigratedDatabase, migratedDatabase } from '../tests/migrated.ts'
import { catalogue } from './catalogue.ts'
import { FoldFailed } from './fold.ts'
import { history } from './history.ts'
import { type AnyProjection, defineProjection } from './projection.ts'
import { AlreadyRebuilding, rebuild } from './rebuild.ts'
import { advance, readLag, runProjections } from './runner.ts'
import { addMissing, beginRebuild, takeOver } from './store.ts'
import { createViews } from './views.ts'

let database: MigratedDatabase
let log: Log
let follower: Follower
let ending = new AbortController()
const running: Promise<void>[] = []
beforeAll(async () => {
  database = await migratedDatabase()
  log = createLog(database.sql)
  follower = createFollower(database.connectAgain())
})
afterEach(async () => {
  ending.abort()
  await Promise.all(running.splice(0))
  ending = new AbortController()
})
afterAll(async () => {
  await follower?.close()
  await database?.close()
})

async function until(met: () => Promise<boolean> | boolean, within = 30_000) {
  const end = Date.now() + within
  while (!(await met())) {
    if (Date.now() > end) throw new Error('It did not happen in time')
    await pause(10)
  }
}

const run = (projections: readonly AnyProjection[] = catalogue, onFailure: (error: FoldFailed) => void = () => {}) => {
  const done = runProjections(database.connectAgain(), projections, { follower, signal: ending.signal, onFailure })
  running.push(done)
  return done
}

const caughtUp = () => until(async () => (await readLag(database.sql)).every(({ events }) => events === 0))

/** All live views, as readers see them. */
const views = async (names = catalogue.map(({ name }) => name)) => {
  const rows = await database.sql<{ projection: string; key: string; document: object; owner: string | null; at: Date | null }[]>`
    select v.projection, v.key, v.document, v.owner, v.at
    from views v join projections p on p.live and p.name = v.projection and p.generation = v.generation
    where v.projection = any(${names})`
  return new Map(rows.map(({ projection, key, ...view }) => [`${projection} ${key}`, view]))
}

/** The same from nothing but the log, folded in memory. */
const foldedFromLog = async () => {
  const folded = new Map<string, object>()
  const events = await log.readAll({ after: 0n, limit: 1_000_000 })
  for (const projection of catalogue)
    for (const event of events) {
      const key = projection.key(event)
      if (key === undefined) continue
      const place = `${projection.name} ${key}`
      const after = projection.evolve(folded.get(place), event)
      if (after) folded.set(place, after)
      else folded.delete(place)
    }
  const indexed = [...folded].map(([place, document]) => {
    const { owner, at } = catalogue.find(({ name }) => place.startsWith(`${name} `))!.index(document)
    return [place, { document, owner: owner ?? null, at: at === undefined ? null : new Date(at) }] as const
  })
  return new Map(indexed)
}

const scores = { overallScore: 90, structureScore: 90, contentScore: 90, metadataScore: 90, compatibilityScore: 90 }
const stages = ['extraction', 'validation', 'repair', 'quality'] as const

/** One job as it really goes, with variety by number: 13 to 20 events in three streams. */
function jobEvents(number: number): [stream: string, events: NewEvent[]][] {
  const jobId = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
  const owner = `owner-${number % 40}`
  const outcome = (['valid', 'sound', 'improved'] as const)[number % 3]!
  const make = (type: string, data: Record<string, unknown>, index: number | string = type): NewEvent => ({
    id: `${jobId}/${index}`,
    type,
    data,
  })
  const steps = stages.flatMap((stage) => [
    make('StageStarted', { stage, attempt: 1 }, `${stage}/start`),
    ...(number % 2 ? [make('StageProgressed', { stage, attempt: 1, progress: 50 }, `${stage}/50`)] : []),
    make('StageCompleted', { stage, attempt: 1 }, `${stage}/end`),
  ])
  const ending =
    number % 7 === 0
      ? make('RepairFailed', { code: 'drm', stage: 'extraction', reference: `R-${number}` }, 'end')
      : make(
          'RepairCompleted',
          {
            outcome,
            engine: 'primary',
            result: `jobs/${jobId}/result.epub`,
            report: `jobs/${jobId}/report.json`,
            found: number % 90,
            fixed: number % 80,
            errorsBefore: 3,
            errorsAfter: 0,
            wordsKept: true,
            judge: 'epubcheck 5.3',
            sha256Before: 'aa',
          },
          'end',
        )
  return [
    [`account-${owner}`, [make('RepairReserved', { jobId })]],
    [
      `repair-${jobId}`,
      [
        make('RepairRequested', {
          owner,
          upload: `jobs/${jobId}/upload.epub`,
          bytes: number,
          mode: 'deep-analysis',
          plan: 'pro',
        }),
        ...steps,
        make('QualityScored', { before: scores, after: scores, compatibility: { kindle: true } }),
        ending,
      ],
    ],
    [`account-${owner}`, [make(number % 7 === 0 ? 'RepairReleased' : 'RepairCounted', { jobId })]],
    ...(number % 5 === 0 ? [[`files-${jobId}`, [make('FilesDeleted', { reason: 'expired' })]] as [string, NewEvent[]]] : []),
  ]
}

let nextJob = 0
async function writeEvents(count: number, eachAppend?: () => void) {
  let written = 0
  const writer = async () => {
    while (written < count)
      for (const [stream, events] of jobEvents(nextJob++)) {
        // one by one, as activities do it
        for (let i = 0; i < events.length; i += 3) {
          const some = events.slice(i, i + 3)
          written += some.length
          await log.append(stream, some)
          eachAppend?.()
        }
      }
  }
  await Promise.all(Array.from({ length: 6 }, writer))
}

test('10,000 events folded live, folded from the log, and rebuilt while more are written, give the same views', async () => {
  run()
  run()
  await writeEvents(10_000)
  await caughtUp()
  const live = await views()
  expect(await log.head()).toBeGreaterThanOrEqual(10_000n)
  expect(live.size).toBeGreaterThan(1000)
  expect(live).toEqual(await foldedFromLog())

  let rebuilding = true
  const writing = (async () => {
    while (rebuilding) await writeEvents(200)
  })()
  for (const projection of catalogue) {
    const { events, seconds } = await rebuild(database.connectAgain(), projection, { batch: 1000 })
    console.log(`rebuild of ${projection.name} under writes: ${events} events, ${Math.round(events / seconds)} a second`)
  }
  rebuilding = false
  await writing
  await caughtUp()
  const [generations] = await database.sql<{ least: number; live: bigint; all: bigint }[]>`
    select min(generation) as least, count(*) filter (where live) as live, count(*) as all from projections`
  expect(generations).toEqual({ least: 2, live: BigInt(catalogue.length), all: BigInt(catalogue.length) })
  const [leftOver] = await database.sql<{ rows: bigint }[]>`select count(*) as rows from views where generation < 2`
  expect(leftOver).toEqual({ rows: 0n })
  expect(await views()).toEqual(await foldedFromLog())
})

test('a rebuild reads every event there is', async () => {
  const total = Number(await log.head())
  expect(total).toBeGreaterThan(0)
  expect((await rebuild(database.sql, history)).events).toBe(total)
})

test('readers see whole views all through a rebuild, and only one rebuild of a projection runs at a time', async () => {
  await addMissing(database.sql, ['history'])
  while ((await advance(database.sql, [history])) !== 'nothing');
  const owner = 'owner-1'
  const reading = createViews(database.sql)
  const before = await reading.historyOf(owner, 50)
  expect(before).toHaveLength(Math.min(50, before.length))
  expect(before.length).toBeGreaterThan(5)
  const times = before.map(({ requestedAt }) => requestedAt)
  expect(times).toEqual(times.toSorted().reverse())
  expect(new Set(before.map((line) => line.owner))).toEqual(new Set([owner]))

  let seen = 0
  await rebuild(database.sql, history, {
    batch: 2000,
    onBatch: async () => {
      seen += 1
      expect(await reading.historyOf(owner, 50)).toEqual(before)
      if (seen === 1) await expect(rebuild(database.sql, history)).rejects.toThrow(AlreadyRebuilding)
    },
  })
  expect(seen).toBeGreaterThan(3)
  expect(await reading.historyOf(owner, 50)).toEqual(before)
})

test('a rebuild that died half way is thrown away by the next', async () => {
  await expect(
    rebuild(database.sql, history, {
      batch: 1000,
      onBatch: () => {
        throw new Error('killed')
      },
    }),
  ).rejects.toThrow('killed')
  await rebuild(database.sql, history)
  const rows = await database.sql<{ live: boolean }[]>`select live from projections where name = 'history'`
  expect([...rows]).toEqual([{ live: true }])
})

test('one that was killed without a word is thrown away as soon as it has been silent; until then nobody begins another', async () => {
  const { sql } = database
  const dead = await beginRebuild(sql, 'history', 15)
  await expect(rebuild(sql, history)).rejects.toThrow('Projection history is being rebuilt already')
  await sql`update projections set updated_at = now() - interval '16 seconds' where name = 'history' and not live`
  await rebuild(sql, history)
  await expect(takeOver(sql, 'history', dead!, true)).rejects.toThrow(`Generation ${dead} of projection history is gone`)
})

test('what was rebuilt takes over only when readers would not see less than before', async () => {
  const { sql } = database
  const generation = (await beginRebuild(sql, 'plan', 15))!
  expect(await takeOver(sql, 'plan', generation, false)).toBe(false)
  await sql`update projections set position = (select max(position) from events) where name = 'plan' and generation = ${generation}`
  expect(await takeOver(sql, 'plan', generation, false)).toBe(true)
  await rebuild(sql, catalogue.find(({ name }) => name === 'plan')!)
})

test('a projection that is new catches up without holding up the others', async () => {
  const rebuilt = await rebuild(database.sql, history)
  expect(rebuilt.events).toBeGreaterThan(10_000)
  const late = defineProjection<{ type: 'Anything'; data: object }, { count: number }>({
    name: 'late',
    key: () => 'all',
    evolve: (view) => ({ count: (view?.count ?? 0) + 1 }),
  })
  await addMissing(database.sql, ['late'])
  const { position } = await log.append('repair-newest', [{ id: 'newest', type: 'Noted', data: {} }])
  const positions = async () => {
    const rows = await database.sql<{ name: string; position: bigint }[]>`
      select name, position from projections where live and name = any('{history,late}')`
    return Object.fromEntries(rows.map((row) => [row.name, row.position]))
  }
  expect(await advance(database.sql, [history, late])).toBe('more')
  expect((await positions()).history).toBe(position)
  expect((await positions()).late).toBeLessThan(position)
  while ((await advance(database.sql, [history, late])) === 'more');
  expect((await positions()).late).toBe(position)
  const [all] = await database.sql<{ count: bigint }[]>`select count(*) from events`
  expect([...(await views(['late'])).values()].map(({ document }) => document)).toEqual([{ count: Number(all!.count) }])
  await database.sql`delete from projections where name = 'late'`
})

test('connections that die in the middle cost nothing and count nothing twice', async () => {
  run()
  const admin = connect(database.superuserUrl, { max: 1, applicationName: 'admin' })
  try {
    const storm = (async () => {
      for (let round = 0; round < 8; round++) {
        await pause(60)
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = 'bookmender_service'`
      }
    })()
    await Promise.all([storm, writeEvents(500)])
  } finally {
    await admin.end()
  }
  await caughtUp()
  expect(await views()).toEqual(await foldedFromLog())
})

test('a projection that cannot fold an event stops before it; the others go on', async () => {
  const stubborn = defineProjection<{ type: 'Anything'; data: object }, { count: number }>({
    name: 'stubborn',
    key: ({ stream }) => (stream.startsWith('stubborn-') ? stream : undefined),
    evolve: (view, event) => {
      if (event.id === 'poison') throw new TypeError('what is this')
      return { count: (view?.count ?? 0) + 1 }
    },
  })
  const counting = defineProjection<{ type: 'Anything'; data: object }, { count: number }>({
    name: 'counting',
    key: ({ stream }) => (stream.startsWith('stubborn-') ? stream : undefined),
    evolve: (view) => ({ count: (view?.count ?? 0) + 1 }),
  })
  const failures: FoldFailed[] = []
  run([stubborn, counting], (error) => failures.push(error))
  await log.append('stubborn-1', [{ id: 'fine', type: 'Anything', data: {} }])
  const documents = async () =>
    [...(await views(['stubborn', 'counting'])).entries()].map(([place, { document }]) => [place, document])
  await until(async () => (await documents()).length === 2)
  await log.append('stubborn-1', [{ id: 'poison', type: 'Anything', data: {} }])
  await log.append('stubborn-1', [{ id: 'later', type: 'Anything', data: {} }])
  await until(async () => (await documents()).some(([, document]) => JSON.stringify(document) === '{"count":3}'))
  expect(Object.fromEntries(await documents())).toEqual({
    'stubborn stubborn-1': { count: 1 },
    'counting stubborn-1': { count: 3 },
  })
  expect(failures).toHaveLength(1)
  expect(failures[0]).toBeInstanceOf(FoldFailed)
  expect(failures[0]!.message).toMatch(/^Projection stubborn cannot fold Anything at position \d+ of stubborn-1$/)
  const lag = await readLag(database.sql)
  expect(lag.find(({ projection }) => projection === 'stubborn')!.events).toBeGreaterThan(0)
  expect(lag.find(({ projection }) => projection === 'counting')!.events).toBe(0)
  await database.sql`delete from projections where name = any('{stubborn,counting}')`
})

test('the process says when it is ready, folds, measures its lag, rebuilds by name and stops on SIGTERM', async () => {
  const environment = { ...process.env, DATABASE_URL: database.url, METRICS_PORT: '0', LOG_LEVEL: 'info' }
  const start = (...given: string[]) => {
    const child = spawn(process.execPath, ['projections/main.ts', ...given], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines: { msg: string; [name: string]: unknown }[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)))
    return { child, lines, ended: once(child, 'exit') }
  }
  const service = start()
  try {
    await until(() => service.lines.some(({ msg }) => msg === 'ready'))
    const jobs = jobEvents(nextJob++)
    for (const [stream, events] of jobs) await log.append(stream, events)
    const jobId = jobs[1]![0].slice('repair-'.length)
    const reading = createViews(database.sql)
    await until(async () => (await reading.jobOf(jobId))?.endedAt !== undefined)

    await caughtUp()
    const port = service.lines.find(({ msg }) => msg === 'ready')!.metrics
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('projection_lag_events{projection="history"} 0')

    const rebuilding = start('rebuild', 'history')
    expect(await rebuilding.ended).toEqual([0, null])
    expect(rebuilding.lines.at(-1)).toMatchObject({ msg: 'rebuilt', projection: 'history' })
    const unknown = start('rebuild', 'nothing')
    expect((await unknown.ended)[0]).toBe(1)
  } finally {
    service.child.kill('SIGTERM')
  }
  expect(await service.ended).toEqual([0, null])
  expect(service.lines.at(-1)).toMatchObject({ msg: 'stopped' })
})
