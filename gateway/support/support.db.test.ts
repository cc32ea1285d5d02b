import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Found, SupportJob } from '../../contract/calls/support.ts'
import { repairStream } from '../../contract/events/repair.ts'
import { looksStream, searchesStream, supportStream } from '../../contract/events/support.ts'
import { foldJob } from '../../projections/job.ts'
import { type RunningGateway, startGateway } from '../../tests/gateway.ts'

let gateway: RunningGateway
type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
let reader: Visitor
let staff: Visitor
let jobId: string

beforeAll(async () => {
  gateway = await startGateway({ wait: 1 })
  ;[reader, staff] = [await gateway.signedIn('pro+reader@example.test'), await gateway.signedIn('support@example.test')]
  jobId = randomUUID()
  await reader.upload({ bytes: new Uint8Array(10), jobId, name: 'My Diary.epub' })
  await gateway.complete(jobId)
  await gateway.fold()
})
afterAll(() => gateway?.close())

const find = async (body: object) => (await staff.post('/api/support/find', body)).json() as Promise<Found>
const show = () => staff.json<SupportJob>(`/api/support/jobs/${jobId}`)
const eventsOf = (stream: string) => gateway.deps.log.readStream(stream)
const said = (events: unknown) => JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))

describe('a job is found', () => {
  test('by id, workflow, reference, account, e-mail and time, each search recorded without what was typed', async () => {
    const now = Date.now()
    const time = (ms: number) => new Date(now + ms).toISOString()
    const asked: readonly (readonly [object, Found['by']])[] = [
      [{ text: jobId }, 'job'],
      [{ text: `repair-${jobId}` }, 'job'],
      [{ text: jobId.slice(0, 8).toUpperCase() }, 'reference'],
      [{ text: reader.id }, 'account'],
      [{ text: ' PRO+Reader@EXAMPLE.test ' }, 'email'],
      [{ from: time(-3_600_000), until: time(3_600_000) }, 'time'],
    ]
    for (const [body, by] of asked) {
      const found = await find(body)
      expect([found.by, found.jobs.map((job) => job.jobId)], JSON.stringify(body)).toEqual([by, [jobId]])
    }
    expect((await find({ text: reader.id })).accounts).toEqual([{ id: reader.id, email: 'pro+reader@example.test', plan: 'pro' }])
    expect(await find({ text: 'nobody@example.test' })).toEqual({ by: 'email', jobs: [], accounts: [] })
    expect((await find({ from: time(3_600_000) })).jobs).toEqual([])
    expect(await find({ text: 'my diary' })).toEqual({ by: null, jobs: [], accounts: [] })

    const searches = await eventsOf(searchesStream(staff.id))
    expect(searches.map(({ data }) => (data as { by: string }).by).slice(0, 6)).toEqual(asked.map(([, by]) => by))
    expect(said(searches)).not.toContain('example.test')
  })
})

describe('a job is seen', () => {
  test('as it stood after each of its events, by the fold of the live view; who looked stands there', async () => {
    const job = await show()
    const events = await eventsOf(repairStream(jobId))
    expect(job.moments.map(({ version }) => version)).toEqual(events.map(({ version }) => version))
    for (const [index, moment] of job.moments.entries()) {
      const { status, found, fixed, engine, stages } = foldJob(jobId, events.slice(0, index + 1))
      const shown = stages.map(({ id, status: stage, progress }) => ({ id, status: stage, progress }))
      expect(moment).toMatchObject({ status, found, fixed, stages: shown, ...(engine && { engine }) })
    }
    expect(job.events.filter(({ of }) => of === 'job').map(({ type }) => type)).toEqual(events.map(({ type }) => type))
    expect(job.events.map(({ position }) => Number(position))).toEqual(
      job.events.map(({ position }) => Number(position)).sort((a, b) => a - b),
    )
    expect(job).toMatchObject({
      owner: { id: reader.id, email: 'pro+reader@example.test' },
      fileName: 'My Diary.epub',
      filesDeleted: false,
      workflows: [{ workflowId: `repair-${jobId}`, kind: 'repair', url: null }],
    })
    expect(job.summary).toMatch(/^Your book \(1 KB\) reached us on .*2 of 2 problems corrected/)
    expect((await show()).looks).toMatchObject([{ by: { kind: 'staff', name: 'support@example.test' }, what: 'job' }])
    expect((await eventsOf(looksStream(jobId))).map(({ metadata }) => metadata.actor)).toEqual([staff.id])
  })

  test('with the history of its own workflows, and of no other', async () => {
    const history = (id: string) => staff.request(`/api/support/jobs/${jobId}/history/${id}`)
    const own = await history(`repair-${jobId}`)
    expect([own.status, own.headers.get('content-disposition'), await own.json()]).toEqual([
      200,
      expect.stringContaining(`repair-${jobId}.json`),
      { events: [] },
    ])
    for (const id of [`repair-${randomUUID()}`, `subscription-${reader.id}`]) expect((await history(id)).status).toBe(404)
    expect((await eventsOf(looksStream(jobId))).map(({ data }) => data)).toContainEqual({ what: 'history' })
  })
})

