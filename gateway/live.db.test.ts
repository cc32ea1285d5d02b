import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOwner } from '../contract/job.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'

let gateway: RunningGateway
let count = 0
const bytes = new Uint8Array(10)
const kinds = (messages: readonly { type: string }[]) => messages.map(({ type }) => type)
const seqs = (messages: readonly object[]) => messages.map((message) => ('seq' in message ? message.seq : undefined))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  gateway = await startGateway({ wait: 10 })
})
afterAll(() => gateway?.close())
const pro = () => gateway.signedIn(`pro+live${++count}@example.test`)
const ended = (messages: readonly { type: string }[]) => messages.some(({ type }) => type === 'complete')

test('a job is heard from before it exists to its end, each event once', async () => {
  const visitor = await pro()
  const socket = await visitor.socket()
  const jobId = randomUUID()
  socket.tell({ type: 'subscribe', jobId })
  await visitor.upload({ bytes, jobId })
  await gateway.complete(jobId)
  const messages = await socket.heard(ended)
  expect(seqs(messages)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(kinds(messages)).toEqual([
    'progress',
    'progress',
    'progress',
    'issues-update',
    'issues-update',
    'quality-update',
    'complete',
  ])
  socket.close()
})

test('it goes on after the last message that was seen', async () => {
  const visitor = await pro()
  const jobId = randomUUID()
  await visitor.upload({ bytes, jobId })
  await gateway.complete(jobId)
  const socket = await visitor.socket()
  socket.tell({ type: 'subscribe', jobId, after: 4 })
  expect(seqs(await socket.heard(ended))).toEqual([5, 6, 7])
  socket.tell({ type: 'subscribe', jobId: jobId.toUpperCase(), after: 6 })
  expect(seqs(await socket.heard((messages) => messages.length === 4))).toEqual([5, 6, 7, 7])
  socket.close()
})

test("another's job is as silent as one that does not exist", async () => {
  const [owner, stranger] = [await pro(), await pro()]
  const socket = await stranger.socket()
  const jobId = randomUUID()
  socket.tell({ type: 'subscribe', jobId })
  await owner.upload({ bytes, jobId })
  socket.tell({ type: 'subscribe', jobId, after: 0 })
  await gateway.complete(jobId)
  socket.tell({ type: 'subscribe', jobId: randomUUID() })
  await pause(400)
  expect(socket.messages).toEqual([])
  socket.close()
})

test('nothing more after unsubscribing', async () => {
  const visitor = await pro()
  const socket = await visitor.socket()
  const jobId = randomUUID()
  await visitor.upload({ bytes, jobId })
  socket.tell({ type: 'subscribe', jobId })
  await socket.heard((messages) => messages.length === 1)
  socket.tell({ type: 'unsubscribe', jobId })
  await pause(100)
  await gateway.complete(jobId)
  await pause(300)
  expect(socket.messages).toHaveLength(1)
  socket.close()
})

test('a hundred jobs a socket, and one more is refused', async () => {
  const socket = await (await pro()).socket()
  for (let n = 0; n < 100; n += 1) socket.tell({ type: 'subscribe', jobId: randomUUID() })
  const jobId = randomUUID()
  socket.tell({ type: 'subscribe', jobId })
  expect(await socket.heard((messages) => messages.length > 0)).toMatchObject([{ type: 'refused', jobId }])
  socket.close()
})

test.each(['no json', '{}', '{"type":"subscribe","jobId":"x"}', '{"type":"subscribe","jobId":1,"after":-1}'])(
  'what is no message is refused, and the socket lives: %s',
  async (text) => {
    const socket = await (await pro()).socket()
    socket.tell(text)
    socket.tell(text)
    expect(kinds(await socket.heard((messages) => messages.length === 2))).toEqual(['refused', 'refused'])
    socket.close()
  },
)

test('too much at once closes it', async () => {
  const socket = await (await pro()).socket()
  for (let n = 0; n < 500; n += 1) socket.tell('{}')
  expect(await socket.closed).toBe(4429)
  const large = await (await pro()).socket()
  large.tell('x'.repeat(20_000))
  expect(await large.closed).toBe(1009)
})

test.each([
  ['signed out', { Cookie: '' }],
  ['a stolen cookie that is none', { Cookie: `bookmender_session=${'a'.repeat(43)}` }],
])('%s: jobs of the demo are heard and no other', async (_, headers) => {
  const owner = await pro()
  const visitor = await (await pro()).socket(headers)
  const [own, demo] = [randomUUID(), randomUUID()]
  visitor.tell({ type: 'subscribe', jobId: own })
  visitor.tell({ type: 'subscribe', jobId: demo })
  await owner.upload({ bytes, jobId: own })
  await gateway.complete(own)
  const requested = { owner: demoOwner, upload: 'jobs/x/upload', bytes: 1, mode: 'deep-analysis', plan: 'publisher' } as const
  await gateway.tell(demo, { type: 'RepairRequested', data: requested })
  await gateway.complete(demo)
  const messages = await visitor.heard(ended)
  expect(new Set(messages.map(({ jobId }) => jobId))).toEqual(new Set([demo]))
  visitor.close()
})

test.each([
  ['another origin', {}, { Origin: 'https://evil.example' }, '403'],
  ['no page at all', {}, { Origin: '' }, '403'],
])('no socket: %s', async (_, __, headers, status) => {
  const visitor = await pro()
  await expect(visitor.socket(headers)).rejects.toThrow(status)
})

test('it ends within 5 s of signing out, in whichever tab', async () => {
  const visitor = await pro()
  const [one, two] = [await visitor.socket(), await visitor.socket()]
  const started = Date.now()
  await visitor.request('/api/logout')
  expect(await Promise.all([one.closed, two.closed])).toEqual([4401, 4401])
  expect(Date.now() - started).toBeLessThan(5000)
})

test('it ends with the session, and others stay', async () => {
  const [visitor, neighbour] = [await pro(), await pro()]
  const [socket, other] = [await visitor.socket(), await neighbour.socket()]
  await gateway.database.sql`update sessions set expires_at = now() where owner = ${visitor.id}`
  expect(await Promise.race([socket.closed, pause(5000)])).toBe(4401)
  other.tell('{}')
  await other.heard((messages) => messages.length === 1)
  other.close()
})
