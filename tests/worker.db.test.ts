import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RepairEvent } from '../contract/events/repair.ts'
import { repairStream } from '../contract/events/repair.ts'
import { type RevisionJob, revisionStart } from '../contract/job.ts'
import type { MetadataEdits } from '../contract/metadata.ts'
import { stages } from '../contract/quality.ts'
import { Report } from '../contract/report.ts'
import { besideReport, editsKey, openBlobs, uploadKey } from '../db/blobs.ts'
import { createLog } from '../db/log.ts'
import { createPeople } from '../db/people.ts'
import { readMetadata } from '../epub/metadata/edit.ts'
import { fromBytes } from '../epub/source.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { foldJob } from '../projections/job.ts'
import { type RepairJob, repairWorkflowId, taskQueue } from '../workflows/job.ts'
import { type MigratedDatabase, masterKey, migratedDatabase } from './migrated.ts'
import { workerProcess } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'bookmender-worker-'))
const blobStore = join(folder, 'blobs')
const blobs = openBlobs(blobStore)
let database: MigratedDatabase
let connection: Connection
let client: Client
const { start: startWorker, stop: stopWorker } = workerProcess(() => ({ DATABASE_URL: database.url, BLOB_STORE: blobStore }))

beforeAll(async () => {
  database = await migratedDatabase()
  connection = await Connection.connect({ address: inject('temporalAddress') })
  client = new Client({ connection, namespace: inject('temporalNamespace') })
})

afterAll(async () => {
  await stopWorker()
  await connection?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Broken in features 2 (no mimetype), 3 (no container), 10 (undeclared file) and 13 (stale NCX identifier). */
const brokenBook = () =>
  bytesOf(
    book({
      'META-INF/container.xml': undefined,
      'toc.ncx': (text) => text.replace(/content="urn:uuid:[^"]*"/, 'content="calibre:42"'),
      'package.opf': (text) => text.replace(/<item [^>]*style\.css[^>]*>/, ''),
    }),
  )

async function submit(job: Partial<RepairJob> = {}): Promise<RepairJob> {
  const jobId = randomUUID()
  const bytes = await brokenBook()
  await blobs.write(uploadKey(jobId), Readable.from([bytes]))
  const full: RepairJob = {
    jobId,
    owner: randomUUID(),
    upload: uploadKey(jobId),
    bytes: bytes.length,
    mode: 'deep-analysis',
    plan: 'publisher',
    ...job,
  }
  const { owner, upload, mode, plan } = full
  await createLog(database.sql).append(repairStream(jobId), [
    { id: `${jobId}/requested`, type: 'RepairRequested', data: { owner, upload, bytes: bytes.length, mode, plan } },
  ])
  await client.workflow.start('repair', { taskQueue, workflowId: repairWorkflowId(jobId), args: [full] })
  return full
}

const eventsOf = async (jobId: string) =>
  (await createLog(database.sql).readStream(repairStream(jobId))) as unknown as RepairEvent[]
const typesOf = async (jobId: string) => (await eventsOf(jobId)).map(({ type }) => type)
const finished = (jobId: string) => client.workflow.getHandle(repairWorkflowId(jobId)).result()

async function until(condition: () => Promise<boolean>, sentence: string) {
  for (const end = Date.now() + 150_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (await condition()) return
  throw new Error(`Waited 60 s for this: ${sentence}`)
}

describe('a repair on a real worker', () => {
  beforeAll(() => startWorker())
  afterAll(() => stopWorker())

  test('a broken book comes out valid, with every step in the log once', async () => {
    const { jobId, owner } = await submit()
    await finished(jobId)
    const events = await eventsOf(jobId)
    const end = events.at(-1)
    expect(end).toMatchObject({
      type: 'RepairCompleted',
      data: { outcome: 'valid', engine: 'primary', wordsKept: true, errorsAfter: 0 },
    })
    const types = events.map(({ type }) => type).filter((type) => type !== 'StageProgressed')
    expect(types).toEqual([
      'RepairRequested',
      ...['StageStarted', 'StageCompleted'],
      ...['StageStarted', 'IssuesFound', 'StageCompleted'],
      ...['StageStarted', 'IssuesFixed', 'StageCompleted'],
      ...['StageStarted', 'QualityScored', 'RepairCompleted'],
    ])
    expect(await createLog(database.sql).readStream(`account-${owner}`)).toMatchObject([
      { type: 'RepairCounted', data: { jobId } },
    ])
    if (end?.type === 'RepairCompleted') expect(await blobs.exists(end.data.result!)).toBe(true)
  })

  test('the workflow shows where it stands, for operators', async () => {
    const { jobId } = await submit()
    await finished(jobId)
    const { typedSearchAttributes } = await client.workflow.getHandle(repairWorkflowId(jobId)).describe()
    const shown = Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]))
    expect(shown).toMatchObject({
      JobId: jobId,
      Plan: 'publisher',
      Mode: 'deep-analysis',
      Stage: 'quality',
      Engine: 'primary',
      Verdict: 'valid',
    })
  })

  test('a scan finds and changes nothing', async () => {
    const { jobId, owner } = await submit({ mode: 'find-error', plan: 'free' })
    await finished(jobId)
    const end = (await eventsOf(jobId)).at(-1)
    expect(end).toMatchObject({ type: 'RepairCompleted', data: { outcome: 'scanned' } })
    expect(end?.data).not.toHaveProperty('result')
    expect(await createLog(database.sql).readStream(`account-${owner}`)).toMatchObject([{ type: 'ScanCounted' }])
  })

  test('what is no book ends with a sentence, and is not counted', async () => {
    const jobId = randomUUID()
    await blobs.write(uploadKey(jobId), Readable.from([Buffer.from('This is no archive. '.repeat(40))]))
    const job: RepairJob = {
      jobId,
      owner: randomUUID(),
      upload: uploadKey(jobId),
      bytes: 800,
      mode: 'deep-analysis',
      plan: 'pro',
    }
    await client.workflow.execute('repair', { taskQueue, workflowId: repairWorkflowId(jobId), args: [job] })
    expect((await eventsOf(jobId)).at(-1)).toMatchObject({
      type: 'RepairFailed',
      data: { code: 'not-a-zip', stage: 'extraction' },
    })
    expect(await createLog(database.sql).readStream(`account-${job.owner}`)).toMatchObject([{ type: 'RepairReleased' }])
  })
})

