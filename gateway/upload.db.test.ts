import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '../contract/events/account.ts'
import { repairStream } from '../contract/events/repair.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { withBlobFault } from './faults.ts'

let gateway: RunningGateway
let count = 0
const fresh = (plan: 'free' | 'pro' | 'publisher') => gateway.signedIn(`${plan}+${++count}@example.test`)
const bytes = new Uint8Array(5000).fill(7)
const megabytes = (n: number) => new Uint8Array(n * 1024 * 1024).fill(7)
const typesOf = async (stream: string) => (await gateway.deps.log.readStream(stream)).map(({ type }) => type)
const until = async <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const seen = await look()
    if (seen) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}
const storedJobs = () => {
  try {
    return readdirSync(join(gateway.deps.config.blobStore, 'jobs'))
  } catch {
    return []
  }
}
const drafts = () => readdirSync(join(gateway.deps.config.blobStore, '.drafts'))

beforeAll(async () => {
  gateway = await startGateway({ pace: { bytesPerSecond: 16 * 1024, window: 1000 } })
})
afterAll(() => gateway?.close())

describe('a book is taken in', () => {
  test('stored, recorded, its workflow begun, and 202 while nothing has come of it', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const response = await pro.upload({ bytes, jobId, name: 'Mein Buch.epub' })
    expect([response.status, await response.json()]).toEqual([202, { jobId, status: 'processing' }])

    const job = {
      jobId,
      owner: pro.id,
      upload: `jobs/${jobId}/upload.epub`,
      bytes: bytes.length,
      mode: 'deep-analysis',
      plan: 'pro',
    }
    expect(gateway.started.find((started) => started.jobId === jobId)).toEqual(job)
    expect(await gateway.deps.blobs.size(job.upload)).toBe(bytes.length)
    expect((await gateway.deps.uploads.byJob(jobId))?.fileName).toBe('Mein Buch.epub')
    const [requested] = await gateway.deps.log.readStream(repairStream(jobId))
    expect(requested).toMatchObject({ id: `${jobId}/requested`, metadata: { correlationId: jobId, actor: pro.id } })
    expect(JSON.stringify(requested!.data)).not.toContain('Mein')
    expect(await typesOf(accountStream(pro.id))).toEqual(['AccountOpened', 'SubscriptionGranted', 'RepairReserved'])
  })

  test('200 with the result when it comes in time', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const answer = pro.upload({ bytes, jobId })
    await until(() => gateway.started.find((job) => job.jobId === jobId))
    await gateway.complete(jobId)
    const response = await answer
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      jobId,
      status: 'completed',
      outcome: 'valid',
      qualityScore: 97,
      compatibility: { kindle: true, adobe: false },
      errors: [],
      downloadUrl: `/api/epub/${jobId}/download`,
    })
  })

  test('a job that failed says why, with its reference', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const answer = pro.upload({ bytes, jobId })
    await until(() => gateway.started.find((job) => job.jobId === jobId))
    await gateway.tell(jobId, { type: 'RepairFailed', data: { code: 'drm', stage: 'extraction', reference: 'K7Q2' } })
    const response = await answer
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'drm', reference: 'K7Q2', error: expect.stringContaining('DRM') })
  })

  test('without an id of the browser one is minted', async () => {
    const response = await (await fresh('pro')).upload({ bytes })
    expect((await response.json()).jobId).toMatch(/^[\da-f-]{36}$/)
  })

  test.each([
    ['before the file', ['mode', 'file']],
    ['after the file', ['file', 'mode']],
  ])('the mode stands %s', async (_, order) => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const form = new FormData()
    for (const part of order)
      part === 'mode' ? form.append('mode', 'find-error') : form.append('file', new Blob([bytes]), 'a.epub')
    await pro.request('/api/epub/process-guaranteed', { method: 'POST', body: form, headers: { 'X-Job-Id': jobId } })
    expect(gateway.started.find((job) => job.jobId === jobId)?.mode).toBe('find-error')
    const account = await pro.json<{ usage: { scansToday: number; repairsThisMonth: number } }>('/api/user/plan')
    expect(account.usage).toMatchObject({ scansToday: 1, repairsThisMonth: 0 })
  })

  test('a Temporal that does not answer only delays the job', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const start = gateway.deps.repairs.start
    let tries = 0
    const repairs = gateway.deps.repairs as { start: typeof start }
    repairs.start = async (job) => {
      tries += 1
      if (tries === 1) throw new Error('no connection')
      return start(job)
    }
    expect((await pro.upload({ bytes, jobId })).status).toBe(202)
    await until(() => gateway.started.find((job) => job.jobId === jobId))
    repairs.start = start
  })

  test('a job whose process died before the start is begun by the next question', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    await pro.upload({ bytes, jobId })
    gateway.started.length = 0
    await pro.upload({ bytes, jobId })
    expect(gateway.started.map((job) => job.jobId)).toEqual([jobId])
  })
})

