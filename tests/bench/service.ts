import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveMessage } from '../../contract/live.ts'
import { connect, type Sql } from '../../db/connect.ts'
import { createLog } from '../../db/log.ts'
import { catalogue } from '../../projections/catalogue.ts'
import { rebuild } from '../../projections/rebuild.ts'
import { person, smallBook } from '../faults/load.ts'
import { startedHouse } from '../started-house.ts'
import { createVisitor, type Visitor } from '../visitor.ts'
import { work } from './corpus.ts'
import { commitNow, table, writeSection } from './section.ts'

type House = Awaited<ReturnType<typeof startedHouse>>

/** A row of the table: what, how much, and what it is held to. */
type Row = readonly [measure: string, figure: string, bound: string]
type Part = { readonly commit: string; readonly load: string; readonly rows: readonly Row[] }

const ms = (value: number) => `${Math.round(value)} ms`
const mark = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? Number.NaN
const spread = (values: readonly number[]) => `${ms(mark(values, 0.5))} / ${ms(mark(values, 0.95))}`

/** What other programs took of the machine: a figure measured beside them is theirs too. */
const loadNow = () => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`

async function house(env: NodeJS.ProcessEnv) {
  return startedHouse({ say: () => {}, livePages: true, env: { GATEWAY_RATE_SCALE: '1000', ...env } })
}

async function sendBook(visitor: Visitor, bytes: Uint8Array<ArrayBuffer>): Promise<{ jobId: string; took: number }> {
  const jobId = randomUUID()
  const began = performance.now()
  const response = await visitor.upload({ bytes, jobId, mode: 'deep-analysis' })
  const answer = (await response.json()) as { outcome?: string }
  if (answer.outcome !== 'valid') throw new Error(`A book of the benchmark became ${response.status} ${JSON.stringify(answer)}`)
  return { jobId, took: performance.now() - began }
}

/** Seconds that engine processes have worked, as the worker counts them. */
async function engineSeconds({ metrics }: House): Promise<number> {
  const text = await (await fetch(metrics.worker!)).text()
  return [...text.matchAll(/^bookmender_engine_seconds_sum\{[^}]*\} (\S+)/gm)].reduce((sum, [, value]) => sum + Number(value), 0)
}

async function together(count: number, lanes: number, work: () => Promise<unknown>) {
  let begun = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (begun < count) {
        begun += 1
        await work()
      }
    }),
  )
}

/** One at a time, and eight at once; `judge` is the official EPUBCheck, where Java is. */
async function jobs(judge: 'off' | 'auto', size: number): Promise<Row[]> {
  const one = await house({ OFFICIAL_JUDGE: judge })
  try {
    const bytes = await smallBook()
    const { visitor, listener } = await person(one.url)
    await together(12, 3, () => sendBook(visitor, bytes))
    const before = await engineSeconds(one)
    const single: number[] = []
    for (let n = 0; n < size; n += 1) single.push((await sendBook(visitor, bytes)).took)
    const engine = ((await engineSeconds(one)) - before) * (1000 / size)
    const over = single.map((took) => took - engine)

    const began = performance.now()
    const many: number[] = []
    await together(size * 3, 8, async () => many.push((await sendBook(visitor, bytes)).took))
    const rate = (size * 3) / ((performance.now() - began) / 1000)
    await listener.stop()
    const verdict = judge === 'off' ? 'without the official verdict' : 'with the official verdict'
    return [
      [`upload to done, one at a time, ${verdict} (p50 / p95 of ${size})`, spread(single), ''],
      [`of these the engine's own time (mean)`, ms(engine), ''],
      ['orchestration over it (p50 / p95)', spread(over), judge === 'off' ? 'p95 ≤ 150 ms' : ''],
      [`jobs a second, 8 at once, ${verdict}`, rate.toFixed(1), judge === 'off' ? '≥ 8' : '≥ 4'],
      ['upload to done, 8 at once (p50 / p95)', spread(many), ''],
    ]
  } finally {
    await one.stop()
  }
}

/** Resident memory of a process and all below it, in MB. */
function memoryOf(pid: number): number {
  try {
    const own = (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1_048_576
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return own + children.reduce((sum, child) => sum + memoryOf(child), 0)
  } catch {
    return 0
  }
}

/** 1,000 sockets that hear nothing, and among them one that hears a job: from the record of each event to the browser. */
async function sockets(size: number): Promise<Row[]> {
  const one = await house({ OFFICIAL_JUDGE: 'off' })
  try {
    const bytes = await smallBook()
    const before = memoryOf(one.processes.gateway.pid)
    const idle: { close: () => void }[] = []
    const people = await Promise.all(Array.from({ length: Math.ceil(size / 40) }, () => person(one.url)))
    for (const { visitor } of people) for (let n = 0; n < 40 && idle.length < size; n += 1) idle.push(await visitor.socket())
    const held = memoryOf(one.processes.gateway.pid) - before

    const visitor = createVisitor(one.url)
    await visitor.signIn(`publisher+${randomUUID()}@example.test`)
    const socket = await visitor.socket()
    const delays: number[] = []
    let read = 0
    const reading = (async () => {
      for (;;) {
        await socket.heard((messages) => messages.length > read, 600_000)
        for (; read < socket.messages.length; read += 1)
          delays.push(Date.now() - Date.parse((socket.messages[read] as LiveMessage).at))
      }
    })()
    reading.catch(() => {})
    for (let n = 0; n < 20; n += 1) {
      const jobId = randomUUID()
      socket.tell({ type: 'subscribe', jobId, after: 0 })
      const response = await visitor.upload({ bytes, jobId, mode: 'deep-analysis' })
      await response.arrayBuffer()
    }
    for (const other of [...idle, socket]) other.close()
    await Promise.all(people.map(({ listener }) => listener.stop()))
    return [
      [`append to browser, beside ${size} idle sockets (p50 / p95 of ${delays.length} messages)`, spread(delays), 'p95 ≤ 50 ms'],
      [`memory that ${size} idle sockets take of the gateway`, `${Math.round(held)} MB`, ''],
    ]
  } finally {
    await one.stop()
  }
}

/** Eight writers, each on streams of its own, one event each time: what the log takes while everybody waits for its lock. */
async function appends(sql: Sql, seconds: number): Promise<Row> {
  const log = createLog(sql)
  let done = 0
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (Date.now() < end) {
        const id = randomUUID()
        await log.append(`bench-${id}`, [{ id, type: 'Measured', data: { n: done } }])
        done += 1
      }
    }),
  )
  return ['appends a second, 8 writers', String(Math.round(done / seconds)), '']
}

