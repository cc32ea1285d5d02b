import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SharedReport } from '../contract/calls/results.ts'
import { filesStream, repairStream } from '../contract/events/repair.ts'
import type { Issue } from '../contract/report.ts'
import { besideReport, reportKey, resultKey } from '../db/blobs.ts'
import { foldJob } from '../projections/job.ts'
import { type RunningGateway, startGateway } from '../tests/gateway.ts'
import { shareIn, tokenOf } from './share-token.ts'

type Visitor = Awaited<ReturnType<RunningGateway['signedIn']>>
let gateway: RunningGateway
let pro: Visitor
let other: Visitor
let free: Visitor

beforeAll(async () => {
  gateway = await startGateway({ wait: 500 })
  ;[pro, other, free] = await Promise.all([
    gateway.signedIn('pro+results@example.test'),
    gateway.signedIn('publisher+results@example.test'),
    gateway.signedIn('free+results@example.test'),
  ])
})
afterAll(() => gateway?.close())

async function repaired(visitor = pro, sound = false, offers: Issue[] = []) {
  const jobId = randomUUID()
  await visitor.upload({ bytes: new Uint8Array(10), jobId, name: 'A Private Name.epub' })
  await gateway.complete(jobId, { sound, offers })
  const { blobs } = gateway.deps
  for (const form of ['html', 'epubcheck-before', 'epubcheck-after'] as const)
    await blobs.write(besideReport(reportKey(jobId), form), Readable.from([Buffer.from(`the ${form}`)]))
  return jobId
}

const stateOf = async (jobId: string) => foldJob(jobId, await gateway.deps.log.readStream(repairStream(jobId)))
const seen = async (response: Response) => [response.status, (await response.json()) as Record<string, unknown>] as const

/** What a worker does that made the version. */
const made = async (jobId: string, picked?: string[]) => {
  const { revising } = await stateOf(jobId)
  await gateway.tell(jobId, {
    type: 'ResultRevised',
    data: {
      revision: revising!.revision,
      outcome: 'improved',
      result: resultKey(jobId),
      report: reportKey(jobId),
      found: 2,
      fixed: 1,
      errorsAfter: 1,
      judge: 'EPUBCheck',
      sha256After: 'c',
      resultBytes: 3,
      after: (await stateOf(jobId)).scores!,
      compatibility: (await stateOf(jobId)).compatibility!,
      tally: [{ code: 'NCX-001', feature: 13, severity: 'major', status: 'choice', count: 1 }],
      ...(picked && { picked }),
    },
  })
}