describe('a store that fails', () => {
  test.each(['full', '500'] as const)('%s: 503, and the place is given back', async (fault) => {
    const free = await fresh('free')
    const blobs = gateway.deps.blobs as { write: typeof gateway.deps.blobs.write }
    const write = blobs.write
    blobs.write = withBlobFault({ ...gateway.deps.blobs }, fault).write
    const response = await free.upload({ bytes })
    blobs.write = write
    expect([response.status, (await response.json()).code]).toEqual([503, 'unavailable'])
    expect(await typesOf(accountStream(free.id))).toEqual(['AccountOpened', 'ScanReserved', 'ScanReleased'])
    expect(drafts()).toEqual([])
  })
})

describe('one job, one id', () => {
  test('the same again attaches: nothing is read, nothing is counted', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    await pro.upload({ bytes, jobId })
    await gateway.complete(jobId)
    const response = await pro.upload({ bytes: megabytes(1), jobId })
    expect([response.status, (await response.json()).status]).toEqual([200, 'completed'])
    expect(await gateway.deps.blobs.size(`jobs/${jobId}/upload.epub`)).toBe(bytes.length)
    expect((await typesOf(accountStream(pro.id))).filter((type) => type === 'RepairReserved')).toHaveLength(1)
  })

  test('twice at once is received once', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const answers = await Promise.all([pro.upload({ bytes, jobId }), pro.upload({ bytes, jobId }), pro.upload({ bytes, jobId })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(gateway.started.filter((job) => job.jobId === jobId).length).toBeGreaterThan(0)
    expect(await typesOf(repairStream(jobId))).toEqual(['RepairRequested'])
    expect((await typesOf(accountStream(pro.id))).filter((type) => type === 'RepairReserved')).toHaveLength(1)
  })

  test("another's id is refused like a malformed one", async () => {
    const [one, two] = [await fresh('pro'), await fresh('pro')]
    const jobId = randomUUID()
    await one.upload({ bytes, jobId })
    const answers = await Promise.all([two.upload({ bytes, jobId }), two.upload({ bytes, jobId: 'not-a-uuid' })])
    const [taken, malformed] = await Promise.all(
      answers.map(async (answer) => {
        const { reference, ...body } = await answer.json()
        const headers = [...answer.headers.keys()].sort()
        return { status: answer.status, body, headers }
      }),
    )
    expect(taken).toEqual(malformed)
    expect(taken!.status).toBe(409)
    expect(await typesOf(accountStream(two.id))).not.toContain('RepairReserved')
  })
})