async function countEvents(sql: Sql, stream = ''): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from events where ${stream} in ('', stream)`
  return row!.count
}

/** As many events as asked for, all copies of those of one real job, in streams of their own. */
async function copyEvents(sql: Sql, jobId: string, events: number) {
  const stream = `repair-${jobId}`
  const length = await countEvents(sql, stream)
  const chunk = 2000
  for (let from = 0; from < Math.ceil(events / length); from += chunk)
    await sql`
      insert into events (stream, version, id, type, data, metadata)
      select 'repair-' || j.id, e.version, e.id, e.type, e.data, e.metadata
      from (select gen_random_uuid() as id, n from generate_series(1, ${Math.min(chunk, Math.ceil(events / length) - from)}::int) n) j
      cross join (select version, id, type, data, metadata from events where stream = ${stream}) e
      order by j.n, e.version`
}

async function log(size: number): Promise<Row[]> {
  const one = await house({ OFFICIAL_JUDGE: 'off' })
  try {
    const { visitor, listener } = await person(one.url)
    const { jobId } = await sendBook(visitor, await smallBook())
    await listener.stop()
    const memory = {
      gateway: memoryOf(one.processes.gateway.pid),
      'worker with its engine processes': memoryOf(one.processes.worker.pid),
      projections: memoryOf(one.processes.projections.pid),
      Temporal: memoryOf(one.servers.temporal!.pid),
      Postgres: memoryOf(one.servers.postgres!.pid),
    }
    await Promise.all([one.processes.gateway.stop(), one.processes.worker.stop(), one.processes.projections.stop()])
    const sql = connect(one.databaseUrl, { max: 8, applicationName: 'bench', statementTimeout: 600_000 })
    const rows: Row[] = [await appends(sql, 5)]
    await copyEvents(sql, jobId, size)
    const count = await countEvents(sql)
    for (const projection of catalogue) {
      const { events, seconds } = await rebuild(sql, projection)
      rows.push([
        `rebuild of "${projection.name}" from ${count.toLocaleString('en')} events, events a second`,
        Math.round(events / seconds).toLocaleString('en'),
        '≥ 20,000',
      ])
    }
    await sql.end({ timeout: 1 })
    const sum = Object.entries(memory).map(([name, value]) => `${name} ${Math.round(value)}`)
    return [...rows, ['memory after a job, MB', sum.join(', '), '']]
  } finally {
    await one.stop()
  }
}

const parts: Readonly<Record<string, (size?: number) => Promise<Row[]>>> = {
  jobs: (size = 40) => jobs('off', size),
  official: (size = 20) => jobs('auto', size),
  sockets: (size = 1000) => sockets(size),
  log: (size = 1_000_000) => log(size),
}

const partsFile = join(work, 'service.json')

/**
 * What the service makes of the machine it is on, everything embedded. `npm run bench -- service [jobs|official|sockets|log]`
 * measures those parts and keeps the others; a number after a part's name makes it smaller, to try it.
 */
export async function benchService(words: readonly string[]) {
  mkdirSync(work, { recursive: true })
  const known: Record<string, Part> = existsSync(partsFile) ? JSON.parse(readFileSync(partsFile, 'utf8')) : {}
  const asked = words.filter((word) => word in parts)
  const size = Number(words.find((word) => /^\d+$/.test(word))) || undefined
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
    await pause(500)
    const before = loadNow()
    const rows = await parts[name]!(size)
    known[name] = { commit: commitNow(), load: before, rows }
    console.log(`${name} (${before} at its beginning)`)
    for (const row of rows) console.log(`  ${row[0]}: ${row[1]}${row[2] ? ` (${row[2]})` : ''}`)
    // a smaller try is no figure to publish
    if (size === undefined) writeFileSync(partsFile, JSON.stringify(known, undefined, 2))
  }
  if (size !== undefined) return
  const measured = Object.keys(parts).flatMap((name) => (known[name] ? [[name, known[name]] as const] : []))
  const body = [
    'A small book with one fault, sent by a caller on the same machine to the house of `npm start`: gateway, worker, two engine processes, projections, Temporal, Postgres, the caller itself all share these cores.',
    table(
      ['measure', 'figure', 'bound'],
      measured.flatMap(([, { rows }]) => rows),
    ),
    `Measured on: ${measured.map(([name, { commit, load }]) => `${name} on ${commit}, ${load} when it began`).join('; ')}. With other programs at work the figures are theirs as well.`,
  ].join('\n\n')
  writeSection('service', 'The service', body)
}
