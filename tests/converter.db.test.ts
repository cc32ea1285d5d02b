import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conversionFailures, defaultOptions, kindOfManuscript } from '../contract/conversion.ts'
import {
  type ConversionBatch,
  type ConversionJob,
  conversionBatchStart,
  conversionBatchWorkflowId,
  conversionStart,
  type Manuscript,
} from '../contract/conversion-job.ts'
import { conversionBatchStream, conversionStream } from '../contract/events/convert.ts'
import { manuscriptKey } from '../db/blobs.ts'
import { createPeople } from '../db/people.ts'
import { createUploads } from '../db/uploads.ts'
import { htmlManuscript, textManuscript, wordManuscript } from '../epub/testing/manuscripts.ts'
import { foldConversion } from '../projections/conversion.ts'
import { countOf, foldBatch } from '../projections/conversion-batch.ts'
import { masterKey } from './migrated.ts'
import { saveHistory } from './save-history.ts'
import { type RepairsOnWorkers, repairsOnWorkers } from './support/repairs.ts'

/** As many as the service takes at once where time does not matter. */
const size = process.env.BOOKMENDER_FULL ? { files: 20, bad: 3 } : { files: 5, bad: 1 }
const kept = process.env.BOOKMENDER_SAVE_HISTORIES?.split(',') ?? []
const bad = [
  { name: 'Cut off.docx', reason: conversionFailures['not-a-zip'] },
  { name: 'Empty.txt', reason: conversionFailures.empty },
  { name: 'Old.doc', reason: conversionFailures['unknown-type'] },
]

let house: RepairsOnWorkers
let worker: ReturnType<RepairsOnWorkers['onQueue']>
let owner: string
let uploads: ReturnType<typeof createUploads>
let word: Uint8Array
/** While this file is there no conversion goes on. */
let hold: string
const start = () =>
  worker.start({ BOOKMENDER_MASTER_KEY: masterKey, OFFICIAL_JUDGE: 'off', BOOKMENDER_FAULTS: `stage.conversion=hold:${hold}` })

beforeAll(async () => {
  house = await repairsOnWorkers()
  worker = house.onQueue()
  const people = createPeople(house.database.sql, { masterKey })
  uploads = createUploads(house.database.sql, people)
  const person = { issuer: 'i', subject: 'a', email: 'a@example.test', firstName: null, lastName: null }
  owner = (await people.findOrCreate(person)).id
  word = await wordManuscript()
  hold = join(house.folder, 'hold')
  await start()
})
afterAll(async () => {
  await worker?.stop()
  await house?.close()
})

const contentOf = (name: string): Uint8Array =>
  name === 'Cut off.docx'
    ? word.subarray(1)
    : name === 'Empty.txt'
      ? new Uint8Array(0)
      : name.endsWith('.docx')
        ? word
        : Buffer.from(name.endsWith('.txt') ? textManuscript : htmlManuscript)

async function stored(fileName: string): Promise<Manuscript> {
  const jobId = randomUUID()
  const upload = manuscriptKey(jobId)
  const { bytes } = await house.blobs.write(upload, Readable.from([contentOf(fileName)]))
  await uploads.record({ jobId, owner, blobKey: upload, bytes, fileName })
  const kind = kindOfManuscript(fileName)
  return { jobId, upload, bytes, ...(kind && { kind }) }
}

const asked = () => ({ owner, plan: 'publisher', to: 'epub', options: defaultOptions }) as const
const conversionOf = async (jobId: string) => foldConversion(jobId, await house.log.readStream(conversionStream(jobId)))
const batchOf = async (batchId: string) => foldBatch(batchId, await house.log.readStream(conversionBatchStream(batchId)))

async function takeIn(names: readonly string[]): Promise<ConversionBatch> {
  const batchId = randomUUID()
  const batch: ConversionBatch = { batchId, ...asked(), files: await Promise.all(names.map(stored)) }
  const { batchId: _, ...data } = batch
  await house.log.append(conversionBatchStream(batchId), [
    { id: `${batchId}/requested`, type: 'ConversionBatchRequested', data: { ...data, files: [...data.files] } },
  ])
  return batch
}