describe('plans are decided by the server', () => {
  test('free: one scan a day, in find-error alone', async () => {
    const free = await fresh('free')
    const first = await free.upload({ bytes, jobId: randomUUID() })
    expect(first.status).toBe(202)
    expect(gateway.started.at(-1)).toMatchObject({ mode: 'find-error', plan: 'free' })
    const second = await free.upload({ bytes })
    expect([second.status, (await second.json()).code]).toEqual([403, 'scan-used'])
    const repair = await (await fresh('free')).upload({ bytes, mode: 'deep-analysis' })
    expect([repair.status, (await repair.json()).code]).toEqual([403, 'mode-not-allowed'])
  })

  test('of twenty scans that race one wins', async () => {
    const free = await fresh('free')
    const answers = await Promise.all(Array.from({ length: 20 }, () => free.upload({ bytes, jobId: randomUUID() })))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(403)])
    expect((await typesOf(accountStream(free.id))).filter((type) => type === 'ScanReserved')).toHaveLength(1)
  })

  test('pro: 25 repairs a month, and scans go on', async () => {
    const pro = await fresh('pro')
    const reserved = Array.from({ length: 25 }, (_, n) => ({ id: `r${n}`, type: 'RepairReserved', data: { jobId: `old-${n}` } }))
    await gateway.deps.log.append(accountStream(pro.id), reserved)
    const response = await pro.upload({ bytes })
    expect([response.status, (await response.json()).code]).toEqual([403, 'repairs-used'])
    expect((await pro.upload({ bytes, mode: 'find-error' })).status).toBe(202)
  })

  test('a size over the plan is refused before a byte is read', async () => {
    const free = await fresh('free')
    const { status, text, sent } = await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': `${200 * 1024 * 1024}`,
      },
      async function* () {},
    )
    expect([status, sent]).toEqual([413, 0])
    expect(text).toContain('File size must be less than 5MB')
  })

  test('a sender that asks first is never told to go on', async () => {
    const free = await fresh('free')
    const { text } = await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        Expect: '100-continue',
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': `${200 * 1024 * 1024}`,
      },
      async function* () {},
    )
    expect(text).toMatch(/^HTTP\/1\.1 413/)
  })

  test('a size that was not announced is refused on the way, and nothing stays', async () => {
    const free = await fresh('free')
    const before = storedJobs().length
    const { status, text } = await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
      async function* () {
        yield chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n\r\n')
        for (let n = 0; n < 64; n += 1) yield chunk(Buffer.alloc(1024 * 1024))
      },
    )
    expect(status).toBe(413)
    expect(text).toContain('"code":"too-large"')
    expect(storedJobs().length).toBe(before)
    expect(drafts()).toEqual([])
    expect(await typesOf(accountStream(free.id))).toEqual(['AccountOpened', 'ScanReserved', 'ScanReleased'])
    expect((await free.upload({ bytes })).status).toBe(202)
  })

  test('exactly the limit is too much, a byte less is not', async () => {
    const free = await fresh('free')
    expect((await free.upload({ bytes: megabytes(5) })).status).toBe(413)
    expect((await free.upload({ bytes: megabytes(5).subarray(1) })).status).toBe(202)
  })
})

describe('what is no book', () => {
  test.each([
    ['another ending', 'book.pdf', 'not-an-epub', 'File must have .epub extension'],
    ['a hidden ending', 'book.epub.exe', 'not-an-epub', 'File must have .epub extension'],
  ])('%s', async (_, name, code, error) => {
    const pro = await fresh('pro')
    const response = await pro.upload({ bytes, name })
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code, error })])
    expect(await typesOf(accountStream(pro.id))).not.toContain('RepairReserved')
  })

  test('a form without a file, and no form at all', async () => {
    const pro = await fresh('pro')
    const form = new FormData()
    form.append('mode', 'find-error')
    const empty = await pro.request('/api/epub/process-guaranteed', { method: 'POST', body: form })
    expect([empty.status, (await empty.json()).code]).toEqual([400, 'no-file'])
    const json = await pro.post('/api/epub/process-guaranteed', {})
    expect([json.status, (await json.json()).code]).toEqual([400, 'bad-request'])
  })

  test('a mode that does not exist', async () => {
    const response = await (await fresh('pro')).upload({ bytes, mode: 'everything' })
    expect(response.status).toBe(400)
  })

  test.each(['../../../../etc/passwd.epub', '..\\..\\x.epub', '\u202Egpj.epub', `${'x'.repeat(5000)}.epub`])(
    'a hostile name stays a name: %o',
    async (name) => {
      const pro = await fresh('pro')
      const jobId = randomUUID()
      expect((await pro.upload({ bytes, jobId, name })).status).toBe(202)
      const kept = (await gateway.deps.uploads.byJob(jobId))!.fileName!
      expect(kept).not.toMatch(/[/\\\u0000\u202e]/)
      expect(kept.length).toBeLessThanOrEqual(200)
      expect(readdirSync(join(gateway.deps.config.blobStore, 'jobs', jobId))).toEqual(['upload.epub'])
    },
  )
})

