import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client, Connection } from '@temporalio/client'
import { MockActivityEnvironment } from '@temporalio/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { batchStream, batchWorkflowId } from '../../contract/batch.ts'
import { defaultOptions } from '../../contract/conversion.ts'
import { conversionBatchWorkflowId, conversionWorkflowId } from '../../contract/conversion-job.ts'
import { accountStream } from '../../contract/events/account.ts'
import { conversionBatchStream, conversionStream } from '../../contract/events/convert.ts'
import { filesStream, repairStream } from '../../contract/events/repair.ts'
import { repairStart, repairWorkflowId } from '../../contract/job.ts'
import { batchArchiveKey, manuscriptKey, openBlobs, reportKey, uploadKey } from '../../db/blobs.ts'
import { createLog, type Log } from '../../db/log.ts'
import { createPeople } from '../../db/people.ts'
import { createRetention } from '../../db/retention.ts'
import { createSessions } from '../../db/sessions.ts'
import { createUploads, type Uploads } from '../../db/uploads.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from '../../tests/migrated.ts'
import { createConversions } from '../conversions.ts'
import { stopConversion, wasRequested } from '../convert/resume.ts'
import type { Deps } from '../deps.ts'
import { findingsKey, resultKey } from '../keys.ts'
import { createRepairs } from '../repairs.ts'
import { discardExpired } from './discard-expired.ts'
import { releaseStale } from './release-stale.ts'
import { resumeLost } from './resume-lost.ts'
import { sweep } from './sweep.ts'

const hour = 3_600_000
const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'bookmender-retention-'))
const blobs = openBlobs(folder)
/** Nobody works on it: what is started there stays at its beginning. */
const taskQueue = `unattended-${randomUUID()}`
let database: MigratedDatabase
let connection: Connection
let client: Client
let log: Log
let uploads: Uploads
let owner: string