const begin = (batch: ConversionBatch) =>
  house.client.workflow.start('convertBatch', { ...conversionBatchStart(batch), taskQueue: worker.taskQueue })
const ended = (batch: ConversionBatch) =>
  house.client.workflow.getHandle(conversionBatchWorkflowId(batch.batchId)).result() as Promise<{ status: string }>

async function convertOne(fileName: string) {
  const job: ConversionJob = { ...asked(), ...(await stored(fileName)) }
  const { jobId, ...data } = job
  await house.log.append(conversionStream(jobId), [{ id: `${jobId}/requested`, type: 'ConversionRequested', data }])
  await house.client.workflow.execute('convert', { ...conversionStart(job), taskQueue: worker.taskQueue })
  return conversionOf(jobId)
}

describe('one conversion', () => {
  test('its stream tells it once, its result is there, and the file is called by its name where the text has no title', async () => {
    const state = await convertOne('A Page.docx')
    expect(state).toMatchObject({ status: 'completed', progress: 100, made: { verdict: { errors: 0, warnings: 0 } } })
    const types = (await house.log.readStream(conversionStream(state.jobId))).map(({ type }) => type)
    expect(types.filter((type) => type !== 'ConversionProgressed')).toEqual([
      'ConversionRequested',
      'ConversionStarted',
      'ConversionCompleted',
    ])
    const book = await JSZip.loadAsync(await house.blobs.bytes(state.made!.result))
    expect(await book.file('mimetype')!.async('string')).toBe('application/epub+zip')
    if (kept.includes('convert-done')) await saveHistory(house.client, `convert-${state.jobId}`, 'convert-done')
  })

  test.each(bad)('what cannot be converted ends with a reason: $name', async ({ name, reason }) => {
    const state = await convertOne(name)
    expect(state.status).toBe('failed')
    expect(conversionFailures[state.failure!.code]).toBe(reason)
    if (name === 'Old.doc' && kept.includes('convert-failed'))
      await saveHistory(house.client, `convert-${state.jobId}`, 'convert-failed')
  })

  test('the workflow shows where it stands, for operators, and no name', async () => {
    const { jobId } = await convertOne('Secret Diary.txt')
    const description = await house.client.workflow.getHandle(`convert-${jobId}`).describe()
    const shown = Object.fromEntries(description.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]))
    expect(shown).toMatchObject({ JobId: jobId, Plan: 'publisher', Format: 'epub', Stage: 'conversion', Verdict: 'completed' })
    expect(await description.staticSummary()).toMatch(/^txt to epub for publisher, \d+ bytes$/)
    const history = JSON.stringify(await house.client.workflow.getHandle(`convert-${jobId}`).fetchHistory())
    for (const word of ['Secret', 'Diary']) expect(history).not.toContain(Buffer.from(word).toString('base64').slice(0, 6))
  })
})

