import { describe, expect, test } from 'vitest'
import type { BatchBook, BatchRecord } from '../../../contract/calls/batch.ts'
import { HttpError } from '../data/http-error.ts'
import { NoAnswer, type Upload } from '../data/upload.ts'
import { createBatchDesk, type OpenBatch } from './batch-desk.ts'
import type { Listener } from './socket.ts'

const file = (name: string) => new File(['a book'], name)
const refusal = (status: number, code: string, error = 'No.') => new HttpError(status, JSON.stringify({ code, error }))

/** A service that answers as told, and what was asked of it. */
function service() {
  const asked: string[] = []
  const uploads: (Upload & { readonly answer: (status: number) => void; readonly fail: (error: Error) => void })[] = []
  const listeners = new Map<string, Listener>()
  const kept: { batch?: string } = {}
  const ended: OpenBatch[] = []
  let record: BatchRecord | undefined
  let ids = 0
  const desk = createBatchDesk({
    announce: async (count) => {
      asked.push(`announce ${count}`)
      return { batchId: 'batch' }
    },
    upload: (upload) =>
      new Promise((answer, fail) => {
        asked.push(`upload ${upload.jobId}`)
        upload.signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError')))
        uploads.push({ ...upload, answer, fail })
      }),
    fetchBatch: async (batchId) => {
      asked.push(`fetch ${batchId}`)
      if (!record) throw refusal(404, 'not-found')
      return record
    },
    cancelBatch: async () => void asked.push('cancel'),
    finishBatch: async () => void asked.push('finish'),
    subscribe: (jobId, _after, listener) => {
      listeners.set(jobId, listener)
      return () => void listeners.delete(jobId)
    },
    isLive: () => true,
    memory: {
      keep: (batch) => Object.assign(kept, { batch }),
      forget: () => void delete kept.batch,
      recall: () => kept.batch,
    },
    mintId: () => `job-${++ids}`,
    wait: async () => {},
    onEnded: (batch) => void ended.push(batch),
  })
  const open = () => {
    const state = desk.state()
    if (state.at !== 'batch') throw new Error(`The desk is ${state.at}`)
    return state
  }
  return {
    desk,
    asked,
    uploads,
    listeners,
    kept,
    ended,
    open,
    phases: () => open().lines.map(({ phase }) => phase),
    answers: (next: BatchRecord) => {
      record = next
    },
    said: (jobId: string, seq: number, type: string, data: object) =>
      listeners.get(jobId)?.onMessage({ jobId, seq, at: '', type, data } as Parameters<Listener['onMessage']>[0]),
  }
}

