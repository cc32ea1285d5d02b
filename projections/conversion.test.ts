import { describe, expect, test } from 'vitest'
import { defaultOptions } from '../contract/conversion.ts'
import type { Recorded } from '../contract/event.ts'
import type { ConversionBatchEvent, ConversionEvent } from '../contract/events/convert.ts'
import { conversions, foldConversion } from './conversion.ts'
import { countOf, foldBatch } from './conversion-batch.ts'

const at = new Date('2026-05-05T05:05:05.000Z')
const recorded = (stream: string, events: readonly (ConversionEvent | ConversionBatchEvent | { type: string; data: object })[]) =>
  events.map(
    (event, index): Recorded => ({
      position: BigInt(index + 1),
      stream,
      version: index + 1,
      id: `${index}`,
      metadata: {},
      recordedAt: at,
      ...event,
    }),
  )

const asked = { owner: 'ann', plan: 'pro', to: 'epub', options: defaultOptions } as const
const requested: ConversionEvent = {
  type: 'ConversionRequested',
  data: { ...asked, upload: 'jobs/a/manuscript', bytes: 9, kind: 'docx' },
}
const progressed = (attempt: number, progress: number): ConversionEvent => ({
  type: 'ConversionProgressed',
  data: { attempt, progress },
})
const made = { result: 'r', report: 'p', bytes: 1, sha256: 's', words: 3, chapters: 1, remarks: 0 }
const fold = (...events: ConversionEvent[]) => foldConversion('a', recorded('conversion-a', events))

describe('a conversion', () => {
  test('holds what its workflow is started with', () => {
    expect(fold(requested).job).toEqual({ jobId: 'a', ...asked, upload: 'jobs/a/manuscript', bytes: 9, kind: 'docx' })
  })

  test('a second try never moves the progress back', () => {
    const state = fold(requested, { type: 'ConversionStarted', data: { attempt: 1 } }, progressed(1, 60), progressed(2, 10))
    expect(state).toMatchObject({ status: 'processing', isStarted: true, progress: 60, seq: 4 })
  })

  test('the first ending stands', () => {
    const state = fold(requested, { type: 'ConversionCancelled', data: {} }, { type: 'ConversionCompleted', data: made })
    expect(state).toMatchObject({ status: 'cancelled', seq: 3 })
    expect(state.made).toBeUndefined()
  })
})

test('the list has one line a file, which goes with its files', () => {
  const evolve = (view: object | undefined, event: Recorded) => conversions.evolve(view, event)
  const lines = (...events: ConversionEvent[]) => recorded('conversion-a', events).reduce(evolve, undefined as object | undefined)
  const line = lines(requested, { type: 'ConversionFailed', data: { code: 'encrypted', reference: 'A' } })
  expect(line).toMatchObject({ jobId: 'a', status: 'failed', code: 'encrypted', requestedAt: at.toISOString() })
  const [gone] = recorded('files-a', [{ type: 'FilesDeleted', data: { reason: 'asked' } }])
  expect(conversions.key(gone!)).toBe('a')
  expect(evolve(line, gone!)).toBeUndefined()
  // another prefix, another document
  expect(conversions.key(recorded('conversions-b', [{ type: 'ConversionBatchFailed', data: {} }])[0]!)).toBeUndefined()
})

test('a batch counts what has ended, each file once', () => {
  const ended = (jobId: string, outcome: 'completed' | 'failed'): ConversionBatchEvent => ({
    type: 'ConversionBatchProgressed',
    data: { jobId, outcome },
  })
  const files = ['x', 'y', 'z'].map((jobId) => ({ jobId, upload: `jobs/${jobId}/manuscript`, bytes: 1 }))
  const state = foldBatch(
    'b',
    recorded('conversions-b', [
      { type: 'ConversionBatchRequested', data: { ...asked, files } },
      ended('x', 'completed'),
      ended('x', 'completed'),
      ended('y', 'failed'),
    ]),
  )
  expect([countOf(state, 'completed'), countOf(state, 'failed'), state.status]).toEqual([1, 1, 'processing'])
  expect(state.batch).toEqual({ batchId: 'b', ...asked, files })
})
