import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scheduleIdOf } from '../activities/retention/schedule.ts'
import { accountStream } from '../contract/events/account.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import { openBlobs, uploadKey } from '../db/blobs.ts'
import { createLog, type Log } from '../db/log.ts'
import { createPeople } from '../db/people.ts'
import { createUploads, type Uploads } from '../db/uploads.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from './migrated.ts'
import { workerProcess } from './worker-process.ts'

const blobStore = mkdtempSync(join(tmpdir(), 'bookmender-kept-'))
const blobs = openBlobs(blobStore)
/** A queue and a schedule of its own: workers of other tests must not take these jobs. */
const taskQueue = `retention-${randomUUID()}`
let database: MigratedDatabase
let connection: Connection
let client: Client
let log: Log
let uploads: Uploads
let owner: string
const worker = workerProcess(() => ({ DATABASE_URL: database.url, BLOB_STORE: blobStore }))
const env = { TASK_QUEUE: taskQueue, OFFICIAL_JUDGE: 'off', RETENTION_INTERVAL: '2000' }

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
  await worker.stop()
  await client?.schedule
    .getHandle(scheduleIdOf(taskQueue))
    .delete()
    .catch(() => {})
  await connection?.close()
  await database?.close()
  rmSync(blobStore, { recursive: true, force: true })
})

async function take(hoursAgo: number) {
  const jobId = randomUUID()
  const bytes = await bytesOf(book({ 'META-INF/container.xml': undefined }))
  const data = { owner, upload: uploadKey(jobId), bytes: bytes.length, mode: 'deep-analysis', plan: 'pro' }
  await log.append(accountStream(owner), [{ id: `${jobId}/reserved`, type: 'RepairReserved', data: { jobId } }])
  await uploads.record({ jobId, owner, blobKey: uploadKey(jobId), bytes: bytes.length, fileName: 'A.epub' })
  await blobs.write(uploadKey(jobId), Readable.from([bytes]))
  await log.append(repairStream(jobId), [{ id: `${jobId}/requested`, type: 'RepairRequested', data }])
  await database.sql`update uploads set created_at = now() - make_interval(hours => ${hoursAgo}) where job_id = ${jobId}`
  return jobId
}

const typesOf = async (stream: string) => (await log.readStream(stream)).map(({ type }) => type)
const settled = async (jobId: string) =>
  (await log.readStream(accountStream(owner)))
    .filter(({ data }) => (data as { jobId: string }).jobId === jobId)
    .map((e) => e.type)
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 120_000, interval: 100 })
const stays = async (jobId: string) => (await blobs.ofJob(jobId)).length > 0

test('the worker was down at that hour: what fell due meanwhile goes as soon as it is back, and by the clock from then on', async () => {
  const missed = await take(40)
  await worker.start(env)
  await soon(() => typesOf(filesStream(missed))).toEqual(['FilesDeleted'])
  await soon(() => uploads.byJob(missed)).toBeUndefined()

  const due = await take(24)
  await soon(() => stays(due)).toBe(false)
  await soon(() => typesOf(filesStream(due))).toEqual(['FilesDeleted'])

  // down again, and the schedule knows
  await worker.stop('SIGKILL')
  const again = await take(24)
  const young = await take(1)
  await worker.start(env)
  await soon(() => stays(again)).toBe(false)
  expect(await stays(young)).toBe(true)

  const { action, policies, spec } = await client.schedule.getHandle(scheduleIdOf(taskQueue)).describe()
  expect([action.taskQueue, policies.overlap, spec.intervals?.[0]?.every]).toEqual([taskQueue, 'SKIP', 2000])
})

test('a Publisher who chose 30 days: books stay a day longer than others and go when 30 are over, whoever was down', async () => {
  await worker.stop()
  await log.append(accountStream(owner), [{ id: 'retention/chosen', type: 'RetentionChosen', data: { hours: 720 } }])
  const [due, young, ordinary] = [await take(720), await take(700), await take(24)]
  await database.sql`update uploads set keeps_hours = 720 where job_id = any(${[due, young]})`
  await worker.start(env)
  await soon(() => typesOf(filesStream(due))).toEqual(['FilesDeleted'])
  await soon(() => typesOf(filesStream(ordinary))).toEqual(['FilesDeleted'])
  expect([await stays(due), await stays(ordinary), await stays(young)]).toEqual([false, false, true])
  expect(await uploads.byJob(young)).toMatchObject({ fileName: 'A.epub' })
})

test('a job of which nobody started the workflow is repaired, counted, and deleted a day later', async () => {
  await worker.stop()
  const jobId = await take(0)
  await worker.start({ ...env, BOOKMENDER_FAULTS: 'clock=+2m' })
  await soon(async () => (await typesOf(repairStream(jobId))).at(-1)).toBe('RepairCompleted')
  await soon(() => settled(jobId)).toEqual(['RepairReserved', 'RepairCounted'])
  expect(await blobs.ofJob(jobId)).not.toHaveLength(0)

  await worker.stop()
  await worker.start({ ...env, BOOKMENDER_FAULTS: 'clock=+24h' })
  await soon(() => blobs.ofJob(jobId)).toEqual([])
  await soon(() => typesOf(filesStream(jobId))).toEqual(['FilesDeleted'])
  expect(await settled(jobId)).toHaveLength(2)
})