test('a replay is asked for once, compared with the first run, and refused without files', async () => {
  const ask = () => staff.post(`/api/support/jobs/${jobId}/replays`, {})
  const before = await eventsOf(repairStream(jobId))
  for (const answer of [await ask(), await ask()]) expect(await answer.json()).toEqual({ replay: 1 })
  expect(gateway.replaying).toMatchObject([
    { jobId, replay: 1, mode: 'deep-analysis', plan: 'pro' },
    { jobId, replay: 1 },
  ])
  expect((await show()).replays).toMatchObject([{ replay: 1, status: 'running', by: { name: 'support@example.test' } }])
  await gateway.deps.log.append(supportStream(jobId), [
    { id: `${jobId}/replay/1/ended`, type: 'ReplayFailed', data: { replay: 1, code: 'all-engines-failed' } },
  ])
  expect((await show()).replays).toMatchObject([{ status: 'failed', code: 'all-engines-failed' }])
  expect(await (await ask()).json()).toEqual({ replay: 2 })
  expect(await eventsOf(repairStream(jobId))).toEqual(before)

  const second = randomUUID()
  await reader.upload({ bytes: new Uint8Array(10), jobId: second })
  expect((await staff.post(`/api/support/jobs/${second}/replays`, {})).status).toBe(409)
  await gateway.complete(second)
  await reader.request(`/api/epub/${second}/files`, { method: 'DELETE' })
  expect((await staff.post(`/api/support/jobs/${second}/replays`, {})).status).toBe(410)
})

test('notes are sealed with the key of the owner, and gone with the account; nothing can be noted then', async () => {
  const leaver = await gateway.signedIn('pro+leaver@example.test')
  const theirs = randomUUID()
  await leaver.upload({ bytes: new Uint8Array(10), jobId: theirs })
  await gateway.complete(theirs)
  const note = 'Ann Lee called about her diary.'
  const write = () => staff.post(`/api/support/jobs/${theirs}/notes`, { text: note })
  const notes = async () => (await staff.json<SupportJob>(`/api/support/jobs/${theirs}`)).notes
  expect((await write()).status).toBe(200)
  expect(await notes()).toMatchObject([{ text: note, by: { kind: 'staff', name: 'support@example.test' } }])
  const told = said(await eventsOf(supportStream(theirs)))
  for (const form of [note, Buffer.from(note).toString('base64')]) expect(told).not.toContain(form)

  expect((await leaver.request('/api/user/account', { method: 'DELETE' })).status).toBe(200)
  expect(await notes()).toMatchObject([{ text: null }])
  expect((await write()).status).toBe(404)
  expect(await staff.json<SupportJob>(`/api/support/jobs/${theirs}`)).toMatchObject({
    owner: { id: leaver.id, email: null },
    fileName: null,
  })
  expect(await find({ text: 'pro+leaver@example.test' })).toMatchObject({ jobs: [], accounts: [] })
})

test('the screens exist for support alone', async () => {
  const statuses = async (who: Pick<Visitor, 'request'>) =>
    Promise.all(['/support', '/Support/', `/support/jobs/${jobId}`].map(async (path) => (await who.request(path)).status))
  expect(await statuses(reader)).toEqual([404, 404, 404])
  expect(await statuses(gateway.visitor())).toEqual([404, 404, 404])
})