describe(`a batch of ${size.files} with ${size.bad} that are bad`, () => {
  const good = Array.from({ length: size.files - size.bad }, (_, at) => `Book ${at}.${['docx', 'txt', 'html'][at % 3]}`)
  const names = [...good.slice(0, 2), ...bad.slice(0, size.bad).map(({ name }) => name), ...good.slice(2)]

  test('goes on where it was when the worker is killed in the middle: every good file once, every bad one with its reason', async () => {
    const batch = await takeIn(names)
    await begin(batch)
    const endings = async () => Object.keys((await batchOf(batch.batchId)).outcomes).length
    // some are done, then nothing goes on until the worker is dead
    await expect.poll(endings, { timeout: 120_000, interval: 20 }).toBeGreaterThan(0)
    writeFileSync(hold, '')
    await expect
      .poll(
        async () =>
          (await Promise.all(batch.files.map(({ jobId }) => conversionOf(jobId)))).some((one) => one.isStarted && !one.endedAt),
        {
          timeout: 120_000,
          interval: 20,
        },
      )
      .toBe(true)
    await worker.stop('SIGKILL')
    expect(await endings()).toBeLessThan(names.length)
    rmSync(hold)
    await start()
    expect(await ended(batch)).toMatchObject({ status: 'completed', completed: good.length, failed: size.bad })

    const state = await batchOf(batch.batchId)
    expect([state.status, countOf(state, 'completed'), countOf(state, 'failed')]).toEqual(['completed', good.length, size.bad])
    const files = await Promise.all(batch.files.map(({ jobId }) => conversionOf(jobId)))
    expect(files.flatMap(({ failure }) => (failure ? conversionFailures[failure.code] : []))).toEqual(
      bad.slice(0, size.bad).map(({ reason }) => reason),
    )
    for (const { jobId } of files) {
      const types = (await house.log.readStream(conversionStream(jobId))).map(({ type }) => type)
      expect(types.filter((type) => /Completed|Failed|Cancelled/.test(type))).toHaveLength(1)
    }

    const zip = await JSZip.loadAsync(await house.blobs.bytes(state.archive!))
    const made = good.map((name) => name.replace(/\.\w+$/, '.epub'))
    expect(Object.keys(zip.files).sort()).toEqual([...made, 'summary.csv', 'summary.html'].sort())
    for (const name of made)
      expect(await (await JSZip.loadAsync(await zip.file(name)!.async('nodebuffer'))).file('mimetype')!.async('string')).toBe(
        'application/epub+zip',
      )
    const table = await zip.file('summary.csv')!.async('string')
    for (const { name, reason } of bad.slice(0, size.bad))
      expect(table).toMatch(new RegExp(`${name}.*Failed.*${reason.slice(0, 30)}`))
    if (kept.includes('convert-batch')) await saveHistory(house.client, conversionBatchWorkflowId(batch.batchId), 'convert-batch')
    console.log(`${good.length} results and ${size.bad} reasons of ${names.length} files, the worker killed in the middle`)
  })

  test('none comes out: it failed, and has no archive', async () => {
    const batch = await takeIn(bad.map(({ name }) => name))
    await begin(batch)
    expect(await ended(batch)).toMatchObject({ status: 'failed', completed: 0, failed: 3 })
    expect(await batchOf(batch.batchId)).toMatchObject({ status: 'failed' })
    expect((await batchOf(batch.batchId)).archive).toBeUndefined()
    if (kept.includes('convert-batch-failed'))
      await saveHistory(house.client, conversionBatchWorkflowId(batch.batchId), 'convert-batch-failed')
  })

  test('cancelled: what waits and what is at work ends as cancelled, and nothing is packed', async () => {
    writeFileSync(hold, '')
    const batch = await takeIn(Array.from({ length: 6 }, (_, at) => `Waits ${at}.txt`))
    await begin(batch)
    const started = async () =>
      (await Promise.all(batch.files.map(({ jobId }) => conversionOf(jobId)))).filter(({ isStarted }) => isStarted).length
    await expect.poll(started, { timeout: 120_000 }).toBeGreaterThan(0)
    await house.client.workflow.getHandle(conversionBatchWorkflowId(batch.batchId)).cancel()
    expect(await ended(batch)).toMatchObject({ status: 'cancelled', completed: 0 })
    rmSync(hold)
    await expect
      .poll(async () => (await Promise.all(batch.files.map(({ jobId }) => conversionOf(jobId)))).map(({ status }) => status), {
        timeout: 60_000,
      })
      .toEqual(batch.files.map(() => 'cancelled'))
    expect(await batchOf(batch.batchId)).toMatchObject({ status: 'cancelled' })
    if (kept.includes('convert-batch-cancelled'))
      await saveHistory(house.client, conversionBatchWorkflowId(batch.batchId), 'convert-batch-cancelled')
  })
})
