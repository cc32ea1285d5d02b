import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchStream } from '../contract/batch.ts'
import { type BatchRecord, batchIdHeader } from '../contract/calls/batch.ts'
import { batchArchiveKey } from '../db/blobs.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ wait: 1 })
})
afterAll(() => gateway?.close())

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
const publisher = () => gateway.signedIn(`publisher+${randomUUID()}@example.test`)
const opened = async (visitor: Visitor, count: number) => {
  const response = await visitor.post('/api/epub/batch', { count })
  expect(response.status).toBe(200)
  return ((await response.json()) as { batchId: string }).batchId
}
const send = (visitor: Visitor, batchId: string, jobId: string = randomUUID(), name = 'A Book.epub') =>
  visitor.upload({ bytes: new Uint8Array(200), jobId, name, headers: { [batchIdHeader]: batchId } })
const record = (visitor: Visitor, batchId: string) => visitor.json<BatchRecord>(`/api/epub/batch/${batchId}`)
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

/** What the workflow leaves behind when all books have ended. */
async function packed(batchId: string, books: number) {
  const { bytes } = await gateway.deps.blobs.write(batchArchiveKey(batchId, 1), Readable.from([Buffer.from('PK archive')]))
  const archives = [{ key: batchArchiveKey(batchId, 1), bytes, files: books }]
  await gateway.deps.log.append(batchStream(batchId), [
    { id: `${batchId}/completed`, type: 'BatchCompleted', data: { archives, completed: books, failed: 0, cancelled: 0 } },
  ])
}

