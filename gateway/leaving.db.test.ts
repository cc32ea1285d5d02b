import { randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '../contract/events/account.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import { reportKey, uploadKey } from '../db/blobs.ts'
import { book, bytesOf } from '../epub/testing/book.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'

let gateway: RunningGateway
const sound = new Uint8Array(await bytesOf(book()))
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
const typesOf = async (stream: string) => (await gateway.deps.log.readStream(stream)).map(({ type }) => type)
const blobsOf = async (jobId: string) => (await gateway.deps.blobs.ofJob(jobId)).map(({ key }) => key)
const remove = (visitor: Visitor, path: string) => visitor.request(path, { method: 'DELETE' })
const statusOf = async (answer: Promise<Response>) => (await answer).status

async function repaired(visitor: Visitor) {
  const jobId = randomUUID()
  await visitor.upload({ bytes: sound, jobId, name: 'My Diary.epub' })
  await gateway.complete(jobId)
  return jobId
}

describe('delete now', () => {
  test('one book: upload, result, report and name go at once, and the line of the history', async () => {
    const visitor = await gateway.signedIn('pro+now@example.test')
    const [jobId, other] = [await repaired(visitor), await repaired(visitor)]
    expect((await blobsOf(jobId)).length).toBeGreaterThan(2)

    const answer = await remove(visitor, `/api/epub/${jobId}/files`)
    expect([answer.status, await answer.json()]).toEqual([200, { jobId, filesDeleted: true }])
    expect(await blobsOf(jobId)).toEqual([])
    expect(await gateway.deps.uploads.byJob(jobId)).toBeUndefined()
    expect(await typesOf(filesStream(jobId))).toEqual(['FilesDeleted'])
    expect(await statusOf(visitor.request(`/api/epub/${jobId}/download`))).toBe(410)
    await gateway.fold()
    expect((await visitor.json<{ id: string }[]>('/api/user/history')).map(({ id }) => id)).toEqual([other])
    expect(await statusOf(remove(visitor, `/api/epub/${jobId}/files`))).toBe(200)
  })

  test('not while it is at work, and never what belongs to another', async () => {
    const [visitor, stranger] = [
      await gateway.signedIn('pro+busy@example.test'),
      await gateway.signedIn('pro+other@example.test'),
    ]
    const jobId = randomUUID()
    await visitor.upload({ bytes: sound, jobId })
    expect(await statusOf(remove(visitor, `/api/epub/${jobId}/files`))).toBe(409)
    expect(await statusOf(remove(stranger, `/api/epub/${jobId}/files`))).toBe(404)
    expect(await blobsOf(jobId)).toEqual([uploadKey(jobId)])
  })

  test('all books: those at work stay', async () => {
    const [visitor, stranger] = [await gateway.signedIn('pro+all@example.test'), await gateway.signedIn('pro+else@example.test')]
    const [first, second, foreign] = [await repaired(visitor), await repaired(visitor), await repaired(stranger)]
    const busy = randomUUID()
    await visitor.upload({ bytes: sound, jobId: busy })
    expect(await (await remove(visitor, '/api/user/files')).json()).toEqual({ deleted: 2, busy: 1 })
    expect([await blobsOf(first), await blobsOf(second)]).toEqual([[], []])
    expect([await blobsOf(busy), (await blobsOf(foreign)).includes(reportKey(foreign))]).toEqual([[uploadKey(busy)], true])
    expect(await (await remove(visitor, '/api/user/files')).json()).toEqual({ deleted: 0, busy: 1 })
  })
})

describe('how long books are kept', () => {
  const keptOf = async (jobId: string) => {
    const [row] = await gateway.database.sql<{ hours: number }[]>`
      select keeps_hours as hours from uploads where job_id = ${jobId}`
    return row?.hours
  }

  test('Publisher chooses 30 days, for what is there and what comes, and a day again', async () => {
    const visitor = await gateway.signedIn('publisher+kept@example.test')
    expect(await visitor.json('/api/user/retention')).toEqual({ hours: 24, choices: [24, 720] })
    const before = await repaired(visitor)
    const chosen = await visitor.post('/api/user/retention', { hours: 720 })
    expect([chosen.status, await chosen.json()]).toEqual([200, { hours: 720, choices: [24, 720] }])
    const after = await repaired(visitor)
    expect([await keptOf(before), await keptOf(after)]).toEqual([720, 720])
    await visitor.post('/api/user/retention', { hours: 720 })
    await visitor.post('/api/user/retention', { hours: 24 })
    expect([await keptOf(before), await keptOf(after)]).toEqual([24, 24])
    expect((await typesOf(accountStream(visitor.id))).filter((type) => type === 'RetentionChosen')).toHaveLength(2)
    expect(await statusOf(visitor.post('/api/user/retention', { hours: 48 }))).toBe(403)
  })

  test('nobody else does', async () => {
    const visitor = await gateway.signedIn('pro+kept@example.test')
    expect(await visitor.json('/api/user/retention')).toEqual({ hours: 24, choices: [24] })
    const refused = await visitor.post('/api/user/retention', { hours: 720 })
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'retention-not-allowed'])
    expect(await typesOf(accountStream(visitor.id))).not.toContain('RetentionChosen')
  })
})