beforeAll(async () => {
  database = await migratedDatabase()
  connection = await Connection.connect({ address: inject('temporalAddress') })
  client = new Client({ connection, namespace: inject('temporalNamespace') })
  log = createLog(database.sql)
  const people = createPeople(database.sql, { masterKey })
  uploads = createUploads(database.sql, people)
  const person = { issuer: 'https://id.test', subject: 'a', email: 'a@example.test', firstName: null, lastName: null }
  owner = (await people.findOrCreate(person)).id
})
afterAll(async () => {
  await connection?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Needs = Pick<Deps, 'blobs' | 'log' | 'retention' | 'repairs' | 'conversions' | 'now'>
const run = <Result>(activity: (deps: Needs) => () => Promise<Result>, later = 0) => {
  const now = () => new Date(Date.now() + later)
  const deps = {
    blobs,
    log,
    retention: createRetention(database.sql),
    repairs: createRepairs(client, taskQueue),
    conversions: createConversions(client, taskQueue),
    now,
  }
  return new MockActivityEnvironment().run(activity(deps)) as Promise<Result>
}

const write = (key: string) => blobs.write(key, Readable.from([Buffer.from('a book')]))
const keysOf = async (jobId: string) => (await blobs.ofJob(jobId)).map(({ key }) => key)
const typesOf = async (stream: string) => (await log.readStream(stream)).map(({ type }) => type)
const request = (jobId: string) => ({ owner, upload: uploadKey(jobId), bytes: 6, mode: 'deep-analysis', plan: 'pro' }) as const
const jobOf = (jobId: string) => ({ jobId, ...request(jobId) })

/** A job as the gateway leaves it; `age` in hours. */
async function taken({ age = 0, requested = true, bytes = 6, batch = '' } = {}) {
  const jobId = randomUUID()
  await uploads.record({ jobId, owner, blobKey: uploadKey(jobId), bytes, fileName: 'My Diary.epub' })
  await database.sql`update uploads set created_at = now() - make_interval(secs => ${age * 3600}) where job_id = ${jobId}`
  if (bytes > 0) await write(uploadKey(jobId))
  if (requested)
    await log.append(repairStream(jobId), [
      { id: `${jobId}/requested`, type: 'RepairRequested', data: { ...request(jobId), ...(batch && { batch }) } },
    ])
  return jobId
}
const end = (jobId: string) => log.append(repairStream(jobId), [{ id: `${jobId}/ended`, type: 'RepairCancelled', data: {} }])
const reserve = (jobId: string) =>
  log.append(accountStream(owner), [{ id: `${jobId}/reserved`, type: 'RepairReserved', data: { jobId } }])

describe('what is older than promised', () => {
  test('goes: upload, results, name; and the log says so once', async () => {
    const [old, young] = [await taken({ age: 23.6 }), await taken({ age: 23.4 })]
    for (const key of [resultKey(old, 'primary'), findingsKey(old, 'primary'), reportKey(old)]) await write(key)
    expect(await run(discardExpired)).toMatchObject({ expired: 1 })
    expect(await run(discardExpired)).toMatchObject({ expired: 0 })
    expect(await keysOf(old)).toEqual([])
    expect(await uploads.byJob(old)).toBeUndefined()
    expect(await log.readStream(filesStream(old))).toMatchObject([{ type: 'FilesDeleted', data: { reason: 'expired' } }])
    expect(await keysOf(young)).toEqual([uploadKey(young)])
    expect(await uploads.byJob(young)).toMatchObject({ fileName: 'My Diary.epub' })
    expect(await typesOf(filesStream(young))).toEqual([])
  })

  test('goes after 30 days where that was promised and is still wanted, and within a day of a change of mind', async () => {
    const choose = (hours: number, id: string) =>
      log.append(accountStream(owner), [{ id, type: 'RetentionChosen', data: { hours } }])
    const kept = async (age: number) => {
      const jobId = await taken({ age })
      await database.sql`update uploads set keeps_hours = 720 where job_id = ${jobId}`
      return jobId
    }
    await choose(720, 'longer')
    const [old, young, ordinary] = [await kept(719.6), await kept(719.4), await taken({ age: 24 })]
    expect(await run(discardExpired)).toMatchObject({ expired: 2 })
    expect([await keysOf(old), await keysOf(ordinary), await keysOf(young)]).toEqual([[], [], [uploadKey(young)]])

    // the gateway died between recording the choice and telling the rows
    await choose(24, 'shorter')
    expect(await run(discardExpired)).toMatchObject({ expired: 1 })
    expect(await keysOf(young)).toEqual([])
  })

  test('the archive of a batch stays as long as its books, and goes with the first that goes', async () => {
    const batchId = randomUUID()
    const books = [await taken({ age: 10, batch: batchId }), await taken({ age: 10, batch: batchId })]
    await log.append(
      batchStream(batchId),
      books.map((jobId) => ({ id: `${jobId}/added`, type: 'BookAdded', data: { jobId } })),
    )
    for (const jobId of books) await end(jobId)
    const archive = batchArchiveKey(batchId, 1)
    await write(archive)
    // older than any file that nobody stands for may be
    utimesSync(join(folder, archive), new Date(Date.now() - 25 * hour), new Date(Date.now() - 25 * hour))
    await run(discardExpired)
    expect(await blobs.exists(archive)).toBe(true)
    await database.sql`update uploads set created_at = now() - interval '24 hours' where job_id = ${books[1]!}`
    await run(discardExpired)
    expect(await blobs.exists(archive)).toBe(false)
    expect(await keysOf(books[0]!)).toEqual([uploadKey(books[0]!)])
  })

  test('goes however much it is', async () => {
    const jobs: string[] = []
    for (let count = 0; count < 230; count += 1) jobs.push(await taken({ age: 30 + count }))
    expect(await run(discardExpired)).toMatchObject({ expired: 230 })
    const [rows] = await database.sql`select count(*)::int as left from uploads where job_id = any(${jobs})`
    expect(rows).toEqual({ left: 0 })
  })

  test('goes at once where a late worker wrote it after the deletion', async () => {
    const jobId = await taken({ age: 30 })
    await run(discardExpired)
    await write(resultKey(jobId, 'primary'))
    expect(await run(discardExpired)).toMatchObject({ expired: 0, loose: 1 })
    expect(await keysOf(jobId)).toEqual([])
    expect(await typesOf(filesStream(jobId))).toEqual(['FilesDeleted'])
  })

  test('goes where no row stands for it, by its own age, and leaves no event of a job that never was', async () => {
    const [old, young] = [randomUUID(), randomUUID()]
    for (const jobId of [old, young]) await write(uploadKey(jobId))
    const then = Date.now() / 1000 - 23.6 * 3600
    utimesSync(join(folder, uploadKey(old)), then, then)
    expect(await run(discardExpired)).toMatchObject({ loose: 1 })
    expect([await keysOf(old), await keysOf(young)]).toEqual([[], [uploadKey(young)]])
    expect(await typesOf(filesStream(old))).toEqual([])
  })

  test('what cannot be deleted is told, and does not keep the rest', async () => {
    const stuck = await taken({ age: 50 })
    const other = await taken({ age: 40 })
    const removeJob: Deps['blobs']['removeJob'] = (jobId) =>
      jobId === stuck ? Promise.reject(new Error('EIO: i/o error')) : blobs.removeJob(jobId)
    const onBadDisk = run((deps) => discardExpired({ ...deps, blobs: { ...blobs, removeJob } }))
    await expect(onBadDisk).rejects.toThrow('The files of 1 jobs could not be deleted')
    expect(await keysOf(other)).toEqual([])
    expect(await typesOf(filesStream(stuck))).toEqual([])
    await run(discardExpired)
    expect(await keysOf(stuck)).toEqual([])
    expect(await typesOf(filesStream(stuck))).toEqual(['FilesDeleted'])
  })
})

test('a row whose book never came goes after 10 minutes; one that is a job, or has its book, stays', async () => {
  const old = await taken({ age: 11 / 60, requested: false, bytes: 0 })
  const stay = [
    await taken({ age: 9 / 60, requested: false, bytes: 0 }),
    await taken({ age: 11 / 60, requested: true, bytes: 0 }),
    await taken({ age: 11 / 60, requested: false }),
  ]
  expect(await run(discardExpired)).toMatchObject({ unclaimed: 1 })
  expect(await uploads.byJob(old)).toBeUndefined()
  for (const jobId of stay) expect(await uploads.byJob(jobId)).toBeDefined()
})

describe('a place that was reserved', () => {
  const released = async (jobId: string) =>
    (await log.readStream(accountStream(owner))).filter(
      ({ type, data }) => type === 'RepairReleased' && (data as { jobId: string }).jobId === jobId,
    ).length

  test('is given back once when no workflow came of it within 10 minutes', async () => {
    const jobId = randomUUID()
    await reserve(jobId)
    expect(await run(releaseStale, 9 * minute)).toEqual({ released: 0 })
    expect(await run(releaseStale, 11 * minute)).toEqual({ released: 1 })
    expect(await run(releaseStale, 11 * minute)).toEqual({ released: 0 })
    expect(await released(jobId)).toBe(1)
  })

  test('is given back again when it was taken again', async () => {
    const jobId = randomUUID()
    await reserve(jobId)
    await run(releaseStale, 11 * minute)
    await log.append(accountStream(owner), [{ id: `${jobId}/again`, type: 'RepairReserved', data: { jobId } }])
    expect(await run(releaseStale, 11 * minute)).toEqual({ released: 1 })
    expect(await released(jobId)).toBe(2)
  })

  test('stays with a workflow that runs, and is given back when an operator ended that', async () => {
    const jobId = await taken()
    await reserve(jobId)
    await client.workflow.start('repair', { ...repairStart(jobOf(jobId)), taskQueue })
    expect(await run(releaseStale, 30 * hour)).toEqual({ released: 0 })
    await client.workflow.getHandle(repairWorkflowId(jobId)).terminate()
    expect(await run(releaseStale, 30 * hour)).toEqual({ released: 1 })
  })

  test('stays as it was counted', async () => {
    const jobId = randomUUID()
    await reserve(jobId)
    await log.append(accountStream(owner), [{ id: `${jobId}/settled`, type: 'RepairCounted', data: { jobId } }])
    expect(await run(releaseStale, 11 * minute)).toEqual({ released: 0 })
  })
})

describe('a job that was taken in', () => {
  test('and never started is started, once, as its request says', async () => {
    const jobId = await taken()
    expect((await run(resumeLost)).started).toBe(0)
    expect((await run(resumeLost, 2 * minute)).started).toBeGreaterThan(0)
    expect((await run(resumeLost, 2 * minute)).started).toBe(0)
    const handle = client.workflow.getHandle(repairWorkflowId(jobId))
    const { status, taskQueue: queue } = await handle.describe()
    expect([status.name, queue]).toEqual(['RUNNING', taskQueue])
    const [first] = (await handle.fetchHistory()).events ?? []
    const [input] = first?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
    expect(JSON.parse(Buffer.from(input!.data!).toString())).toEqual(jobOf(jobId))
  })

  test('and belongs to a batch is given to its batch; while that runs, its place is held', async () => {
    const batchId = randomUUID()
    const jobId = await taken({ batch: batchId })
    await reserve(jobId)
    expect((await run(resumeLost, 2 * minute)).started).toBeGreaterThan(0)
    await expect(client.workflow.getHandle(repairWorkflowId(jobId)).describe()).rejects.toThrow('not found')
    const batch = client.workflow.getHandle(batchWorkflowId(batchId))
    const signals = ((await batch.fetchHistory()).events ?? []).flatMap(
      ({ workflowExecutionSignaledEventAttributes: one }) => one?.input?.payloads?.[0] ?? [],
    )
    expect(signals.map(({ data }) => JSON.parse(Buffer.from(data!).toString()))).toEqual([{ ...jobOf(jobId), batch: batchId }])
    expect(await run(releaseStale, 30 * hour)).toEqual({ released: 0 })

    await batch.terminate()
    await run(resumeLost, 2 * minute)
    expect((await client.workflow.getHandle(repairWorkflowId(jobId)).describe()).status.name).toBe('RUNNING')
    await client.workflow.getHandle(repairWorkflowId(jobId)).terminate()
    await end(jobId)
    expect(await run(releaseStale, 30 * hour)).toEqual({ released: 1 })
  })

  test('and ended is left alone', async () => {
    const jobId = await taken()
    await end(jobId)
    await run(resumeLost, 2 * minute)
    await expect(client.workflow.getHandle(repairWorkflowId(jobId)).describe()).rejects.toThrow('not found')
  })

  test('and whose workflow was ended by an operator ends with a sentence', async () => {
    const jobId = await taken()
    await client.workflow.start('repair', { ...repairStart(jobOf(jobId)), taskQueue })
    await client.workflow.getHandle(repairWorkflowId(jobId)).terminate()
    const started = { id: `${jobId}/s`, type: 'StageStarted', data: { stage: 'validation', attempt: 1 } }
    await log.append(repairStream(jobId), [started])
    await run(resumeLost, 2 * minute)
    await run(resumeLost, 2 * minute)
    expect((await log.readStream(repairStream(jobId))).slice(2)).toMatchObject([
      { type: 'RepairFailed', data: { code: 'internal', stage: 'validation' } },
    ])
  })
})

test('sessions that expired and traces of people long gone are removed', async () => {
  const people = createPeople(database.sql, { masterKey })
  const gone = { issuer: 'https://id.test', subject: 'b', email: 'b@example.test', firstName: null, lastName: null }
  const { id } = await people.findOrCreate(gone)
  await people.forget(id)
  await database.sql`update people set forgotten_at = now() - interval '32 days' where id = ${id}`
  const sessions = createSessions(database.sql, people)
  await sessions.start({ owner, roles: [], hours: -1 })
  const { token } = await sessions.start({ owner, roles: [] })
  expect(await run(sweep)).toEqual({ sessions: 1, people: 1 })
  expect(await run(sweep)).toEqual({ sessions: 0, people: 0 })
  expect(await sessions.find(token)).toBeDefined()
})

describe('a conversion that was taken in', () => {
  const asked = { owner: '', plan: 'pro', to: 'epub', options: defaultOptions } as const

  async function manuscript({ age = 0 } = {}) {
    const jobId = randomUUID()
    const upload = manuscriptKey(jobId)
    await uploads.record({ jobId, owner, blobKey: upload, bytes: 6, fileName: 'My Diary.docx' })
    await database.sql`update uploads set created_at = now() - make_interval(secs => ${age * 3600}) where job_id = ${jobId}`
    await write(upload)
    return { jobId, upload, bytes: 6, kind: 'docx' as const }
  }

  async function conversion(options: { age?: number; batch?: string } = {}) {
    const { jobId, ...file } = await manuscript(options)
    const data = { ...asked, owner, ...file, ...(options.batch && { batch: options.batch }) }
    await log.append(conversionStream(jobId), [{ id: `${jobId}/requested`, type: 'ConversionRequested', data }])
    return jobId
  }

  async function batch() {
    const batchId = randomUUID()
    const files = [await manuscript(), await manuscript()]
    await uploads.record({ jobId: batchId, owner, blobKey: manuscriptKey(batchId), bytes: 12, fileName: '2 files' })
    const data = { ...asked, owner, files }
    await log.append(conversionBatchStream(batchId), [{ id: `${batchId}/requested`, type: 'ConversionBatchRequested', data }])
    return { batchId, ...asked, owner, files }
  }

  test('ages like a book: manuscript, result and name go, and the log says so', async () => {
    const [old, young] = [await conversion({ age: 23.6 }), await conversion({ age: 23.4 })]
    for (const name of ['converted', 'conversion.json']) await write(`jobs/${old}/${name}`)
    await run(discardExpired)
    expect([await keysOf(old), await typesOf(filesStream(old))]).toEqual([[], ['FilesDeleted']])
    expect(await uploads.byJob(old)).toBeUndefined()
    expect(await keysOf(young)).toEqual([manuscriptKey(young)])
  })

  test('and never begun is begun, once, as its request says; a file of a batch is left to its batch', async () => {
    const [jobId, two] = [await conversion(), await batch()]
    const child = await conversion({ batch: two.batchId })
    await run(resumeLost, 2 * minute)
    const started = await client.workflow.getHandle(conversionWorkflowId(jobId)).describe()
    expect(started.type).toBe('convert')
    const ofBatch = await client.workflow.getHandle(conversionBatchWorkflowId(two.batchId)).describe()
    expect([ofBatch.type, await ofBatch.staticSummary()]).toEqual(['convertBatch', '2 files to epub for pro'])
    await expect(client.workflow.getHandle(conversionWorkflowId(child)).describe()).rejects.toThrow()
    expect((await run(resumeLost, 2 * minute)).started).toBe(0)
  })

  test('ends here where an operator ended its workflow, and so does a batch with what waited in it', async () => {
    const [jobId, two] = [await conversion(), await batch()]
    const child = await conversion({ batch: two.batchId })
    await run(resumeLost, 2 * minute)
    await client.workflow.getHandle(conversionWorkflowId(jobId)).terminate()
    await client.workflow.getHandle(conversionBatchWorkflowId(two.batchId)).terminate()
    await run(resumeLost, 2 * minute)
    expect((await typesOf(conversionStream(jobId))).at(-1)).toBe('ConversionFailed')
    expect((await typesOf(conversionBatchStream(two.batchId))).at(-1)).toBe('ConversionBatchCancelled')
    expect((await typesOf(conversionStream(child))).at(-1)).toBe('ConversionCancelled')
  })

  test('of somebody who leaves is asked to stop; what nobody works on ends at once', async () => {
    const [running, waiting] = [await conversion(), await conversion()]
    const conversions = createConversions(client, taskQueue)
    await client.workflow.start('convert', { workflowId: conversionWorkflowId(running), taskQueue, args: [] })
    expect(await stopConversion({ log, conversions }, running, false)).toBe(true)
    expect(await stopConversion({ log, conversions }, running, true)).toBe(true)
    expect((await client.workflow.getHandle(conversionWorkflowId(running)).describe()).status.name).toBe('TERMINATED')
    expect(await stopConversion({ log, conversions }, waiting, false)).toBe(false)
    expect((await typesOf(conversionStream(waiting))).at(-1)).toBe('ConversionCancelled')
    expect(await wasRequested(log, waiting)).toBe(true)
    expect(await wasRequested(log, randomUUID())).toBe(false)
  })
})