describe('a batch of books', () => {
  test('belongs to the largest plan, and has an end', async () => {
    for (const plan of ['free', 'pro']) {
      const visitor = await gateway.signedIn(`${plan}+${randomUUID()}@example.test`)
      const refused = await visitor.post('/api/epub/batch', { count: 2 })
      expect(await codeOf(refused)).toEqual([403, 'batch-not-allowed'])
    }
    const visitor = await publisher()
    expect(await codeOf(await visitor.post('/api/epub/batch', { count: 51 }))).toEqual([400, 'batch-too-large'])
    expect((await visitor.post('/api/epub/batch', { count: 0 })).status).toBe(400)
    await opened(visitor, 50)
  })

  test('gets its books one by one, each counted, no more than announced; a book is the same book again', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 2)
    const [first, second] = [randomUUID(), randomUUID()]
    expect((await send(visitor, batchId, first, 'First.epub')).status).toBe(202)
    expect((await send(visitor, batchId, second, 'Second.epub')).status).toBe(202)
    expect((await send(visitor, batchId, first, 'First.epub')).status).toBe(202)
    expect(await codeOf(await send(visitor, batchId))).toEqual([409, 'batch-over'])

    const mine = gateway.started.filter(({ batch }) => batch === batchId).map(({ jobId }) => jobId)
    expect(new Set(mine)).toEqual(new Set([first, second]))
    const shown = await record(visitor, batchId)
    expect(shown).toMatchObject({ status: 'processing', count: 2, isOpen: false, downloads: [] })
    expect(shown.books.map(({ jobId, fileName, status }) => [jobId, fileName, status])).toEqual([
      [first, 'First.epub', 'waiting'],
      [second, 'Second.epub', 'waiting'],
    ])
    const { usage } = await visitor.json<{ usage: { repairsThisMonth: number } }>('/api/user/plan')
    expect(usage.repairsThisMonth).toBe(2)
    await gateway.fold()
    const history = await visitor.json<{ id: string; batchId: string }[]>('/api/user/history')
    expect(history.map((line) => line.batchId)).toEqual([batchId, batchId])
    expect(await visitor.json('/api/epub/batch')).toMatchObject([{ batchId, count: 2, arrived: 2, status: 'processing' }])
  })

  test('of somebody else does not exist, nor does what is no batch', async () => {
    const [owner, stranger] = [await publisher(), await publisher()]
    const batchId = await opened(owner, 2)
    expect((await send(owner, batchId)).status).toBe(202)
    const calls = [
      () => stranger.request(`/api/epub/batch/${batchId}`),
      () => stranger.request(`/api/epub/batch/${batchId}/download`),
      () => stranger.post(`/api/epub/batch/${batchId}/finish`, {}),
      () => stranger.post(`/api/epub/batch/${batchId}/cancel`, {}),
      () => stranger.request(`/api/epub/batch/${batchId}/files`, { method: 'DELETE' }),
      () => send(stranger, batchId),
      () => send(stranger, 'no batch'),
      () => send(owner, randomUUID()),
    ]
    for (const call of calls) expect(await codeOf(await call())).toEqual([404, 'not-found'])
    expect(await stranger.json('/api/epub/batch')).toEqual([])
    expect((await record(owner, batchId)).books).toHaveLength(1)
  })

  test('is closed by its owner, and takes no more books then', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 5)
    await send(visitor, batchId)
    for (const _ of [1, 2]) expect((await visitor.post(`/api/epub/batch/${batchId}/finish`, {})).status).toBe(200)
    expect(gateway.looked).toContain(batchId)
    expect(await record(visitor, batchId)).toMatchObject({ isOpen: false, isCancelled: false, status: 'processing' })
    expect(await codeOf(await send(visitor, batchId))).toEqual([409, 'batch-over'])
    const empty = await opened(visitor, 3)
    await visitor.post(`/api/epub/batch/${empty}/finish`, {})
    expect((await record(visitor, empty)).status).toBe('completed')
  })

  test('is cancelled as a whole, or a book of it', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 3)
    const jobId = randomUUID()
    await send(visitor, batchId, jobId)
    await visitor.post(`/api/epub/${jobId}/cancel`, {})
    expect(gateway.dropped).toContain(jobId)
    await visitor.post(`/api/epub/batch/${batchId}/cancel`, {})
    expect(await record(visitor, batchId)).toMatchObject({ isCancelled: true, isOpen: false })
    expect(await codeOf(await send(visitor, batchId))).toEqual([409, 'batch-over'])
    const types = (await gateway.deps.log.readStream(batchStream(batchId))).map(({ type }) => type)
    expect(types).toEqual(['BatchOpened', 'BookAdded', 'BatchCancelled'])
  })

  test('is one archive when all have ended; it goes when a book of it is deleted', async () => {
    const visitor = await publisher()
    const batchId = await opened(visitor, 2)
    const [first, second] = [randomUUID(), randomUUID()]
    await send(visitor, batchId, first)
    await send(visitor, batchId, second)
    const download = `/api/epub/batch/${batchId}/download`
    expect(await codeOf(await visitor.request(download))).toEqual([409, 'not-ready'])
    expect((await visitor.request(`/api/epub/batch/${batchId}/files`, { method: 'DELETE' })).status).toBe(409)
    for (const jobId of [first, second]) await gateway.complete(jobId)
    await packed(batchId, 2)

    expect(await record(visitor, batchId)).toMatchObject({ status: 'completed', downloads: [{ url: download, files: 2 }] })
    const sent = await visitor.request(download)
    expect(sent.headers.get('content-type')).toBe('application/zip')
    expect(sent.headers.get('content-disposition')).toMatch(/filename="bookmender-\d{4}-\d\d-\d\d\.zip"/)
    expect(await sent.text()).toBe('PK archive')
    expect(await (await visitor.request(download, { headers: { Range: 'bytes=3-' } })).text()).toBe('archive')
    expect((await visitor.request(`${download}?part=2`)).status).toBe(404)

    await visitor.request(`/api/epub/${first}/files`, { method: 'DELETE' })
    expect(await gateway.deps.blobs.exists(batchArchiveKey(batchId, 1))).toBe(false)
    expect(await codeOf(await visitor.request(download))).toEqual([410, 'files-gone'])
    const shown = await record(visitor, batchId)
    expect(shown.downloads).toEqual([])
    expect(shown.books.map(({ filesDeleted }) => filesDeleted)).toEqual([true, false])

    expect((await visitor.request(`/api/epub/batch/${batchId}/files`, { method: 'DELETE' })).status).toBe(200)
    expect((await record(visitor, batchId)).books.map(({ filesDeleted }) => filesDeleted)).toEqual([true, true])
    expect(await gateway.deps.blobs.ofJob(second)).toEqual([])
  })
})