/** Lets what was begun go as far as it can. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

const bookOf = (jobId: string, more: Partial<BatchBook> = {}): BatchBook => ({
  jobId,
  fileName: `${jobId}.epub`,
  bytes: 6,
  mode: 'deep-analysis',
  status: 'completed',
  seq: 9,
  stages: [],
  found: 2,
  fixed: 2,
  outcome: 'valid',
  filesDeleted: false,
  ...more,
})
const recordOf = (books: BatchBook[], more: Partial<BatchRecord> = {}): BatchRecord => ({
  batchId: 'batch',
  status: 'completed',
  createdAt: '',
  count: books.length,
  isOpen: false,
  isCancelled: false,
  books,
  downloads: [],
  ...more,
})

describe('a batch', () => {
  test('is sent two at a time, each book followed by its own messages; at the end nothing more is to come', async () => {
    const { desk, asked, uploads, phases, said, listeners, open, kept } = service()
    await desk.start([file('a.epub'), file('b.epub'), file('c.epub')], 'deep-analysis')
    expect(asked).toEqual(['announce 3', 'upload job-1', 'upload job-2'])
    expect(kept.batch).toBe('batch')
    expect(phases()).toEqual(['sending', 'sending', 'queued'])
    expect(uploads.map(({ batchId, mode }) => [batchId, mode])).toEqual([
      ['batch', 'deep-analysis'],
      ['batch', 'deep-analysis'],
    ])
    uploads[0]!.onSent(3, 6)
    expect(open().lines[0]).toMatchObject({ sent: 0.5 })

    said('job-1', 1, 'progress', { stage: 'extraction', status: 'pending', progress: 0, message: '' })
    said('job-1', 2, 'progress', { stage: 'extraction', status: 'active', progress: 0, message: '' })
    expect(phases()[0]).toBe('processing')
    said('job-1', 3, 'complete', { outcome: 'valid', found: 2, fixed: 2 })
    expect(open().lines[0]).toMatchObject({ phase: 'completed', outcome: 'valid' })
    expect(listeners.has('job-1')).toBe(false)
    uploads[0]!.answer(200)
    await settled()
    expect(phases()).toEqual(['completed', 'sending', 'sending'])
    said('job-2', 1, 'progress', {
      stage: 'extraction',
      status: 'failed',
      progress: 0,
      message: 'Not a ZIP.',
      ended: 'failed',
      reference: 'AB',
    })
    uploads[1]!.fail(refusal(422, 'not-a-zip', 'Not a ZIP.'))
    uploads[2]!.answer(202)
    await settled()
    expect(phases()).toEqual(['completed', 'failed', 'waiting'])
    expect(open().lines[1]).toMatchObject({ sentence: 'Not a ZIP.' })
    expect(asked.at(-1)).toBe('finish')
    expect(desk.isSending()).toBe(false)
    desk.reset()
  })

  test('a book without an answer is sent again under its id; one that is refused says why and stops nobody', async () => {
    const { desk, asked, uploads, phases, open } = service()
    await desk.start([file('a.epub'), file('b.epub')], 'find-error')
    uploads[0]!.fail(new NoAnswer('gone'))
    uploads[1]!.fail(refusal(413, 'too-large', 'Too large.'))
    await settled()
    expect(asked.filter((call) => call === 'upload job-1')).toHaveLength(2)
    expect(phases()).toEqual(['sending', 'refused'])
    expect(open().lines[1]!.error).toMatchObject({ sentence: 'Too large.' })
    uploads[2]!.answer(202)
    await settled()
    expect(phases()).toEqual(['waiting', 'refused'])
    expect(asked.at(-1)).toBe('finish')
    desk.reset()
  })

  test('is found again after a reload: what was not sent is missing, and can be sent after all', async () => {
    const { desk, kept, answers, open, phases, asked, uploads } = service()
    kept.batch = 'batch'
    const books = [bookOf('one'), bookOf('two', { status: 'processing', seq: 3, outcome: undefined })]
    answers(recordOf(books, { status: 'processing', isOpen: true, count: 4 }))
    desk.resume()
    await settled()
    expect(open()).toMatchObject({ lost: 2, status: 'processing' })
    expect(phases()).toEqual(['completed', 'processing'])
    desk.add([file('c.epub'), file('d.epub'), file('e.epub')], 'deep-analysis')
    expect(asked.filter((call) => call.startsWith('upload'))).toHaveLength(2)
    expect(open()).toMatchObject({ lost: 0 })
    expect(phases()).toEqual(['completed', 'processing', 'sending', 'sending'])
    expect(uploads.map(({ file: { name } }) => name)).toEqual(['c.epub', 'd.epub'])
    desk.reset()
    expect(kept.batch).toBeUndefined()
  })

  test('that is gone leaves an empty desk', async () => {
    const { desk, kept } = service()
    kept.batch = 'batch'
    desk.resume()
    await settled()
    expect(desk.state()).toEqual({ at: 'empty' })
  })

  test('that ended is told once, with its archive', async () => {
    const { desk, answers, ended, open } = service()
    await desk.start([file('a.epub')], 'deep-analysis')
    answers(recordOf([bookOf('job-1')], { downloads: [{ url: '/zip', bytes: 5, files: 1 }] }))
    await desk.refresh()
    await desk.refresh()
    expect(ended).toHaveLength(1)
    expect(open()).toMatchObject({ status: 'completed', downloads: [{ url: '/zip' }] })
    // the name is the one that the person chose
    expect(open().lines[0]).toMatchObject({ phase: 'completed', fileName: 'a.epub' })
    desk.reset()
  })

  test('cancelled, nothing more is sent', async () => {
    const { desk, answers, asked, phases, open } = service()
    await desk.start([file('a.epub'), file('b.epub'), file('c.epub')], 'deep-analysis')
    answers(recordOf([], { status: 'cancelled', isCancelled: true, count: 3 }))
    await desk.cancel()
    await settled()
    expect(phases()).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(open().status).toBe('cancelled')
    expect(asked.filter((call) => call.startsWith('upload'))).toHaveLength(2)
    expect(asked).not.toContain('finish')
    desk.reset()
  })

  test('that is not allowed says why', async () => {
    const failing = createBatchDesk({
      announce: async () => {
        throw refusal(403, 'batch-not-allowed', 'Publisher only.')
      },
      upload: async () => 200,
      fetchBatch: async () => recordOf([]),
      cancelBatch: async () => {},
      finishBatch: async () => {},
      subscribe: () => () => {},
      isLive: () => true,
      memory: { keep: () => {}, forget: () => {}, recall: () => undefined },
      mintId: () => 'x',
      wait: async () => {},
      onEnded: () => {},
    })
    await failing.start([file('a.epub')], 'deep-analysis')
    expect(failing.state()).toMatchObject({ at: 'empty', refused: { sentence: 'Publisher only.' } })
  })
})
