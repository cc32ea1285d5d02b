import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BatchStatus, Conversion, ConversionHistoryItem, Formats } from '../contract/calls/converter.ts'
import { jobIdHeader } from '../contract/calls/epub.ts'
import {
  batchBytes,
  conversionFailures,
  defaultOptions,
  inputLabels,
  manuscriptKinds,
  outputFormats,
  outputs,
} from '../contract/conversion.ts'
import {
  type ConversionBatchEvent,
  type ConversionEvent,
  conversionBatchStream,
  conversionStream,
} from '../contract/events/convert.ts'
import { filesStream } from '../contract/events/repair.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import type { Visitor } from '../tests/visitor.ts'

/* Names of tests name the line of converter-and-content.md (C) that they hold the answers to. */

let gateway: RunningGateway
let count = 0
const fresh = (plan: 'free' | 'pro' | 'publisher') => gateway.signedIn(`${plan}+converter${++count}@example.test`)
const text = (words: string) => new Uint8Array(Buffer.from(words))
const jobs = () => {
  try {
    return readdirSync(join(gateway.deps.config.blobStore, 'jobs'))
  } catch {
    return []
  }
}

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())

interface Sent {
  readonly files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[]
  readonly format?: string
  readonly options?: unknown
  readonly jobId?: string
  readonly batch?: boolean
}

/** The file first, as the specification lists the fields. */
function send(visitor: Visitor, { files, format = 'epub', options, jobId, batch = false }: Sent) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append(batch ? 'files' : 'file', new Blob([bytes]), name)
  form.append('outputFormat', format)
  if (options !== undefined) form.append('options', typeof options === 'string' ? options : JSON.stringify(options))
  return visitor.request(`/api/converter/${batch ? 'batch' : 'convert'}`, {
    method: 'POST',
    body: form,
    headers: jobId ? { [jobIdHeader]: jobId } : {},
  })
}
const refused = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { error: string }).error] as const
}
const one = [['Memoir.docx', text('not read by the gateway')]] as const

const tell = (jobId: string, ...events: ConversionEvent[]) =>
  gateway.deps.log.append(
    conversionStream(jobId),
    events.map((event) => ({ id: `${jobId}/${event.type}`, ...event })),
  )
const tellBatch = (batchId: string, ...events: ConversionBatchEvent[]) =>
  gateway.deps.log.append(
    conversionBatchStream(batchId),
    events.map((event, at) => ({ id: `${batchId}/${event.type}/${at}`, ...event })),
  )

/** What a worker leaves that converted it. */
async function complete(jobId: string) {
  const { sha256, bytes } = await gateway.deps.blobs.write(`jobs/${jobId}/converted`, Readable.from([Buffer.from('a book')]))
  const report = `jobs/${jobId}/conversion.json`
  await gateway.deps.blobs.write(
    report,
    Readable.from([Buffer.from(JSON.stringify({ title: 'x', warnings: ['A chart was left out.'] }))]),
  )
  const made = { result: `jobs/${jobId}/converted`, report, bytes, sha256, words: 12, chapters: 1, remarks: 1 }
  await tell(
    jobId,
    { type: 'ConversionStarted', data: { attempt: 1 } },
    { type: 'ConversionCompleted', data: { ...made, verdict: { errors: 0, warnings: 0, judge: 'EPUBCheck' } } },
  )
}

test('C94, C140: the formats are for everybody, and which are premium is said here', async () => {
  const formats = await gateway.visitor().json<Formats>('/api/converter/formats')
  expect(formats.input).toEqual(manuscriptKinds.map((value) => ({ value, label: inputLabels[value] })))
  expect(formats.output.map(({ value }) => value)).toEqual(outputFormats)
  expect(formats.output.filter(({ premium }) => premium).map(({ value }) => value)).toEqual(['epub2', 'kepub', 'docx'])
})

