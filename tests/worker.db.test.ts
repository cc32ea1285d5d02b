import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repairStream } from '../contract/events/repair.ts'
import { supportStream } from '../contract/events/support.ts'
import { type RevisionJob, replayStart, replayWorkflowId, revisionStart } from '../contract/job.ts'
import type { MetadataEdits } from '../contract/metadata.ts'
import { Report } from '../contract/report.ts'
import { besideReport, editsKey, picksKey } from '../db/blobs.ts'
import { createPeople } from '../db/people.ts'
import { readMetadata } from '../epub/metadata/edit.ts'
import { fromBytes } from '../epub/source.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { foldJob } from '../projections/job.ts'
import { type RepairJob, repairWorkflowId } from '../workflows/job.ts'
import { masterKey } from './migrated.ts'
import { saveHistory } from './save-history.ts'
import { type RepairsOnWorkers, repairsOnWorkers } from './support/repairs.ts'

let repairs: RepairsOnWorkers
let worker: ReturnType<RepairsOnWorkers['onQueue']>
let blobs: RepairsOnWorkers['blobs']
let log: RepairsOnWorkers['log']

beforeAll(async () => {
  repairs = await repairsOnWorkers()
  worker = repairs.onQueue()
  ;({ blobs, log } = repairs)
  await worker.start({ BOOKMENDER_MASTER_KEY: masterKey })
})
afterAll(async () => {
  await worker?.stop()
  await repairs?.close()
})

describe('a repair on a real worker', () => {
  test('a broken book comes out valid, with every step in the log once', async () => {
    const { jobId, owner } = await worker.submit()
    await repairs.finished(jobId)
    const events = await repairs.eventsOf(jobId)
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
    expect(await log.readStream(`account-${owner}`)).toMatchObject([{ type: 'RepairCounted', data: { jobId } }])
    if (end?.type === 'RepairCompleted') expect(await blobs.exists(end.data.result!)).toBe(true)
  })

  test('the workflow shows where it stands, for operators', async () => {
    const { jobId } = await worker.submit()
    await repairs.finished(jobId)
    const { typedSearchAttributes } = await repairs.client.workflow.getHandle(repairWorkflowId(jobId)).describe()
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
    const { jobId, owner } = await worker.submit({ mode: 'find-error', plan: 'free' })
    await repairs.finished(jobId)
    const end = (await repairs.eventsOf(jobId)).at(-1)
    expect(end).toMatchObject({ type: 'RepairCompleted', data: { outcome: 'scanned' } })
    expect(end?.data).not.toHaveProperty('result')
    expect(await log.readStream(`account-${owner}`)).toMatchObject([{ type: 'ScanCounted' }])
  })

  test('what is no book ends with a sentence, and is not counted', async () => {
    const { jobId, owner } = await worker.submit({ plan: 'pro' }, Buffer.from('This is no archive. '.repeat(40)))
    await repairs.finished(jobId)
    expect((await repairs.eventsOf(jobId)).at(-1)).toMatchObject({
      type: 'RepairFailed',
      data: { code: 'not-a-zip', stage: 'extraction' },
    })
    expect(await log.readStream(`account-${owner}`)).toMatchObject([{ type: 'RepairReleased' }])
  })
})

