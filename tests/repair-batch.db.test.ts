import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { batchWorkflowId, booksAtOnce } from '../contract/batch.ts'
import { type BatchRecord, batchIdHeader } from '../contract/calls/batch.ts'
import { deletionStart } from '../contract/deletion.ts'
import { accountStream } from '../contract/events/account.ts'
import { repairStream } from '../contract/events/repair.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { createRepairs } from '../gateway/repairs.ts'
import { foldJob } from '../projections/job.ts'
import { type RunningGateway, startGateway } from './gateway.ts'
import { masterKey } from './migrated.ts'
import { saveHistory } from './save-history.ts'
import { workerProcess } from './worker-process.ts'

/** Fifty books in front of one; a handful where every minute counts. */
const many = process.env.BOOKMENDER_FULL ? 50 : 8
const patience = process.env.BOOKMENDER_FULL ? 900_000 : 180_000
const folder = mkdtempSync(join(tmpdir(), 'bookmender-batch-'))
/** Files that hold books open in the middle of their repair, and at the start of it. */
const hold = join(folder, 'hold')
const gate = join(folder, 'gate')
const taskQueue = `batches-${randomUUID()}`

let gateway: RunningGateway
let connection: Connection
let client: Client
const worker = workerProcess(() => ({
  DATABASE_URL: gateway.database.url,
  BLOB_STORE: gateway.deps.config.blobStore,
  BOOKMENDER_MASTER_KEY: masterKey,
  TASK_QUEUE: taskQueue,
  OFFICIAL_JUDGE: 'off',
  BOOKMENDER_FAULTS: `stage.repair=hold:${hold};stage.extraction=hold:${gate}`,
}))