describe('an engine that fails', () => {
  afterAll(() => stopWorker())

  const faults = [
    ['throw', 'threw', {}],
    ['hang', 'timed-out', { ENGINE_TIMEOUT: '30000' }],
    ['oom', 'out-of-memory', {}],
    ['rubbish', 'unreadable-result', {}],
  ] as const
  test.each(faults)('%s: the next engine takes over, with one message', async (fault, reason, env) => {
    await stopWorker()
    await startWorker({ BOOKMENDER_FAULTS: `engine.primary=${fault}`, ...env })
    const { jobId } = await submit()
    await finished(jobId)
    const events = await eventsOf(jobId)
    expect(events.filter(({ type }) => type === 'EngineSwitched').map(({ data }) => data)).toEqual([
      { from: 'primary', to: 'backup', reason },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'RepairCompleted', data: { outcome: 'valid', engine: 'backup' } })
  })

  test('all three fail: the job ends with a sentence', async () => {
    await stopWorker()
    await startWorker({ BOOKMENDER_FAULTS: 'engine.primary=throw;engine.backup=rubbish;engine.emergency=throw' })
    const { jobId } = await submit()
    await finished(jobId)
    expect((await eventsOf(jobId)).at(-1)).toMatchObject({
      type: 'RepairFailed',
      data: { code: 'all-engines-failed', stage: 'repair' },
    })
  })
})

describe('a worker that is killed', () => {
  afterAll(() => stopWorker())

  test.each(stages)('in %s: the job goes on where it was, and ends once', async (stage) => {
    const hold = join(folder, `hold-${stage}`)
    writeFileSync(hold, '')
    await stopWorker()
    await startWorker({ BOOKMENDER_FAULTS: `stage.${stage}=hold:${hold}` })
    const { jobId, owner } = await submit()
    await until(
      async () => (await eventsOf(jobId)).some((event) => event.type === 'StageStarted' && event.data.stage === stage),
      `the stage ${stage} begins`,
    )
    await stopWorker('SIGKILL')
    rmSync(hold)
    expect(existsSync(hold)).toBe(false)
    await startWorker()
    await finished(jobId)
    const types = await typesOf(jobId)
    expect(types.filter((type) => type === 'RepairCompleted')).toHaveLength(1)
    expect(types.filter((type) => type === 'StageStarted')).toHaveLength(4)
    expect(types.at(-1)).toBe('RepairCompleted')
    expect(await createLog(database.sql).readStream(`account-${owner}`)).toHaveLength(1)
  })

  test('a cancelled job says so, keeps nothing, and is not counted', async () => {
    const hold = join(folder, 'hold-cancel')
    writeFileSync(hold, '')
    await stopWorker()
    await startWorker({ BOOKMENDER_FAULTS: `stage.repair=hold:${hold}` })
    const { jobId, owner } = await submit()
    await until(async () => (await typesOf(jobId)).filter((type) => type === 'StageStarted').length === 3, 'the repair begins')
    await client.workflow.getHandle(repairWorkflowId(jobId)).cancel()
    await finished(jobId)
    expect((await eventsOf(jobId)).at(-1)).toEqual(
      expect.objectContaining({ type: 'RepairCancelled', data: { stage: 'repair' } }),
    )
    expect(await createLog(database.sql).readStream(`account-${owner}`)).toMatchObject([{ type: 'RepairReleased' }])
  })
})