describe('another version of a result', () => {
  const edits: MetadataEdits = { title: 'A Sealed Title', creators: [{ name: 'Ann Lee', role: 'aut' }] }
  const bytesAt = async (key: string) => fromBytes(new Uint8Array(await blobs.bytes(key)))

  /** As the gateway asks for it, from where the job stands. */
  async function ask(job: RepairJob, asked: Pick<RevisionJob, 'revision' | 'undone' | 'edits' | 'picks'>, picked: string[] = []) {
    const { engine } = foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
    const data = {
      revision: asked.revision,
      cause: 'undo',
      undone: [...asked.undone],
      ...(asked.edits && { edits: asked.edits }),
      ...(asked.picks && { picked, picks: asked.picks }),
    }
    await log.append(repairStream(job.jobId), [{ id: `${job.jobId}/r${asked.revision}`, type: 'RevisionRequested', data }])
    await repairs.client.workflow.execute('revise', {
      ...revisionStart({ ...job, ...asked, engine, at: '2026-05-05T05:05:05.000Z' }),
      taskQueue: worker.taskQueue,
    })
    return foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
  }

  async function sealedEdits(job: RepairJob, revision: number, owner = job.owner) {
    const people = createPeople(repairs.database.sql, { masterKey })
    const key = editsKey(job.jobId, revision)
    await blobs.write(key, Readable.from([await people.seal(owner, JSON.stringify(edits))]))
    return key
  }

  async function somebody() {
    const people = createPeople(repairs.database.sql, { masterKey })
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
    const job = await worker.submit({ owner: await somebody() })
    await repairs.finished(job.jobId)
    const first = foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
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
      JSON.stringify(await log.readStream(repairStream(job.jobId)), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ).not.toMatch(/Sealed|Ann Lee/)
  })

  test('what cannot be written leaves the version before, and names the field', async () => {
    const job = await worker.submit({ owner: await somebody() })
    await repairs.finished(job.jobId)
    const key = editsKey(job.jobId, 1)
    const people = createPeople(repairs.database.sql, { masterKey })
    await blobs.write(key, Readable.from([await people.seal(job.owner, JSON.stringify({ date: 'soon' }))]))
    const state = await ask(job, { revision: 1, undone: [], edits: key })
    expect(state).toMatchObject({ revision: 0, outcome: 'valid', notRevised: { code: 'bad-metadata', field: 'date' } })
  })

  test('a sound book stays as it is and is suggested what no rule can know; what is accepted makes a version, taken back it is as it came', async () => {
    const paragraph = '<p>The lamp was lit before dusk, and the keeper climbed the stairs without a word.</p>'
    const chapters = ['One', 'Two', 'Three'].map((name) => `<p>Chapter ${name}</p>${paragraph.repeat(6)}`).join('')
    const bytes = await bytesOf(book({ 'chapter.xhtml': (text) => text.replace(/<p>/, `${chapters}<p>`) }))
    const job = await worker.submit({ owner: await somebody() }, bytes)
    await repairs.finished(job.jobId)
    const reportAt = async (key: string | undefined) => Report.parse(JSON.parse((await blobs.bytes(key!)).toString()))
    const first = foldJob(job.jobId, await log.readStream(repairStream(job.jobId)))
    expect(first).toMatchObject({ outcome: 'sound', result: job.upload })
    const report = await reportAt(first.report)
    expect(report.ai).toMatchObject({ engine: 'offline', asked: [] })
    const offer = report.offers!.find(({ feature }) => feature === 34)!
    expect(offer).toMatchObject({ status: 'choice', by: 'offline', id: expect.any(String) })

    const seal = async (revision: number, picked: string[]) => {
      const key = picksKey(job.jobId, revision)
      const people = createPeople(repairs.database.sql, { masterKey })
      await blobs.write(key, Readable.from([await people.seal(job.owner, JSON.stringify({ picked, texts: {} }))]))
      return key
    }
    const ids = [offer.id!, 'chapter-contents.unknown']
    const accepted = await ask(job, { revision: 1, undone: [], picks: await seal(1, ids) }, ids)
    // what could not be done is not said to be done
    expect(accepted).toMatchObject({ revision: 1, outcome: 'valid', errorsAfter: 0, picked: [offer.id] })
    const after = await reportAt(accepted.report)
    expect(after.offers!.some(({ feature }) => feature === 34)).toBe(false)
    expect(after.issues).toMatchObject([{ feature: 34, status: 'fixed', id: offer.id, by: 'offline' }])
    expect(after.words.after).toBeGreaterThanOrEqual(after.words.before)

    const back = await ask(job, { revision: 2, undone: [], picks: await seal(2, []) })
    expect(back).toMatchObject({ revision: 2, picked: [], outcome: 'valid' })
    expect(Buffer.from(bytes).equals(await blobs.bytes(back.result!))).toBe(true)
    expect((await reportAt(back.report)).offers!.map(({ id }) => id)).toContain(offer.id)
  })

  test('the edits of somebody forgotten are read by nobody', async () => {
    const job = await worker.submit({ owner: await somebody() })
    await repairs.finished(job.jobId)
    const key = await sealedEdits(job, 1)
    await repairs.database.ownerSql`delete from person_keys where person = ${job.owner}`
    expect(await ask(job, { revision: 1, undone: [], edits: key })).toMatchObject({
      revision: 0,
      notRevised: { code: 'files-gone' },
    })
  })
})

describe("today's engine on the kept upload", () => {
  const again = (job: RepairJob, replay: number) =>
    repairs.client.workflow.execute('replay', { ...replayStart({ ...job, replay }), taskQueue: worker.taskQueue })
  const told = (jobId: string) => log.readStream(supportStream(jobId))
  /** For `histories.test.ts`, where `BOOKMENDER_SAVE_HISTORIES` names it. */
  const kept = async (name: string, job: RepairJob) => {
    if (process.env.BOOKMENDER_SAVE_HISTORIES?.split(',').includes(name))
      await saveHistory(repairs.client, replayWorkflowId({ ...job, replay: 1 }), name)
  }

  test('says what it makes of it now, and neither job, files nor account know of it', async () => {
    const job = await worker.submit()
    await repairs.finished(job.jobId)
    const [before, stored] = [await repairs.eventsOf(job.jobId), (await blobs.ofJob(job.jobId)).map(({ key }) => key).sort()]
    await again(job, 1)
    await kept('replay-done', job)
    const end = before.at(-1)
    if (end?.type !== 'RepairCompleted') throw new Error('not completed')
    const { outcome, engine, found, fixed, sha256After, errorsBefore, errorsAfter, tally } = end.data
    expect(await told(job.jobId)).toMatchObject([
      {
        type: 'ReplayFinished',
        data: { replay: 1, outcome, engine, found, fixed, sha256After, errorsBefore, errorsAfter, tally },
      },
    ])
    expect(await repairs.eventsOf(job.jobId)).toEqual(before)
    expect((await blobs.ofJob(job.jobId)).map(({ key }) => key).sort()).toEqual(stored)
    expect(await log.readStream(`account-${job.owner}`)).toHaveLength(1)

    await blobs.removeJob(job.jobId)
    await again(job, 2)
    expect((await told(job.jobId)).at(-1)).toMatchObject({ type: 'ReplayFailed', data: { replay: 2, code: 'files-gone' } })
  })

  test('says why there is nothing', async () => {
    const job = await worker.submit({ plan: 'pro' }, Buffer.from('This is no archive. '.repeat(40)))
    await repairs.finished(job.jobId)
    await again(job, 1)
    await kept('replay-refused', job)
    expect(await told(job.jobId)).toMatchObject([{ type: 'ReplayFailed', data: { replay: 1, code: 'not-a-zip' } }])
  })
})
