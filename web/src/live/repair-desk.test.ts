import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../../contract/calls/epub.ts'
import { HttpError } from '../data/http-error.ts'
import { NoAnswer, type Upload } from '../data/upload.ts'
import { newJob } from './job-state.ts'
import { createMemory } from './remembered-job.ts'
import { createRepairDesk, type Outcome } from './repair-desk.ts'
import type { Listener } from './socket.ts'

const jobId = '5c5e7f2e-4f6c-4c55-9f0e-0a2c8f6e1b11'
const file = new File([new Uint8Array(2048)], 'Emma.epub')

const record = (more: Partial<JobRecord> = {}): JobRecord => ({
  jobId,
  status: 'processing',
  fileName: 'Emma.epub',
  bytes: 2048,
  mode: 'deep-analysis',
  createdAt: '2026-01-02T03:04:05.000Z',
  seq: 4,
  stages: [...newJob(jobId).stages],
  engineSwitches: [],
  found: 0,
  fixed: 0,
  revision: 0,
  undone: [],
  picked: [],
  refused: [],
  revising: false,
  filesDeleted: false,
  metadata: { title: 'Emma', author: 'Jane Austen' },
  issues: [],
  ...more,
})
const completed = record({ status: 'completed', outcome: 'valid', seq: 12 })

function setUp({ upload, records }: { upload?: (upload: Upload) => Promise<number>; records: (JobRecord | Error)[] }) {
  const store = new Map<string, string>()
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const outcomes: Outcome[] = []
  const subscribed: number[] = []
  const wire: { listener?: Listener } = {}
  const desk = createRepairDesk({
    upload: upload ?? (() => new Promise(() => undefined)),
    fetchJob: async () => {
      const next = records.length > 1 ? records.shift() : records[0]
      if (next instanceof Error || !next) throw next ?? new Error('No record')
      return next
    },
    cancelJob: async () => undefined,
    subscribe: (_, after, listener) => {
      subscribed.push(after)
      wire.listener = listener
      return () => void delete wire.listener
    },
    isLive: () => true,
    memory: createMemory(storage),
    mintId: () => jobId,
    now: () => 1000,
    wait: async () => undefined,
    onOutcome: (outcome) => void outcomes.push(outcome),
  })
  return { desk, store, outcomes, subscribed, wire }
}

describe('an upload', () => {
  it('subscribes before it posts, remembers the job, and ends with the record', async () => {
    const { desk, store, outcomes, subscribed } = setUp({ upload: async () => 200, records: [completed] })
    await desk.start(file, 'deep-analysis')
    expect(subscribed).toEqual([0])
    expect(desk.state()).toEqual({ at: 'ended', record: completed })
    expect(outcomes).toEqual([{ type: 'ended', record: completed }])
    expect(store.size).toBe(1)
  })

  it('answered with 202 goes on by socket', async () => {
    const { desk, wire } = setUp({ upload: async () => 202, records: [completed] })
    await desk.start(file, 'deep-analysis')
    expect(desk.state()).toMatchObject({ at: 'running', sending: undefined })
    wire.listener?.onMessage({
      jobId,
      seq: 9,
      at: '',
      type: 'complete',
      data: { outcome: 'valid', found: 5, fixed: 5, engine: 'primary' },
    })
    await Promise.resolve()
    await Promise.resolve()
    expect(desk.state().at).toBe('ended')
  })

  it.each([
    ['a broken connection', new NoAnswer('gone')],
    ['502', new HttpError(502, '')],
    ['504', new HttpError(504, '')],
  ])('after %s asks for the job before anybody is told', async (_, error) => {
    const known = setUp({ upload: () => Promise.reject(error), records: [record()] })
    await known.desk.start(file, 'deep-analysis')
    expect([known.desk.state().at, known.outcomes]).toEqual(['running', []])

    const unknown = setUp({ upload: () => Promise.reject(error), records: [new HttpError(404, '')] })
    await unknown.desk.start(file, 'deep-analysis')
    expect(unknown.desk.state().at).toBe('empty')
    expect(unknown.outcomes).toEqual([{ type: 'refused', error }])
  })

  it('of a book that nobody can repair ends with the record that says why', async () => {
    const failed = record({ status: 'failed', error: 'We could not read this file.', reference: 'K7Q2-9F' })
    const { desk, outcomes } = setUp({ upload: () => Promise.reject(new HttpError(422, '')), records: [failed] })
    await desk.start(file, 'deep-analysis')
    expect([desk.state(), outcomes]).toEqual([{ at: 'ended', record: failed }, [{ type: 'ended', record: failed }]])
  })

  it('refused by the service is told at once and forgotten', async () => {
    const error = new HttpError(402, '{"error":"Your free scan for today is used."}')
    const { desk, store, outcomes } = setUp({ upload: () => Promise.reject(error), records: [record()] })
    await desk.start(file, 'find-error')
    expect([desk.state().at, store.size, outcomes]).toEqual(['empty', 0, [{ type: 'refused', error }]])
  })
})

describe('after a reload', () => {
  const remember = (store: Map<string, string>, isSending = true) =>
    store.set('bookmender.job', JSON.stringify({ jobId, startedAt: 7, fileName: 'Emma.epub', size: 2048, isSending }))

  it('follows the remembered job from where its record stands', async () => {
    const { desk, store, subscribed } = setUp({ records: [record({ seq: 4 })] })
    remember(store)
    desk.resume()
    await new Promise((resolve) => setTimeout(resolve))
    expect(desk.state()).toMatchObject({ at: 'running', startedAt: 7 })
    expect(subscribed).toEqual([4])
    desk.reset()
  })

  it('shows a job that ended meanwhile, without telling it as news', async () => {
    const { desk, store, outcomes } = setUp({ records: [completed] })
    remember(store)
    desk.resume()
    await new Promise((resolve) => setTimeout(resolve))
    expect([desk.state().at, outcomes]).toEqual(['ended', []])
  })

  it('says that an upload was lost when no such job exists', async () => {
    const { desk, store, outcomes } = setUp({ records: [new HttpError(404, '')] })
    remember(store)
    desk.resume()
    await new Promise((resolve) => setTimeout(resolve))
    expect([desk.state().at, store.size, outcomes]).toEqual(['empty', 0, [{ type: 'lost-upload' }]])
  })

  it('finds a book that was still on its way in', async () => {
    const { desk, store } = setUp({ records: [new HttpError(404, ''), new HttpError(404, ''), record()] })
    remember(store)
    desk.resume()
    await new Promise((resolve) => setTimeout(resolve))
    expect(desk.state().at).toBe('running')
    desk.reset()
  })

  it('says nothing of a job that had arrived and is not to be found: another person signed in', async () => {
    const { desk, store, outcomes } = setUp({ records: [new HttpError(404, '')] })
    remember(store, false)
    desk.resume()
    await new Promise((resolve) => setTimeout(resolve))
    expect([desk.state().at, store.size, outcomes]).toEqual(['empty', 0, []])
  })

  it('takes up the running job of the history where the tab remembers none', async () => {
    const { desk } = setUp({ records: [new Error('network'), record()] })
    desk.resume(jobId)
    await new Promise((resolve) => setTimeout(resolve))
    expect(desk.state().at).toBe('running')
    desk.reset()
  })
})