describe('another version of a result', () => {
  beforeAll(async () => {
    await stopWorker()
    await startWorker({ BOOKMENDER_MASTER_KEY: masterKey })
  })
  afterAll(() => stopWorker())

  const edits: MetadataEdits = { title: 'A Sealed Title', creators: [{ name: 'Ann Lee', role: 'aut' }] }
  const bytesAt = async (key: string) => fromBytes(new Uint8Array(await blobs.bytes(key)))

  /** As the gateway asks for it, from where the job stands. */
  async function ask(job: RepairJob, asked: Pick<RevisionJob, 'revision' | 'undone' | 'edits'>) {
    const log = createLog(database.sql)
    const { engine } = foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
    const data = {
      revision: asked.revision,
      cause: 'undo',
      undone: [...asked.undone],
      ...(asked.edits && { edits: asked.edits }),
    }
    await log.append(repairStream(job.jobId), [{ id: `${job.jobId}/r${asked.revision}`, type: 'RevisionRequested', data }])
    await client.workflow.execute('revise', {
      ...revisionStart({ ...job, ...asked, engine, at: '2026-05-05T05:05:05.000Z' }),
      taskQueue,
    })
    return foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
  }

  async function sealedEdits(job: RepairJob, revision: number, owner = job.owner) {
    const people = createPeople(database.sql, { masterKey })
    const key = editsKey(job.jobId, revision)
    await blobs.write(key, Readable.from([await people.seal(owner, JSON.stringify(edits))]))
    return key
  }

  async function somebody() {
    const people = createPeople(database.sql, { masterKey })
    const { id } = await people.findOrCreate({
      issuer: 'i',
      subject: randomUUID(),
      email: 'a@b.c',
      firstName: null,
      lastName: null,
    })
    return id
  }

  test('taken back, edited, both, and done again: each is made from the upload, none touches another', async () => {
    const job = await submit({ owner: await somebody() })
    await finished(job.jobId)
    const first = foldJob(job.jobId, await createLog(database.sql).readStream(repairStream(job.jobId)))
    const firstBytes = await blobs.bytes(first.result!)

    const undone = await ask(job, { revision: 1, undone: [13] })
    expect(undone).toMatchObject({ status: 'completed', revision: 1, undone: [13], outcome: 'improved', fixed: first.fixed - 1 })
    const report = Report.parse(JSON.parse((await blobs.bytes(undone.report!)).toString()))
    expect(report.issues.filter(({ status }) => status !== 'fixed')).toMatchObject([
      { code: 'NCX-001', feature: 13, status: 'choice', reason: expect.stringContaining('left this correction out') },
    ])
    expect(undone.sha256After).toBe(report.sha256After)

    const edited = await ask(job, { revision: 2, undone: [13], edits: await sealedEdits(job, 2) })
    expect(await readMetadata(await bytesAt(edited.result!))).toMatchObject(edits)
    expect(edited).toMatchObject({ revision: 2, outcome: 'improved' })

    const again = await ask(job, { revision: 3, undone: [], edits: await sealedEdits(job, 3) })
    expect(again).toMatchObject({ revision: 3, undone: [], outcome: 'valid', errorsAfter: 0 })
    expect(await readMetadata(await bytesAt(again.result!))).toMatchObject(edits)

    const plain = await ask(job, { revision: 4, undone: [] })
    expect(await blobs.bytes(plain.result!)).toEqual(firstBytes)
    expect(await blobs.bytes(first.result!)).toEqual(firstBytes)

    for (const form of ['html', 'epubcheck-before', 'epubcheck-after'] as const)
      expect(await blobs.exists(besideReport(again.report!, form))).toBe(true)
    expect(
      JSON.stringify(await createLog(database.sql).readStream(repairStream(job.jobId)), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ).not.toMatch(/Sealed|Ann Lee/)
  })

  test('what cannot be written leaves the version before, and names the field', async () => {
    const job = await submit({ owner: await somebody() })
    await finished(job.jobId)
    const key = editsKey(job.jobId, 1)
    const people = createPeople(database.sql, { masterKey })
    await blobs.write(key, Readable.from([await people.seal(job.owner, JSON.stringify({ date: 'soon' }))]))
    const state = await ask(job, { revision: 1, undone: [], edits: key })
    expect(state).toMatchObject({ revision: 0, outcome: 'valid', notRevised: { code: 'bad-metadata', field: 'date' } })
  })

  test('the edits of somebody forgotten are read by nobody', async () => {
    const job = await submit({ owner: await somebody() })
    await finished(job.jobId)
    const key = await sealedEdits(job, 1)
    await database.ownerSql`delete from person_keys where person = ${job.owner}`
    expect(await ask(job, { revision: 1, undone: [], edits: key })).toMatchObject({
      revision: 0,
      notRevised: { code: 'files-gone' },
    })
  })
})