beforeAll(async () => {
  connection = await Connection.connect({ address: inject('temporalAddress') })
  client = new Client({ connection, namespace: inject('temporalNamespace') })
  const soon = <T>(call: () => Promise<T>) => call()
  const repairs = createRepairs({
    client,
    taskQueue,
    soon,
    isReachable: async () => true,
    hasWorker: async () => true,
    close: async () => {},
  })
  gateway = await startGateway({ repairs, wait: 1 })
  await worker.start()
})
afterAll(async () => {
  await worker.stop()
  await gateway?.close()
  await connection?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
const publisher = () => gateway.signedIn(`publisher+${randomUUID()}@example.test`)
const broken = async () =>
  new Uint8Array(await bytesOf(book({ 'toc.ncx': (text) => text.replace(/content="urn:uuid:[^"]*"/, 'content="calibre:42"') })))
const sound = async () => new Uint8Array(await bytesOf(book({})))
const rubbish = async () => new Uint8Array(Buffer.from('This is no archive. '.repeat(40)))

async function opened(visitor: Visitor, count: number): Promise<string> {
  const { batchId } = (await (await visitor.post('/api/epub/batch', { count })).json()) as { batchId: string }
  return batchId
}
async function send(visitor: Visitor, batchId: string | undefined, bytes: Uint8Array<ArrayBuffer>, name = 'A Book.epub') {
  const jobId = randomUUID()
  const headers: Record<string, string> = batchId === undefined ? {} : { [batchIdHeader]: batchId }
  expect((await visitor.upload({ bytes, jobId, name, headers })).status).toBe(202)
  return jobId
}
const record = (visitor: Visitor, batchId: string) => visitor.json<BatchRecord>(`/api/epub/batch/${batchId}`)
const stateOf = async (jobId: string) => foldJob(jobId, await gateway.deps.log.readStream(repairStream(jobId)))

async function until<T>(ask: () => Promise<T>, isSo: (answer: T) => boolean, sentence: string): Promise<T> {
  for (const end = Date.now() + patience - 30_000; Date.now() < end; await pause(50)) {
    const answer = await ask()
    if (isSo(answer)) return answer
  }
  throw new Error(`Waited in vain for this: ${sentence}`)
}
const completed = (visitor: Visitor, batchId: string) =>
  until(
    () => record(visitor, batchId),
    ({ status }) => status !== 'processing',
    'the end of the batch',
  )
const kept = async (batchId: string, name: string) => {
  if (!process.env.BOOKMENDER_SAVE_HISTORIES?.split(',').includes(name)) return
  await client.workflow.getHandle(batchWorkflowId(batchId)).result()
  await saveHistory(client, batchWorkflowId(batchId), name)
}
const archiveOf = async (visitor: Visitor, batchId: string) => {
  const response = await visitor.request(`/api/epub/batch/${batchId}/download`)
  expect(response.status).toBe(200)
  return JSZip.loadAsync(await response.arrayBuffer(), { checkCRC32: true })
}

describe('a batch on a real worker', () => {
  test('the worker is killed in the middle: every book ends once, the bad one says why, all is in one archive', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 5)
    writeFileSync(hold, '')
    const good = [await send(visitor, batchId, await broken(), 'Same name.epub')]
    good.push(await send(visitor, batchId, await broken(), 'Same name.epub'))
    const bad = await send(visitor, batchId, await rubbish(), '=Bad one.epub')
    good.push(await send(visitor, batchId, await broken(), 'Third.epub'))
    const untouched = await send(visitor, batchId, await sound(), 'Sound.epub')
    await until(
      () => Promise.all(good.slice(0, 2).map(stateOf)),
      (jobs) => jobs.every(({ stages }) => stages[2]!.status === 'active'),
      'two books in the middle of their repair',
    )
    // the rest waits for its turn, in the batch and not in front of others
    expect((await record(visitor, batchId)).books.map(({ status }) => status)).toEqual([
      'processing',
      'processing',
      'waiting',
      'waiting',
      'waiting',
    ])
    await worker.stop('SIGKILL')
    rmSync(hold)
    await worker.start()

    const { books, downloads, status } = await completed(visitor, batchId)
    expect(status).toBe('completed')
    expect(books.map(({ jobId, outcome, error }) => [jobId, outcome ?? error])).toEqual([
      [good[0], 'valid'],
      [good[1], 'valid'],
      [bad, expect.stringContaining('not a readable EPUB (ZIP) archive')],
      [good[2], 'valid'],
      [untouched, 'sound'],
    ])
    for (const jobId of [...good, bad, untouched]) {
      const types = (await gateway.deps.log.readStream(repairStream(jobId))).map(({ type }) => type)
      expect(types.filter((type) => type === 'RepairCompleted' || type === 'RepairFailed')).toHaveLength(1)
    }
    const account = (await gateway.deps.log.readStream(accountStream(visitor.id))).map(({ type }) => type)
    expect(account.filter((type) => type === 'RepairReserved')).toHaveLength(5)
    expect(account.filter((type) => type === 'RepairCounted')).toHaveLength(3)
    expect(account.filter((type) => type === 'RepairReleased')).toHaveLength(2)

    expect(downloads).toMatchObject([{ files: 4 }])
    const zip = await archiveOf(visitor, batchId)
    expect(Object.keys(zip.files)).toEqual([
      'summary.html',
      'summary.csv',
      'Same name-fixed.epub',
      'Same name-fixed (2).epub',
      'Third-fixed.epub',
      'Sound.epub',
    ])
    const single = await visitor.request(`/api/epub/${good[2]}/download`)
    expect(Buffer.from(await single.arrayBuffer())).toEqual(await zip.file('Third-fixed.epub')!.async('nodebuffer'))
    const lines = (await zip.file('summary.csv')!.async('string')).split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toMatch(/^Same name\.epub,Valid,\d+,\d+,0,It passes the checker now\.,Same name-fixed\.epub$/)
    expect(lines[3]).toMatch(/^'=Bad one\.epub,Failed,,,,.*not a readable EPUB.*Reference: /)
    expect(await zip.file('summary.html')!.async('string')).toContain('4 done, 1 failed')

    // what is asked of a batch that has ended changes nothing
    await visitor.post(`/api/epub/batch/${batchId}/cancel`, {})
    expect((await record(visitor, batchId)).isCancelled).toBe(false)
    await kept(batchId, 'repair-batch-done')
  })

  test('cancelled, books at work stop, those that wait do not begin, what is done stays', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 6)
    const done = await send(visitor, batchId, await broken(), 'Done.epub')
    await until(
      () => stateOf(done),
      ({ status }) => status === 'completed',
      'the first book',
    )
    writeFileSync(hold, '')
    const working = [await send(visitor, batchId, await broken()), await send(visitor, batchId, await broken())]
    const dropped = await send(visitor, batchId, await broken())
    const waiting = await send(visitor, batchId, await broken())
    await until(
      () => Promise.all(working.map(stateOf)),
      (jobs) => jobs.every(({ stages }) => stages[2]!.status === 'active'),
      'two books in the middle of their repair',
    )
    await visitor.post(`/api/epub/${dropped}/cancel`, {})
    await visitor.post(`/api/epub/batch/${batchId}/cancel`, {})
    const { books, status, isCancelled } = await completed(visitor, batchId)
    rmSync(hold)
    expect({ status, isCancelled }).toEqual({ status: 'cancelled', isCancelled: true })
    expect(Object.fromEntries(books.map((one) => [one.jobId, one.status]))).toEqual({
      [done]: 'completed',
      [working[0]!]: 'cancelled',
      [working[1]!]: 'cancelled',
      [dropped]: 'cancelled',
      [waiting]: 'cancelled',
    })
    const account = (await gateway.deps.log.readStream(accountStream(visitor.id))).map(({ type }) => type)
    expect(account.filter((type) => type === 'RepairReleased')).toHaveLength(4)
    const zip = await archiveOf(visitor, batchId)
    expect(Object.keys(zip.files)).toEqual(['summary.html', 'summary.csv', 'Done-fixed.epub'])
    await kept(batchId, 'repair-batch-cancelled')
  })

  test('one book cancelled while it waits does not begin; closed by its owner, the batch ends with what came', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 9)
    writeFileSync(hold, '')
    const working = [await send(visitor, batchId, await broken()), await send(visitor, batchId, await broken())]
    const dropped = await send(visitor, batchId, await broken())
    await visitor.post(`/api/epub/${dropped}/cancel`, {})
    await visitor.post(`/api/epub/batch/${batchId}/finish`, {})
    rmSync(hold)
    const { books, status, count } = await completed(visitor, batchId)
    expect({ status, count }).toEqual({ status: 'completed', count: 9 })
    expect(books.map(({ jobId, status }) => [jobId, status])).toEqual([
      [working[0], 'completed'],
      [working[1], 'completed'],
      [dropped, 'cancelled'],
    ])
    expect((await stateOf(dropped)).seq).toBe(2)
    await kept(batchId, 'repair-batch-closed')
  })

  test('whose owner leaves in the middle ends: nothing of it stays, and what waited does not begin', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 4)
    const done = await send(visitor, batchId, await broken())
    await until(
      () => stateOf(done),
      ({ status }) => status === 'completed',
      'the first book',
    )
    writeFileSync(hold, '')
    const others = [await send(visitor, batchId, await broken())]
    for (const _ of [1, 2]) others.push(await send(visitor, batchId, await broken()))
    await until(
      () => stateOf(others[0]!),
      ({ stages }) => stages[2]!.status === 'active',
      'a book in the middle of its repair',
    )
    expect((await visitor.request('/api/user/account', { method: 'DELETE' })).status).toBe(200)
    const deletion = deletionStart(gateway.deleting.at(-1)!)
    await (await client.workflow.start('accountDeletion', { ...deletion, taskQueue })).result()
    rmSync(hold)
    for (const jobId of [done, ...others, batchId]) expect(await gateway.deps.blobs.ofJob(jobId)).toEqual([])
    for (const jobId of others) expect((await stateOf(jobId)).status).toBe('cancelled')
    expect((await client.workflow.getHandle(batchWorkflowId(batchId)).describe()).status.name).toBe('COMPLETED')
    await kept(batchId, 'repair-batch-left')
  })

  test(
    `a batch of ${many} does not hold another person's book back by more than two jobs`,
    async () => {
      const [publishing, other] = [await publisher(), await gateway.signedIn(`pro+${randomUUID()}@example.test`)]
      const batchId = await opened(publishing, many)
      const bytes = await broken()
      writeFileSync(gate, '')
      for (let index = 0; index < many; index += 1) await send(publishing, batchId, bytes)
      const jobId = await send(other, undefined, bytes)
      const isOpening = ({ stages }: Awaited<ReturnType<typeof stateOf>>) => stages[0]!.status === 'active'
      await until(
        async () => Promise.all([jobId, ...(await record(publishing, batchId)).books.map((one) => one.jobId)].map(stateOf)),
        (jobs) => isOpening(jobs[0]!) && jobs.filter(isOpening).length >= 1 + booksAtOnce,
        'the single book, and as many of the batch as may, at the start of their way',
      )
      const from = await gateway.deps.log.head()
      rmSync(gate)
      await until(
        () => stateOf(jobId),
        ({ status }) => status === 'completed',
        'the single book',
      )
      const endedAt = (await gateway.deps.log.readStream(repairStream(jobId))).at(-1)!.position
      const { books } = await completed(publishing, batchId)
      const streams = await Promise.all(books.map((one) => gateway.deps.log.readStream(repairStream(one.jobId))))
      const isMeanwhile = ({ position }: { position: bigint }) => position > from && position < endedAt
      /** Each repair has four parts of work, the last of which ends with the job. */
      const parts = streams.flat().filter((event) => /^(StageCompleted|RepairCompleted)$/.test(event.type) && isMeanwhile(event))
      console.log(`While one book waited and was repaired, ${parts.length / 4} of ${many} books of the batch were`)
      // two jobs, and the parts at work when it was done with its own
      expect(parts.length).toBeLessThanOrEqual(2 * 4 + 2)
    },
    patience,
  )
})
