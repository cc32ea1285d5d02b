import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { job as jobCall } from '../contract/calls/epub.ts'
import { userHistory, userPlan } from '../contract/calls/user.ts'
import { filesStream } from '../contract/events/repair.ts'
import { refusals } from '../contract/refusal.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
let gateway: RunningGateway
let pro: Visitor
let other: Visitor
let free: Visitor
let jobId: string
let written: { bytes: number; sha256: string }
const book = 'the repaired book, byte for byte'

beforeAll(async () => {
  gateway = await startGateway({ wait: 10 })
  ;[pro, other, free] = await Promise.all([
    gateway.signedIn('pro+job@example.test'),
    gateway.signedIn('publisher+other@example.test'),
    gateway.signedIn('free+job@example.test'),
  ])
  jobId = randomUUID()
  await pro.upload({ bytes: new Uint8Array(10), jobId, name: 'Über das "Buch".epub' })
  written = await gateway.complete(jobId, {
    result: book,
    issues: [
      {
        number: 1,
        code: 'RSC-007',
        feature: 14,
        type: 'link',
        severity: 'major',
        path: 'a.xhtml',
        line: 1,
        column: 1,
        message: 'A link leads nowhere',
        why: 'It does nothing',
        status: 'choice',
        platforms: [],
      },
    ],
  })
})
afterAll(() => gateway?.close())

describe('the record of a job', () => {
  test('its owner sees all of it', async () => {
    const record = jobCall.reply.parse(await pro.json(`/api/epub/${jobId}`))
    expect(record).toMatchObject({
      jobId,
      status: 'completed',
      fileName: 'Über das "Buch".epub',
      mode: 'deep-analysis',
      outcome: 'valid',
      trend: 'improving',
      engine: 'primary',
      found: 2,
      fixed: 2,
      seq: 7,
      filesDeleted: false,
      downloadUrl: `/api/epub/${jobId}/download`,
      metadata: { title: 'A Small Book', author: 'Unknown' },
      issues: [{ severity: 'error', code: 'RSC-007', message: 'A link leads nowhere' }],
      aiAnalysis: { contentQuality: 0.8, recommendations: [expect.stringContaining('Links and fragments: 1 place left')] },
    })
    expect(record.stages.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
  })

  test.each(['', '/download', '/cancel'])('to anybody else it does not exist: %s', async (call) => {
    const ask = (visitor: Visitor, id: string) =>
      call === '/cancel' ? visitor.post(`/api/epub/${id}${call}`, {}) : visitor.request(`/api/epub/${id}${call}`)
    const answers = await Promise.all([ask(other, jobId), ask(other, randomUUID()), ask(other, 'no-id')])
    const seen = await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).error]))
    expect(new Set(seen.map(String)).size).toBe(1)
    expect(seen[0]![0]).toBe(404)
    expect(gateway.cancelled).toEqual([])
  })

  test('signed out', async () => {
    expect((await gateway.visitor().request(`/api/epub/${jobId}`)).status).toBe(401)
  })
})

