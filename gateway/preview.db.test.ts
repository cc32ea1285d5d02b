import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Content, Preview } from '../contract/calls/preview.ts'
import type { PreviewJob } from '../contract/preview.ts'
import { previewIndexKey, previewKey, resultKey } from '../db/blobs.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import type { PreviewIndex } from './preview.ts'

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
let gateway: RunningGateway
let pro: Visitor
let late = 0
const asked: PreviewJob[] = []
let outcome: 'ready' | 'refused' | undefined

beforeAll(async () => {
  gateway = await startGateway({
    wait: 500,
    now: () => new Date(Date.now() + late),
    previews: {
      make: async (job) => {
        asked.push(job)
        return outcome
      },
    },
  })
  pro = await gateway.signedIn('pro+pages@example.test')
})
afterAll(() => gateway?.close())

const megabyte = 1 << 20
/** Three chapters of these sizes in MB, and a picture that lies packed in the book. */
async function withPages(sizes: readonly number[]) {
  const jobId = randomUUID()
  await pro.upload({ bytes: new Uint8Array(10), jobId })
  await gateway.complete(jobId)
  const { blobs } = gateway.deps
  const chapters = sizes.map((size) => `<p>${'é'.repeat((size * megabyte - 7) / 2)}</p>`)
  let at = 0
  const picture = deflateRawSync(Buffer.from('a picture'))
  await blobs.write(resultKey(jobId), Readable.from([Buffer.from('before'), picture]))
  const index: PreviewIndex = {
    direction: 'ltr',
    chapters: chapters.map((text, number) => {
      const start = at
      at += Buffer.byteLength(text)
      return {
        path: `OPS/${number}.xhtml`,
        title: `<${number}>`,
        html: '',
        body: '',
        head: '',
        content: [start, at],
        words: 1,
        changed: 0,
        added: false,
      }
    }),
    toc: [],
    files: {
      'OPS/a b.png': { type: 'image/png', at: 'deflated', bytes: [6, 6 + picture.length], size: 9 },
      'OPS/liar.png': { type: 'image/png', at: 'deflated', bytes: [6, 6 + picture.length], size: 8 },
    },
    counts: { pictures: 1, styles: 0, fonts: 0, media: 0 },
  }
  await blobs.write(previewKey(jobId, 'processed-0'), Readable.from(chapters.map((text) => Buffer.from(text))))
  await blobs.write(previewIndexKey(jobId, 'processed-0'), Readable.from([Buffer.from(JSON.stringify(index))]))
  return jobId
}
const read = async (path: string) => {
  const answer = await gateway.visitor().request(path)
  return [answer.status, await answer.text()] as const
}

test('a chapter is cut at 2 MB and an answer at 20 MB; the address has the whole', async () => {
  const jobId = await withPages([3, ...Array.from({ length: 10 }, () => 1.9)])
  const { chapters } = Content.parse(await pro.json(`/api/epub/${jobId}/content`))
  expect(chapters.map(({ truncated }) => truncated)).toEqual([true, ...Array.from({ length: 9 }, () => false), true])
  const bytes = chapters.map(({ content }) => Buffer.byteLength(content))
  expect(Math.max(...bytes)).toBeLessThanOrEqual(2 * megabyte)
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(20 * megabyte)
  expect(chapters.map(({ content }) => content).join('')).not.toContain('\ufffd')
  const [status, whole] = await read(chapters[0]!.address)
  expect([status, whole.includes(`<p>${'é'.repeat((3 * megabyte - 7) / 2)}</p>`)]).toEqual([200, true])
  expect(whole).toContain('<title>&#60;0&#62;</title>')
}, 60_000)

test('an address is good for 10 minutes, for this version, as long as the files live', async () => {
  const jobId = await withPages([0.001])
  const { base, expiresAt } = Preview.parse(await pro.json(`/api/epub/${jobId}/preview`))
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000)).toBeLessThan(5000)
  const page = `${base}dark-20/book/OPS/0.xhtml`
  expect((await read(page))[1]).toContain('font-size:20px')
  expect(await read(`${base}light-16/book/OPS/a%20b.png`)).toEqual([200, 'a picture'])
  // more than the archive said never leaves
  await expect(read(`${base}light-16/book/OPS/liar.png`)).rejects.toThrow()
  for (const path of ['OPS/1.xhtml', '../0.xhtml', 'constructor', '%00', '%', 'OPS/0.xhtml/'])
    expect((await read(`${base}light-16/book/${path}`))[0], path).toBe(404)
  for (const to of ['javascript:x', 'data:text/html,x', 'file:///etc/passwd', '', '/'])
    expect((await read(`${base}light-16/leave?to=${encodeURIComponent(to)}`))[0], to).toBe(404)
  const [, asks] = await read(`${base}light-16/leave?to=${encodeURIComponent('https://example.org/"><script>')}`)
  expect(asks).toContain('https://example.org/%22%3E%3Cscript%3E')
  expect((await read(page.replace(/processed-0/, 'processed-1')))[0]).toBe(404)

  late = 601_000
  expect((await read(page))[0]).toBe(404)
  late = 0
  expect((await read(page))[0]).toBe(200)
  await pro.request(`/api/epub/${jobId}/files`, { method: 'DELETE' })
  expect((await read(page))[0]).toBe(404)
  expect((await pro.request(`/api/epub/${jobId}/preview`)).status).toBe(410)
})

test('pages are made once they are asked for, both versions beside each other', async () => {
  const jobId = randomUUID()
  await pro.upload({ bytes: new Uint8Array(10), jobId })
  expect((await pro.request(`/api/epub/${jobId}/preview`)).status).toBe(409)
  await gateway.complete(jobId)
  outcome = undefined
  const answer = await pro.request(`/api/epub/${jobId}/content?version=original`)
  expect([answer.status, await answer.json()]).toEqual([202, { status: 'preparing' }])
  expect(asked.at(-1)).toMatchObject({ jobId, version: 'original', owner: pro.id })
  expect(asked.at(-1)!.other).not.toBe(asked.at(-1)!.book)
  outcome = 'refused'
  const refused = await pro.request(`/api/epub/${jobId}/preview`)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'no-preview'])
})
