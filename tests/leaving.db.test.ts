import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { scheduleIdOf } from '../activities/retention/schedule.ts'
import { deletionStart } from '../contract/deletion.ts'
import { accountStream } from '../contract/events/account.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import { repairStart } from '../contract/job.ts'
import { openBlobs, uploadKey } from '../db/blobs.ts'
import { createLog, type Log } from '../db/log.ts'
import { createPeople, type People } from '../db/people.ts'
import { createSessions } from '../db/sessions.ts'
import { createUploads, type Uploads } from '../db/uploads.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from './migrated.ts'
import { workerProcess } from './worker-process.ts'

const blobStore = mkdtempSync(join(tmpdir(), 'bookmender-leaving-'))
const blobs = openBlobs(blobStore)
const taskQueue = `leaving-${randomUUID()}`
let database: MigratedDatabase
let connection: Connection
let client: Client
let log: Log
let people: People
let uploads: Uploads
const worker = workerProcess(() => ({ DATABASE_URL: database.url, BLOB_STORE: blobStore }))
const env = { TASK_QUEUE: taskQueue, OFFICIAL_JUDGE: 'off', RETENTION_INTERVAL: '2000' }
const broken = await bytesOf(book({ 'META-INF/container.xml': undefined }))

beforeAll(async () => {
  database = await migratedDatabase()
  connection = await Connection.connect({ address: inject('temporalAddress') })
  client = new Client({ connection, namespace: inject('temporalNamespace') })
  log = createLog(database.sql)
  people = createPeople(database.sql, { masterKey })
  uploads = createUploads(database.sql, people)
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

const signIn = async (subject: string) => {
  const email = `${subject}@example.test`
  return (await people.findOrCreate({ issuer: 'https://id.test', subject, email, firstName: null, lastName: null })).id
}

async function take(owner: string) {
  const jobId = randomUUID()
  const data = { owner, upload: uploadKey(jobId), bytes: broken.length, mode: 'deep-analysis', plan: 'pro' } as const
  await log.append(accountStream(owner), [{ id: `${jobId}/reserved`, type: 'RepairReserved', data: { jobId } }])
  await uploads.record({ jobId, owner, blobKey: uploadKey(jobId), bytes: broken.length, fileName: 'A.epub' })
  await blobs.write(uploadKey(jobId), Readable.from([broken]))
  await log.append(repairStream(jobId), [{ id: `${jobId}/requested`, type: 'RepairRequested', data }])
  return { jobId, ...data }
}

const askToLeave = async (owner: string) => {
  const events = [
    { id: 'left/subscription', type: 'SubscriptionEnded', data: { reason: 'account-closed', at: new Date().toISOString() } },
    { id: 'left', type: 'AccountDeletionRequested', data: {} },
  ]
  const { version } = await log.append(accountStream(owner), events)
  return { owner, requested: version }
}
const end = (jobId: string) =>
  log.append(repairStream(jobId), [
    { id: `${jobId}/ended`, type: 'RepairFailed', data: { code: 'internal', stage: 'repair', reference: 'r' } },
  ])

const typesOf = async (stream: string) => (await log.readStream(stream)).map(({ type }) => type)
const doneIn = async (owner: string) =>
  (await log.readStream(accountStream(owner))).filter(({ type }) => type === 'AccountDeleted')
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 100 })

test('workers killed again and again: everything goes once, nothing is forgotten, and who came back is not touched', async () => {
  const owner = await signIn('leaver')
  const jobs = await Promise.all(Array.from({ length: 60 }, () => take(owner)))
  for (const { jobId } of jobs.slice(2)) await end(jobId)
  const sessions = createSessions(database.sql, people)
  const { token } = await sessions.start({ owner, roles: [] })

  // one is at work, one was never begun, one lost its row
  await client.workflow.start('repair', { ...repairStart(jobs[0]!), taskQueue })
  await uploads.remove(jobs[2]!.jobId)
  const deletion = await askToLeave(owner)
  await client.workflow.start('accountDeletion', { ...deletionStart(deletion), taskQueue })

  for (const after of [150, 300]) {
    await worker.start({ ...env, BOOKMENDER_FAULTS: 'stage.validation=hold:/nowhere/never' })
    await pause(after)
    await worker.stop('SIGKILL')
  }
  await worker.start(env)
  await soon(() => sessions.find(token)).toBeUndefined()
  expect(await people.profileOf(owner)).toBeUndefined()
  const back = await signIn('leaver')
  const later = await take(back)
  await soon(async () => (await doneIn(owner)).length).toBe(1)

  expect(back).toBe(owner)
  expect(await people.profileOf(back)).toMatchObject({ email: 'leaver@example.test' })
  expect(await uploads.ofOwner(owner)).toEqual([later.jobId])
  expect(await blobs.ofJob(later.jobId)).not.toEqual([])
  for (const { jobId } of jobs) {
    expect(await blobs.ofJob(jobId)).toEqual([])
    expect(await typesOf(filesStream(jobId))).toEqual(['FilesDeleted'])
  }
  const last = async (index: number) => (await typesOf(repairStream(jobs[index]!.jobId))).at(-1)
  expect([await last(0), await last(1)]).toEqual(['RepairCancelled', 'RepairCancelled'])
  expect((await doneIn(owner))[0]?.data).toEqual({ requested: deletion.requested, files: expect.any(Number) })
}, 120_000)

test('nobody started it: the next round of retention does, with key and sessions as they were', async () => {
  await worker.stop()
  const owner = await signIn('stranded')
  const { jobId } = await take(owner)
  await end(jobId)
  const { token } = await createSessions(database.sql, people).start({ owner, roles: [] })
  await askToLeave(owner)
  await worker.start({ ...env, BOOKMENDER_FAULTS: 'clock=+2m' })
  await soon(async () => (await doneIn(owner)).length).toBe(1)
  expect(await people.profileOf(owner)).toBeUndefined()
  expect(await createSessions(database.sql, people).find(token)).toBeUndefined()
  expect([await blobs.ofJob(jobId), await uploads.ofOwner(owner)]).toEqual([[], []])
})

test('what was not asked for is not done', async () => {
  const owner = await signIn('stays')
  await log.append(accountStream(owner), [{ id: 'opened', type: 'AccountOpened', data: {} }])
  const handle = await client.workflow.start('accountDeletion', { ...deletionStart({ owner, requested: 1 }), taskQueue })
  await expect(handle.result()).rejects.toThrow()
  expect(await people.profileOf(owner)).toMatchObject({ email: 'stays@example.test' })
})