describe('the download', () => {
  const path = () => `/api/epub/${jobId}/download`

  test('the whole file, under the name it came with', async () => {
    const response = await pro.request(path())
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-length': String(written.bytes),
      'content-disposition': `attachment; filename="Uber das _Buch_-fixed.epub"; filename*=UTF-8''%C3%9Cber%20das%20%22Buch%22-fixed.epub`,
      etag: `"${written.sha256}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    expect(await response.text()).toBe(book)
  })

  test('its head alone', async () => {
    const response = await pro.request(path(), { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(written.bytes),
      '',
    ])
  })

  test.each([
    ['bytes=4-11', 'repaired', `bytes 4-11/${book.length}`],
    ['bytes=-4', 'byte', `bytes ${book.length - 4}-${book.length - 1}/${book.length}`],
  ])('a part: %s', async (Range, text, part) => {
    const response = await pro.request(path(), { headers: { Range } })
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, part, text])
  })

  test('a part of a version that is gone is the whole', async () => {
    const response = await pro.request(path(), { headers: { Range: 'bytes=0-3', 'If-Range': '"another"' } })
    expect(response.status).toBe(200)
    const same = await pro.request(path(), { headers: { Range: 'bytes=0-3', 'If-Range': `"${written.sha256}"` } })
    expect(same.status).toBe(206)
  })

  test('a part beyond the end', async () => {
    const response = await pro.request(path(), { headers: { Range: 'bytes=1000-' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${book.length}`])
  })

  test('what one has already', async () => {
    const response = await pro.request(path(), {
      headers: { 'If-None-Match': `"${written.sha256}"`, 'Cache-Control': 'max-age=0' },
    })
    expect([response.status, await response.text()]).toEqual([304, ''])
  })

  test('free: 402 with the sentence', async () => {
    const id = randomUUID()
    await free.upload({ bytes: new Uint8Array(10), jobId: id })
    await gateway.complete(id)
    for (const method of ['GET', 'HEAD']) {
      const response = await free.request(`/api/epub/${id}/download`, { method })
      expect(response.status).toBe(402)
      if (method === 'GET')
        expect(await response.json()).toMatchObject({
          code: 'upgrade-required',
          error: 'Please upgrade to download fixed EPUB files.',
        })
    }
  })

  test('not before the job has ended', async () => {
    const id = randomUUID()
    await pro.upload({ bytes: new Uint8Array(10), jobId: id })
    const response = await pro.request(`/api/epub/${id}/download`)
    expect([response.status, (await response.json()).code]).toEqual([409, 'not-ready'])
  })

  test('a sound book keeps its name', async () => {
    const id = randomUUID()
    await pro.upload({ bytes: new Uint8Array(10), jobId: id, name: 'Sound.epub' })
    await gateway.complete(id, { sound: true })
    const response = await pro.request(`/api/epub/${id}/download`)
    expect(response.headers.get('content-disposition')).toContain('filename="Sound.epub"')
  })

  test('not when the files were deleted', async () => {
    const id = randomUUID()
    await pro.upload({ bytes: new Uint8Array(10), jobId: id })
    await gateway.complete(id)
    await gateway.deps.log.append(filesStream(id), [{ id: 'gone', type: 'FilesDeleted', data: { reason: 'expired' } }])
    const response = await pro.request(`/api/epub/${id}/download`)
    expect([response.status, (await response.json()).code]).toEqual([410, 'files-gone'])
    const record = await pro.json<Record<string, unknown>>(`/api/epub/${id}`)
    expect(record).toMatchObject({ filesDeleted: true, outcome: 'valid', issues: [] })
    expect(record.downloadUrl).toBeUndefined()
  })

  test('not when the files are gone and it is not written down yet', async () => {
    const id = randomUUID()
    await pro.upload({ bytes: new Uint8Array(10), jobId: id })
    await gateway.complete(id)
    await gateway.deps.blobs.removeJob(id)
    const response = await pro.request(`/api/epub/${id}/download`)
    expect([response.status, await response.json()]).toEqual([
      410,
      expect.objectContaining({ code: 'files-gone', error: refusals['files-gone'] }),
    ])
    expect(await pro.json(`/api/epub/${id}`)).toMatchObject({ outcome: 'valid', issues: [] })
  })
})

test('a cancellation is asked of the workflow, once the job runs', async () => {
  const id = randomUUID()
  await pro.upload({ bytes: new Uint8Array(10), jobId: id })
  const response = await pro.post(`/api/epub/${id}/cancel`, {})
  expect([response.status, await response.json()]).toEqual([200, { jobId: id }])
  expect(gateway.cancelled).toEqual([id])
  await gateway.tell(id, { type: 'RepairCancelled', data: { stage: 'extraction' } })
  expect((await pro.post(`/api/epub/${id}/cancel`, {})).status).toBe(200)
  expect(gateway.cancelled).toEqual([id])
  expect(await pro.json(`/api/epub/${id}`)).toMatchObject({ status: 'cancelled', error: expect.stringContaining('cancelled') })
})

test('the history holds one’s own repairs by name, newest first', async () => {
  await gateway.fold()
  const history = userHistory.reply.parse(await pro.json('/api/user/history'))
  expect(history.length).toBeGreaterThan(2)
  expect(history.map(({ createdAt }) => createdAt)).toEqual(
    history
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
  expect(history.find(({ id }) => id === jobId)).toMatchObject({
    fileName: 'Über das "Buch".epub',
    issuesFixed: 2,
    status: 'completed',
    outcome: 'valid',
    downloadUrl: `/api/epub/${jobId}/download`,
  })
  expect(await other.json('/api/user/history')).toEqual([])
})

test('a line of the history lasts as long as its files', async () => {
  const id = randomUUID()
  await other.upload({ bytes: new Uint8Array(10), jobId: id })
  await gateway.complete(id)
  await gateway.fold()
  const listed = async () => (await other.json<{ id: string }[]>('/api/user/history')).map((item) => item.id)
  expect(await listed()).toEqual([id])
  await gateway.deps.log.append(filesStream(id), [{ id: 'gone', type: 'FilesDeleted', data: { reason: 'expired' } }])
  await gateway.fold()
  expect(await listed()).toEqual([])
})

test('the plan with what was used of it', async () => {
  expect(userPlan.reply.parse(await pro.json('/api/user/plan'))).toMatchObject({
    plan: 'pro',
    usage: { scansPerDay: null, repairsPerMonth: 25, repairsThisMonth: expect.any(Number) },
  })
  expect(await free.json('/api/user/plan')).toMatchObject({
    plan: 'free',
    usage: { scansToday: 1, scansPerDay: 1, repairsPerMonth: 0 },
  })
})