describe('senders', () => {
  test('a slow one is cut, and its place is given back', async () => {
    const free = await fresh('free')
    const { status, text } = await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
      async function* () {
        yield chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n\r\n')
        for (let n = 0; n < 40; n += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          yield chunk(Buffer.alloc(100))
        }
      },
    )
    expect([status, text.includes('"code":"too-slow"')]).toEqual([408, true])
    expect(await typesOf(accountStream(free.id))).toEqual(['AccountOpened', 'ScanReserved', 'ScanReleased'])
    expect(drafts()).toEqual([])
  })

  test('one that breaks off leaves nothing, and the same job can be sent again', async () => {
    const free = await fresh('free')
    const jobId = randomUUID()
    await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        'X-Job-Id': jobId,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': '1000000',
      },
      async function* () {
        yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n\r\n')
        yield Buffer.alloc(100_000)
      },
      { hangUp: true },
    )
    await until(async () => (await typesOf(accountStream(free.id))).includes('ScanReleased'))
    await until(() => drafts().length === 0)
    expect(await gateway.deps.uploads.byJob(jobId)).toBeUndefined()
    expect((await free.upload({ bytes, jobId })).status).toBe(202)
    expect(await typesOf(accountStream(free.id))).toEqual(['AccountOpened', 'ScanReserved', 'ScanReleased', 'ScanReserved'])
  })

  test('one that took so long that its place was given back takes it again, so the scan counts', async () => {
    const free = await fresh('free')
    const jobId = randomUUID()
    const account = accountStream(free.id)
    const { status } = await raw(
      gateway.url,
      {
        Cookie: free.cookieFor(),
        Origin: gateway.url,
        'X-Job-Id': jobId,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Transfer-Encoding': 'chunked',
      },
      async function* () {
        yield chunk('--x\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n\r\n')
        yield chunk(Buffer.alloc(50_000))
        await until(() => gateway.deps.uploads.byJob(jobId))
        await gateway.deps.log.append(account, [{ id: `${jobId}/stale`, type: 'ScanReleased', data: { jobId } }])
        await gateway.deps.uploads.remove(jobId)
        yield chunk(Buffer.alloc(10))
        yield chunk('\r\n--x--\r\n')
        yield Buffer.from('0\r\n\r\n')
      },
    )
    expect(status).toBe(202)
    expect(await typesOf(account)).toEqual(['AccountOpened', 'ScanReserved', 'ScanReleased', 'ScanReserved'])
    expect(await gateway.deps.uploads.byJob(jobId)).toMatchObject({ bytes: 50_010, fileName: 'a.epub' })
  })

  test('a body that ends in the middle of the form', async () => {
    const pro = await fresh('pro')
    const response = await pro.request('/api/epub/process-guaranteed', {
      method: 'POST',
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.epub"\r\n\r\nabc',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    })
    expect([response.status, (await response.json()).code]).toEqual([400, 'bad-request'])
    expect(await typesOf(accountStream(pro.id))).toEqual([
      'AccountOpened',
      'SubscriptionGranted',
      'RepairReserved',
      'RepairReleased',
    ])
  })

  test('signed out, or sent by another site', async () => {
    expect((await gateway.visitor().upload({ bytes })).status).toBe(401)
    const pro = await fresh('pro')
    const forged = await pro.upload({ bytes, headers: { Origin: 'https://evil.example' } })
    expect([forged.status, (await forged.json()).code]).toEqual([403, 'bad-origin'])
  })
})

const chunk = (data: string | Buffer) => {
  const body = Buffer.from(data)
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
}

/** A request written byte by byte, as no browser would; `sent` counts what of the body was written before the answer. */
async function raw(url: string, headers: Record<string, string>, body: () => AsyncGenerator<Buffer>, { hangUp = false } = {}) {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  let sent = 0
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      text += data
      if (/\r\n\r\n[\s\S]*\}/.test(text)) resolve()
    })
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  const head = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/epub/process-guaranteed HTTP/1.1\r\n${head.join('')}\r\n`)
  let open = true
  void answered.then(() => (open = false))
  for await (const part of body()) {
    if (!open) break
    sent += part.length
    if (!socket.write(part)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answered])
  }
  if (hangUp) socket.destroy()
  await answered
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, sent }
}