describe('undo', () => {
  test('asks for a version without the feature, once, and costs nothing', async () => {
    const jobId = await repaired()
    const account = await gateway.deps.log.readStream(`account-${pro.id}`)
    expect(await seen(await pro.post(`/api/epub/${jobId}/undo`, { feature: 13 }))).toEqual([
      200,
      { jobId, revision: 1, status: 'processing' },
    ])
    expect(gateway.revised.at(-1)).toMatchObject({ jobId, revision: 1, undone: [13], engine: 'primary', plan: 'pro' })
    expect(await seen(await pro.post(`/api/epub/${jobId}/undo`, { feature: 8 }))).toMatchObject([409, { code: 'revising' }])
    await made(jobId)
    expect(await pro.json(`/api/epub/${jobId}`)).toMatchObject({
      revision: 1,
      undone: [13],
      revising: false,
      outcome: 'improved',
      fixed: 1,
    })
    expect(await gateway.deps.log.readStream(`account-${pro.id}`)).toEqual(account)

    const answering = pro.post(`/api/epub/${jobId}/redo`, { feature: 13 })
    await expect.poll(async () => (await stateOf(jobId)).revising?.revision).toBe(2)
    await made(jobId)
    expect(await seen(await answering)).toEqual([200, { jobId, revision: 2, status: 'completed' }])
    expect(gateway.revised.at(-1)).toMatchObject({ undone: [] })
  })

  test('of two at once one wins', async () => {
    const jobId = await repaired()
    const both = await Promise.all([8, 13].map((feature) => pro.post(`/api/epub/${jobId}/undo`, { feature })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('of a book that nobody corrected there is nothing to take back', async () => {
    const jobId = randomUUID()
    await pro.upload({ bytes: new Uint8Array(10), jobId, name: 'Scan.epub', mode: 'find-error' })
    await gateway.tell(jobId, { type: 'RepairCancelled', data: { stage: 'repair' } })
    expect(await seen(await pro.post(`/api/epub/${jobId}/undo`, { feature: 8 }))).toMatchObject([404, {}])
  })

  test('a version whose start was lost is started by the next question', async () => {
    const jobId = await repaired()
    await gateway.tell(jobId, { type: 'RevisionRequested', data: { revision: 1, cause: 'undo', undone: [8] } })
    const count = gateway.revised.length
    await pro.json(`/api/epub/${jobId}`)
    expect(gateway.revised).toHaveLength(count)
    const later = async () => {
      await pro.json(`/api/epub/${jobId}`)
      return gateway.revised.length
    }
    await expect.poll(later, { timeout: 8000, interval: 500 }).toBeGreaterThan(count)
  })
})

describe('suggestions', () => {
  const offer = (id: string, more: Partial<Issue> = {}): Issue => ({
    number: 1,
    code: 'ACC-009',
    feature: 15,
    type: 'image',
    severity: 'minor',
    path: 'a.xhtml',
    line: 1,
    column: 1,
    message: 'A picture has no words.',
    after: 'A lighthouse',
    why: 'Pictures speak.',
    status: 'choice',
    platforms: [],
    id,
    ...more,
  })
  const offers = [
    offer('a.1', { editable: true }),
    offer('a.2'),
    offer('a.3', { status: 'advice' }),
    offer('a.4', { feature: 32 }),
  ]
  const decide = async (jobId: string, ...decisions: object[]) =>
    seen(await pro.post(`/api/epub/${jobId}/suggestions`, { decisions }))

  test('what is accepted makes a version, in words that nobody else reads; what is refused is remembered; both can be taken back', async () => {
    const jobId = await repaired(pro, false, offers)
    const accepting = decide(
      jobId,
      { id: 'a.1', decision: 'accept', text: ' A Private Light ' },
      { id: 'a.2', decision: 'refuse' },
    )
    await expect.poll(async () => (await stateOf(jobId)).revising?.revision).toBe(1)
    const { revising } = await stateOf(jobId)
    expect(revising).toMatchObject({ picked: ['a.1'], undone: [] })
    await expect.poll(() => gateway.revised.at(-1)).toMatchObject({ jobId, revision: 1, picks: revising!.picks })
    const { people, blobs, log } = gateway.deps
    expect(JSON.parse((await people.open(pro.id, await blobs.bytes(revising!.picks!)))!)).toEqual({
      picked: ['a.1'],
      texts: { 'a.1': 'A Private Light' },
    })
    expect((await blobs.bytes(revising!.picks!)).toString('latin1')).not.toContain('Private')
    const told = [gateway.revised, (await log.readStream(repairStream(jobId))).map(({ data }) => data)]
    expect(JSON.stringify(told)).not.toContain('Private')
    await made(jobId, ['a.1'])
    expect(await accepting).toEqual([200, { jobId, revision: 1, status: 'completed' }])
    expect(await pro.json(`/api/epub/${jobId}`)).toMatchObject({ picked: ['a.1'], refused: ['a.2'], revision: 1 })

    // another version keeps what was accepted
    const undoing = pro.post(`/api/epub/${jobId}/undo`, { feature: 13 })
    await expect.poll(async () => (await stateOf(jobId)).revising?.revision).toBe(2)
    expect((await stateOf(jobId)).revising).toMatchObject({ picked: ['a.1'], undone: [13], picks: revising!.picks })
    await made(jobId, ['a.1'])
    expect((await undoing).status).toBe(200)

    expect(await decide(jobId, { id: 'a.2', decision: 'open' })).toEqual([200, { jobId, revision: 2, status: 'completed' }])
    expect(await stateOf(jobId)).toMatchObject({ refused: [], revision: 2 })
    const taking = decide(jobId, { id: 'a.1', decision: 'open' })
    await expect.poll(async () => (await stateOf(jobId)).revising?.revision).toBe(3)
    expect((await stateOf(jobId)).revising).toMatchObject({ picked: [], undone: [13] })
    await made(jobId)
    expect(await taking).toMatchObject([200, { status: 'completed' }])
    expect(await stateOf(jobId)).toMatchObject({ picked: [], undone: [13] })
  })

  test('only what the report offers, and the plan has, can be accepted', async () => {
    const jobId = await repaired(pro, false, offers)
    for (const id of ['a.3', 'a.4', 'a.5', ''])
      expect(await decide(jobId, { id, decision: 'accept' })).toMatchObject([400, { code: 'bad-request' }])
    expect(await decide(jobId)).toMatchObject([400, {}])
    expect(await decide(jobId, { id: 'a.1', decision: 'accept', text: 'x'.repeat(5000) })).toMatchObject([400, {}])
    expect((await stateOf(jobId)).revising).toBeUndefined()
    expect(await seen(await other.post(`/api/epub/${jobId}/suggestions`, { decisions: [] }))).toMatchObject([400, {}])
    expect(
      await seen(await other.post(`/api/epub/${jobId}/suggestions`, { decisions: [{ id: 'a.1', decision: 'accept' }] })),
    ).toMatchObject([404, {}])
  })
})

describe('metadata', () => {
  test('what was typed lies sealed in a blob; event and workflow know its key alone; later edits are laid over', async () => {
    const jobId = await repaired()
    expect((await pro.post(`/api/epub/${jobId}/metadata`, { title: 'A Private Title', series: null })).status).toBe(200)
    const { revising } = await stateOf(jobId)
    expect(gateway.revised.at(-1)).toMatchObject({ jobId, revision: 1, edits: revising!.edits })
    const sealed = await gateway.deps.blobs.bytes(revising!.edits!)
    expect(sealed.toString('latin1')).not.toContain('Private')
    expect(
      JSON.stringify([gateway.revised, (await gateway.deps.log.readStream(repairStream(jobId))).map(({ data }) => data)]),
    ).not.toContain('Private')
    await made(jobId)
    await pro.post(`/api/epub/${jobId}/metadata`, { language: 'de' })
    const second = (await stateOf(jobId)).revising!.edits!
    expect(JSON.parse((await gateway.deps.people.open(pro.id, await gateway.deps.blobs.bytes(second)))!)).toEqual({
      title: 'A Private Title',
      series: null,
      language: 'de',
    })
  })

  test('a cover is sent first and named then', async () => {
    const jobId = await repaired(pro, true)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(2000)]), 'cover.png')
    const [status, { cover }] = await seen(await pro.request(`/api/epub/${jobId}/cover`, { method: 'POST', body: form }))
    expect(status).toBe(200)
    expect((await pro.post(`/api/epub/${jobId}/metadata`, { cover: randomUUID() })).status).toBe(400)
    expect((await pro.post(`/api/epub/${jobId}/metadata`, { cover })).status).toBe(200)
    const big = new FormData()
    big.append('file', new Blob([new Uint8Array(11 * 1_048_576)]), 'cover.png')
    expect((await pro.request(`/api/epub/${await repaired()}/cover`, { method: 'POST', body: big })).status).toBe(413)
  })

  test('what cannot be written is said with its field', async () => {
    const jobId = await repaired()
    const answering = pro.post(`/api/epub/${jobId}/metadata`, { date: 'soon' })
    await expect.poll(async () => (await stateOf(jobId)).revising?.revision).toBe(1)
    await gateway.tell(jobId, {
      type: 'RevisionFailed',
      data: { revision: 1, code: 'bad-metadata', field: 'date', reference: 'R' },
    })
    expect(await seen(await answering)).toMatchObject([
      200,
      { status: 'failed', field: 'date', error: expect.stringContaining('no date') },
    ])
    await pro.post(`/api/epub/${jobId}/metadata`, { date: '2024' })
    expect(gateway.revised.at(-1)).toMatchObject({ revision: 2 })
  })

  test('the free plan has neither; the sentences say what to do', async () => {
    const jobId = await repaired(free)
    expect(await seen(await free.post(`/api/epub/${jobId}/metadata`, { title: 'x' }))).toMatchObject([
      403,
      { code: 'metadata-not-allowed' },
    ])
    expect(await seen(await free.post(`/api/epub/${jobId}/undo`, { feature: 8 }))).toMatchObject([
      403,
      { code: 'undo-not-allowed' },
    ])
  })
})

describe('the report to save', () => {
  test.each([
    ['html', 'text/html; charset=utf-8', 'inline; filename="A Private Name-report.html"'],
    ['json', 'application/json; charset=utf-8', 'attachment; filename="A Private Name-report.json"'],
    ['epubcheck-after', 'application/json; charset=utf-8', 'attachment; filename="A Private Name-epubcheck-after.json"'],
  ])('%s', async (form, type, disposition) => {
    const response = await pro.request(`/api/epub/${await repaired()}/report/${form}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('content-disposition')).toContain(disposition)
    expect(response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'")
    expect((await response.text()).length).toBeGreaterThan(5)
  })

  test('of a free check everybody who owns it may have it; of a repair only a paid plan', async () => {
    const scanner = await gateway.signedIn('free+reports@example.test')
    expect((await scanner.request(`/api/epub/${await repaired(scanner)}/report/html`)).status).toBe(200)
    const paid = randomUUID()
    await gateway.tell(paid, {
      type: 'RepairRequested',
      data: { owner: free.id, upload: `jobs/${paid}/upload.epub`, bytes: 1, mode: 'deep-analysis', plan: 'pro' },
    })
    await gateway.complete(paid)
    expect(await seen(await free.request(`/api/epub/${paid}/report/html`))).toMatchObject([402, { code: 'report-needs-plan' }])
  })

  test('no other form', async () => {
    expect((await pro.request(`/api/epub/${await repaired()}/report/upload.epub`)).status).toBe(404)
  })
})

describe('a shared report', () => {
  const linkOf = async (jobId: string) => {
    const { path, expiresAt } = (await (await pro.post(`/api/epub/${jobId}/share`, {})).json()) as {
      path: string
      expiresAt: string
    }
    return { call: path.replace('/report/', '/api/share/'), expiresAt }
  }

  test('numbers and ids for whoever has the link, for 30 days, also when the files have gone by age', async () => {
    const jobId = await repaired()
    const { call, expiresAt } = await linkOf(jobId)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    await gateway.deps.log.append(filesStream(jobId), [{ id: 'gone', type: 'FilesDeleted', data: { reason: 'expired' } }])
    const response = await gateway.visitor().request(call)
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    const report = SharedReport.parse(await response.json())
    expect(report).toMatchObject({ outcome: 'valid', found: 2, fixed: 2, judge: 'EPUBCheck', errorsBefore: 2, errorsAfter: 0 })
    expect(JSON.stringify(report)).not.toMatch(/Private|Small Book|jobs\/|example/)
    expect(JSON.stringify(report)).not.toContain(pro.id)
  })

  test.each([
    ['ended by its owner', async (jobId: string) => void (await pro.request(`/api/epub/${jobId}/share`, { method: 'DELETE' }))],
    [
      'with files deleted on request',
      (jobId: string) =>
        gateway.deps.log.append(filesStream(jobId), [{ id: 'asked', type: 'FilesDeleted', data: { reason: 'asked' } }]),
    ],
  ])('it is over: %s', async (_, end) => {
    const jobId = await repaired()
    const { call } = await linkOf(jobId)
    expect((await gateway.visitor().request(call)).status).toBe(200)
    await end(jobId)
    expect((await gateway.visitor().request(call)).status).toBe(404)
  })

  test('it is over with the account', async () => {
    const leaving = await gateway.signedIn('pro+leaving-results@example.test')
    const jobId = await repaired(leaving)
    const { path } = (await (await leaving.post(`/api/epub/${jobId}/share`, {})).json()) as { path: string }
    const call = path.replace('/report/', '/api/share/')
    expect((await gateway.visitor().request(call)).status).toBe(200)
    await gateway.database.ownerSql`delete from person_keys where person = ${leaving.id}`
    expect((await gateway.visitor().request(call)).status).toBe(404)
  })

  test('nobody makes or lengthens a link', async () => {
    const jobId = await repaired()
    const { call } = await linkOf(jobId)
    const [id, generation, until, signature] = call.slice('/api/share/'.length).split('.')
    const forged = [
      [id, generation, Number(until) + 86_400, signature],
      [id, 1, until, signature],
      [Buffer.from(randomUUID().replace(/-/g, ''), 'hex').toString('base64url'), generation, until, signature],
      [id, generation, until, 'A'.repeat(22)],
    ]
    for (const parts of forged) expect((await gateway.visitor().request(`/api/share/${parts.join('.')}`)).status).toBe(404)
    const share = { jobId, generation: 0, expiresAt: new Date('2030-01-01T00:00:00Z') }
    const key = 'a key of 32 characters and more than that'
    expect(shareIn(tokenOf(share, key), key, new Date('2029-12-31T23:59:59Z'))).toEqual(share)
    expect(shareIn(tokenOf(share, key), key, new Date('2030-01-01T00:00:00Z'))).toBeUndefined()
    expect(shareIn(tokenOf(share, key), `${key}.`, new Date('2029-01-01T00:00:00Z'))).toBeUndefined()
  })
})

test.each([
  ['POST', 'undo', { feature: 8 }],
  ['POST', 'redo', { feature: 8 }],
  ['POST', 'metadata', { title: 'x' }],
  ['POST', 'share', {}],
  ['GET', 'report/html', undefined],
] as const)("another's job does not exist: %s %s", async (method, call, body) => {
  const jobId = await repaired()
  const ask = (visitor: Visitor | ReturnType<RunningGateway['visitor']>) =>
    method === 'GET' ? visitor.request(`/api/epub/${jobId}/${call}`) : visitor.post(`/api/epub/${jobId}/${call}`, body)
  expect((await ask(other)).status).toBe(404)
  expect((await ask(gateway.visitor())).status).toBe(401)
  if (method === 'POST') {
    const foreign = await pro.request(`/api/epub/${jobId}/${call}`, {
      method,
      body: JSON.stringify(body),
      headers: { Origin: 'https://elsewhere.example', 'Content-Type': 'application/json' },
    })
    expect(foreign.status).toBe(403)
  }
})