describe('leaving', () => {
  test('when it answers, every session is over, the sockets close, the key is gone, and the workflow has begun', async () => {
    const visitor = await gateway.signedIn('pro+leaving@example.test')
    const phone = await gateway.signedIn('pro+leaving@example.test')
    const bystander = await gateway.signedIn('pro+staying@example.test')
    const socket = await phone.socket()
    const jobId = await repaired(visitor)

    const answer = await remove(visitor, '/api/user/account')
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: true }])
    expect(answer.headers.getSetCookie().join()).toContain('bookmender_session=;')
    expect(await statusOf(phone.request('/api/auth/user'))).toBe(401)
    expect(await statusOf(phone.request('/api/user/history'))).toBe(401)
    expect(await socket.closed).toBe(4401)
    expect(await gateway.deps.people.profileOf(visitor.id)).toBeUndefined()
    expect((await gateway.deps.uploads.byJob(jobId))?.fileName).toBeUndefined()
    const events = await gateway.deps.log.readStream(accountStream(visitor.id))
    const request = events.find(({ type }) => type === 'AccountDeletionRequested')
    expect(gateway.deleting).toEqual([{ owner: visitor.id, requested: request?.version }])
    expect(await statusOf(bystander.request('/api/auth/user'))).toBe(200)
    expect(await statusOf(remove(visitor, '/api/user/account'))).toBe(401)
  })

  test('who comes back has the same id, no plan, and the limits that were used up', async () => {
    const email = 'free-again@example.test'
    const visitor = await gateway.signedIn(email)
    const jobId = randomUUID()
    await visitor.upload({ bytes: sound, jobId, mode: 'find-error' })
    await remove(visitor, '/api/user/account')
    const again = await gateway.signedIn(email)
    expect(again.id).toBe(visitor.id)
    const { plan, usage } = await again.json<{ plan: string; usage: { scansToday: number } }>('/api/user/plan')
    expect([plan, usage.scansToday]).toEqual(['free', 1])

    const pro = await gateway.signedIn('publisher+again@example.test')
    await remove(pro, '/api/user/account')
    await pro.signIn('publisher+again@example.test')
    expect(await pro.json('/api/user/plan')).toMatchObject({ plan: 'free' })
  })

  test('a Temporal that does not answer keeps nobody', async () => {
    const away = { start: () => Promise.reject(new Error('14 UNAVAILABLE')) }
    const other = await startGateway({ deletions: away })
    try {
      const visitor = await other.signedIn('pro+away@example.test')
      expect(await statusOf(remove(visitor as Visitor, '/api/user/account'))).toBe(200)
      expect((await other.deps.log.readStream(accountStream(visitor.id))).at(-1)?.type).toBe('AccountDeletionRequested')
    } finally {
      await other.close()
    }
  })

  test('a book that is still arriving leaves nothing', async () => {
    const visitor = await gateway.signedIn('pro+arriving@example.test')
    const phone = await gateway.signedIn('pro+arriving@example.test')
    const jobId = randomUUID()
    const mode = '--b\r\nContent-Disposition: form-data; name="mode"\r\n\r\nfind-error\r\n'
    const head = `${mode}--b\r\nContent-Disposition: form-data; name="file"; filename="My Diary.epub"\r\n\r\n`
    const half = Math.floor(sound.length / 2)
    async function* slowly() {
      yield Buffer.concat([Buffer.from(head), sound.subarray(0, half)])
      await expect.poll(() => gateway.deps.uploads.byJob(jobId)).toBeDefined()
      await remove(phone, '/api/user/account')
      yield Buffer.concat([sound.subarray(half), Buffer.from('\r\n--b--\r\n')])
    }
    const sending = send(new URL('/api/epub/process-guaranteed', gateway.url), {
      method: 'POST',
      headers: {
        ...{ Cookie: visitor.cookieFor(), Origin: gateway.url, 'X-Job-Id': jobId },
        'Content-Type': 'multipart/form-data; boundary=b',
      },
    })
    const status = new Promise((resolve) => sending.once('response', (answer) => resolve(answer.statusCode)))
    await pipeline(Readable.from(slowly()), sending)
    expect(await status).toBe(401)
    expect([await blobsOf(jobId), await typesOf(repairStream(jobId))]).toEqual([[], []])
    expect(await gateway.deps.uploads.byJob(jobId)).toBeUndefined()
    expect(await typesOf(accountStream(visitor.id))).toContain('ScanReleased')
  })
})
