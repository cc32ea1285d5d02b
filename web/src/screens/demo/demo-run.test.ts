import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DemoSample } from '../../../../contract/calls/demo.ts'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { Listener } from '../../live/socket.ts'
import { createDemoRun, earliestResult } from './demo-run.ts'

const sample: DemoSample = {
  id: 'broken-structure',
  name: 'Broken structure',
  description: 'x',
  severity: 'critical',
  issues: 3,
  fileSize: 9,
}
const record = { jobId: 'a', status: 'completed', seq: 9, stages: [], found: 3, fixed: 3 } as unknown as JobRecord
const complete = { type: 'complete', jobId: 'a', seq: 9, at: '', data: { found: 3, fixed: 3 } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function running({ start = async () => 'a', answer = record }: { start?: () => Promise<string>; answer?: JobRecord } = {}) {
  let listener: Listener | undefined
  const told: string[] = []
  const run = createDemoRun({
    start,
    fetchJob: async () => answer,
    subscribe: (_, __, heard) => {
      listener = heard
      return () => {}
    },
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onDone: () => told.push('done'),
    onError: (error) => told.push(String(error)),
  })
  return { run, told, hear: (message: unknown) => listener?.onMessage(message as never) }
}

test('results appear 5000 ms after the start (core.md, section 9), however fast the repair was', async () => {
  expect(earliestResult).toBe(5000)
  const { run, told, hear } = running()
  await run.begin(sample)
  hear(complete)
  await vi.advanceTimersByTimeAsync(4999)
  expect(run.state().at).toBe('running')
  await vi.advanceTimersByTimeAsync(1)
  expect(run.state().at).toBe('done')
  expect(told).toEqual(['done'])
})

test('a start that is refused leaves the choice open and says why', async () => {
  const { run, told } = running({
    start: async () => {
      throw new Error('no')
    },
  })
  await run.begin(sample)
  expect(run.state().at).toBe('picking')
  expect(told).toEqual(['Error: no'])
})

test('a silent socket is no hindrance: the record is asked for', async () => {
  const { run } = running()
  await run.begin(sample)
  await vi.advanceTimersByTimeAsync(9000)
  expect(run.state().at).toBe('done')
})

test('a job that failed is told once', async () => {
  const failed = { ...record, status: 'failed', error: 'It broke.' } as JobRecord
  const { run, told } = running({ answer: failed })
  await run.begin(sample)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(run.state().at).toBe('picking')
  expect(told).toEqual(['Error: It broke.'])
})

test('nothing is begun while one is at work', async () => {
  let starts = 0
  const { run } = running({ start: async () => `${++starts}` })
  await Promise.all([run.begin(sample), run.begin(sample)])
  await run.begin(sample)
  expect(starts).toBe(1)
})