describe('one document', () => {
  test('C97, C142: stored, recorded without its name, begun, and told what came of it', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    const options = { imageQuality: 40, chapterDetection: 'h1', embedFonts: false }
    const answer = await send(pro, { files: one, format: 'kepub', options, jobId })
    expect([answer.status, await answer.json()]).toMatchObject([202, { jobId, status: 'processing', fileName: 'Memoir.docx' }])
    const job = {
      jobId,
      owner: pro.id,
      plan: 'pro',
      to: 'kepub',
      options: { ...defaultOptions, ...options },
      upload: `jobs/${jobId}/manuscript`,
      bytes: 23,
      kind: 'docx',
    }
    expect(gateway.converting).toContainEqual(job)
    const [requested] = await gateway.deps.log.readStream(conversionStream(jobId))
    expect(JSON.stringify(requested!.data)).not.toContain('Memoir')

    const socket = await pro.socket()
    socket.tell({ type: 'subscribe', jobId, of: 'conversion' })
    await complete(jobId)
    const heard = await socket.heard((messages) => messages.length === 3)
    expect(heard.map((message) => message.type === 'conversion' && [message.seq, message.data.status])).toEqual([
      [1, 'processing'],
      [2, 'processing'],
      [3, 'completed'],
    ])
    socket.close()

    // the same id again is the same conversion, and is not read
    const again = await send(pro, { files: one, jobId })
    const done = (await again.json()) as Conversion
    expect([again.status, done]).toMatchObject([
      200,
      {
        status: 'completed',
        downloadUrl: `/api/converter/jobs/${jobId}/download`,
        resultName: 'Memoir.kepub.epub',
        warnings: ['A chart was left out.'],
        verdict: { errors: 0, warnings: 0 },
      },
    ])
    const file = await pro.request(done.downloadUrl!)
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([200, 'application/epub+zip', 'a book'])
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Memoir.kepub.epub")
  })

  test('another person sees nothing of it, and hears nothing', async () => {
    const [mine, other] = [await fresh('pro'), await fresh('publisher')]
    const jobId = randomUUID()
    await send(mine, { files: one, jobId })
    for (const path of ['', '/download']) expect((await other.request(`/api/converter/jobs/${jobId}${path}`)).status).toBe(404)
    expect((await other.post(`/api/converter/jobs/${jobId}/cancel`, {})).status).toBe(404)
    expect((await send(other, { files: one, jobId })).status).toBe(409)
    const socket = await other.socket()
    socket.tell({ type: 'subscribe', jobId, of: 'conversion' })
    socket.tell({ type: 'subscribe', jobId })
    await complete(jobId)
    await (await fresh('free')).request('/api/auth/user')
    expect(socket.messages).toEqual([])
    socket.close()
  })

  test('C97, C154: one that failed answers with the reason', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    await send(pro, { files: one, jobId })
    await tell(jobId, { type: 'ConversionFailed', data: { code: 'encrypted', reference: 'ABCD' } })
    const answer = await send(pro, { files: one, jobId })
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: conversionFailures.encrypted, reference: 'ABCD' }])
  })

  test('C129: no plan, no conversion; the refusal speaks of a subscription and nothing is read', async () => {
    const free = await fresh('free')
    const before = jobs().length
    for (const batch of [false, true]) {
      const [status, error] = await refused(send(free, { files: one, batch }))
      expect([status, error]).toEqual([403, expect.stringContaining('subscription')])
    }
    expect((await send(gateway.visitor(), { files: one })).status).toBe(401)
    expect(jobs()).toHaveLength(before)
  })

  test('what cannot be taken is refused in words, and leaves nothing behind', async () => {
    const pro = await fresh('pro')
    const before = jobs().length
    const types = manuscriptKinds.map((kind) => `.${kind}`).join(', ')
    expect(await refused(send(pro, { files: [['Plan.pdf', text('x')]] }))).toEqual([400, `File type must be one of ${types}`])
    expect(await refused(send(pro, { files: [] }))).toEqual([400, expect.stringContaining('No')])
    expect(await refused(send(pro, { files: one, format: 'pdf' }))).toEqual([400, 'PDF, RTF and MOBI are coming soon.'])
    expect(await refused(send(pro, { files: one, format: 'exe' }))).toEqual([400, expect.stringContaining('epub, epub2')])
    for (const options of ['{', { imageQuality: 29 }, { imageQuality: 101 }, { chapterDetection: 'h3' }, { other: true }])
      expect(await refused(send(pro, { files: one, options }))).toEqual([400, expect.stringContaining('option')])
    const large = new Uint8Array(50 * 1_048_576 + 70_000)
    expect(await refused(send(pro, { files: [['Large.txt', large]] }))).toEqual([413, expect.stringContaining('50MB')])
    expect(jobs()).toHaveLength(before)
  })

  test('deleted now: its files are gone at once, and it is in no list; not while it is at work', async () => {
    const pro = await fresh('pro')
    const jobId = randomUUID()
    await send(pro, { files: one, jobId })
    const remove = () => pro.request(`/api/converter/jobs/${jobId}/files`, { method: 'DELETE' })
    expect((await remove()).status).toBe(409)
    await complete(jobId)
    await gateway.fold()
    const history = async () => (await pro.json<{ history: ConversionHistoryItem[] }>('/api/converter/history')).history
    expect(await history()).toMatchObject([{ id: jobId, fileName: 'Memoir.docx', status: 'completed' }])
    expect((await remove()).status).toBe(200)
    expect(await gateway.deps.blobs.ofJob(jobId)).toEqual([])
    expect((await gateway.deps.log.readStream(filesStream(jobId))).map(({ type }) => type)).toEqual(['FilesDeleted'])
    expect((await pro.request(`/api/converter/jobs/${jobId}/download`)).status).toBe(410)
    await gateway.fold()
    expect(await history()).toEqual([])
  })
})

describe('a batch', () => {
  const files = (n: number) => Array.from({ length: n }, (_, at) => [`File ${at + 1}.txt`, text(`Text ${at}`)] as const)

  test('C98, C143, C144: taken in as a whole, told file by file', async () => {
    const publisher = await fresh('publisher')
    const answer = await send(publisher, { files: [...files(2), ['Bad.pdf', text('x')]], batch: true })
    const { jobId, totalFiles } = (await answer.json()) as { jobId: string; totalFiles: number }
    expect([answer.status, totalFiles]).toEqual([200, 3])
    const status = () => publisher.json<BatchStatus>(`/api/converter/batch/${jobId}/status`)
    const asked = await status()
    expect(asked).toMatchObject({ status: 'processing', completedFiles: 0, failedFiles: 0, totalFiles: 3 })
    expect(asked.files.map(({ fileName, status: one }) => [fileName, one])).toEqual([
      ['File 1.txt', 'waiting'],
      ['File 2.txt', 'waiting'],
      ['Bad.pdf', 'waiting'],
    ])

    // as a worker does
    const batch = gateway.converting.find((begun) => 'batchId' in begun && begun.batchId === jobId)
    if (!batch || !('files' in batch)) throw new Error('the batch was not begun')
    const { batchId: _, files: manuscripts, ...shared } = batch
    for (const { jobId: id, ...file } of manuscripts)
      await tell(id, { type: 'ConversionRequested', data: { ...shared, ...file, batch: jobId } })
    const [first, second, third] = manuscripts.map(({ jobId: id }) => id) as [string, string, string]
    await complete(first)
    await complete(second)
    await tell(third, { type: 'ConversionFailed', data: { code: 'unknown-type', reference: 'R' } })
    const socket = await publisher.socket()
    socket.tell({ type: 'subscribe', jobId, of: 'conversion-batch' })
    const archive = `jobs/${jobId}/results-1.zip`
    await gateway.deps.blobs.write(archive, Readable.from([Buffer.from('a zip')]))
    await tellBatch(
      jobId,
      { type: 'ConversionBatchProgressed', data: { jobId: first, outcome: 'completed' } },
      { type: 'ConversionBatchProgressed', data: { jobId: third, outcome: 'failed' } },
      { type: 'ConversionBatchProgressed', data: { jobId: second, outcome: 'completed' } },
      { type: 'ConversionBatchCompleted', data: { completed: 2, failed: 1, archive, bytes: 5 } },
    )
    const heard = await socket.heard((messages) => messages.length === 5)
    expect(heard.map((message) => message.type === 'conversion-batch' && message.data.completed)).toEqual([0, 1, 1, 2, 2])
    socket.close()
    const done = await status()
    expect(done).toMatchObject({ status: 'completed', completedFiles: 2, failedFiles: 1 })
    expect(done.files[2]).toMatchObject({ status: 'failed', error: conversionFailures['unknown-type'] })
    const zip = await publisher.request(done.downloadUrl!)
    expect([zip.status, zip.headers.get('content-type'), await zip.text()]).toEqual([200, 'application/zip', 'a zip'])
    expect((await (await fresh('publisher')).request(`/api/converter/batch/${jobId}/status`)).status).toBe(404)

    // the archive holds the file that goes
    await publisher.request(`/api/converter/jobs/${first}/files`, { method: 'DELETE' })
    expect(await status()).toMatchObject({ filesDeleted: true })
    expect((await publisher.request(`/api/converter/batch/${jobId}/download`)).status).toBe(410)
    expect(await (await publisher.request(`/api/converter/jobs/${second}/download`)).text()).toBe('a book')
  })

  test('C49, C155, C165: 20 at once for Publisher, one for Pro; more is refused in words that name the subscription', async () => {
    const [pro, publisher] = [await fresh('pro'), await fresh('publisher')]
    const before = jobs().length
    for (const [visitor, many] of [
      [pro, 2],
      [publisher, 21],
    ] as const)
      expect(await refused(send(visitor, { files: files(many), batch: true }))).toEqual([
        403,
        expect.stringContaining('subscription'),
      ])
    expect(jobs()).toHaveLength(before)
    expect((await send(pro, { files: files(1), batch: true })).status).toBe(200)
    const twenty = await send(publisher, { files: files(20), batch: true })
    expect([twenty.status, await twenty.json()]).toMatchObject([200, { totalFiles: 20 }])
  })

  test('all files of a batch together have a limit of 400 MB, which is told before they are read', async () => {
    const publisher = await fresh('publisher')
    const said = await new Promise<string>((resolve, reject) => {
      const sending = request(`${gateway.url}/api/converter/batch`, {
        method: 'POST',
        headers: {
          Origin: gateway.url,
          Cookie: publisher.cookieFor(),
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': batchBytes + 100_000,
        },
      })
      sending.on('error', reject).on('response', async (response) => {
        resolve(`${response.statusCode} ${Buffer.concat(await response.toArray())}`)
        sending.destroy()
      })
      sending.flushHeaders()
    })
    expect(said).toMatch(/^413 .*All files of a batch together must be at most 400MB\./)
  })

  test('cancelled on request; deleting all files of the account takes conversions along', async () => {
    const publisher = await fresh('publisher')
    const answer = await send(publisher, { files: files(2), batch: true })
    const { jobId } = (await answer.json()) as { jobId: string }
    expect((await publisher.post(`/api/converter/batch/${jobId}/cancel`, {})).status).toBe(200)
    expect(gateway.cancelled).toContain(jobId)
    const single = randomUUID()
    await send(publisher, { files: one, jobId: single })
    await complete(single)
    const gone = await publisher.request('/api/user/files', { method: 'DELETE' })
    expect(await gone.json()).toEqual({ deleted: 1, busy: 2 })
    expect(await gateway.deps.blobs.ofJob(single)).toEqual([])
  })
})

test('what the contract names the converter can do', async () => {
  const engine = await import('../epub/convert/formats.ts')
  expect(outputFormats).toEqual(engine.outputFormats)
  expect(defaultOptions).toEqual(engine.defaultOptions)
  for (const format of outputFormats) expect(outputs[format]).toMatchObject(engine.outputKinds[format])
})
