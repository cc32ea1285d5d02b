import { expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import { RepairEvent } from '../contract/events/repair.ts'
import { LiveMessage } from '../contract/live.ts'
import { evolve, initial } from '../projections/job.ts'
import { liveMessageOf } from './live-messages.ts'

const jobId = '5c5e7f2e-4f6c-4c55-9f0e-0a2c8f6e1b11'
const scores = { overallScore: 97, structureScore: 100, contentScore: 96, metadataScore: 94, compatibilityScore: 98 }
const compatibility = { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: false, calibre: true }
const glimpse = { feature: 14, id: 'RSC-007', severity: 'major' as const }

const story: RepairEvent[] = [
  { type: 'RepairRequested', data: { owner: 'o', upload: 'jobs/x/upload.epub', bytes: 9, mode: 'deep-analysis', plan: 'pro' } },
  { type: 'StageStarted', data: { stage: 'extraction', attempt: 1 } },
  { type: 'StageProgressed', data: { stage: 'extraction', attempt: 1, progress: 40 } },
  { type: 'StageStarted', data: { stage: 'extraction', attempt: 2 } },
  { type: 'StageCompleted', data: { stage: 'extraction', attempt: 2 } },
  {
    type: 'IssuesFound',
    data: { found: 5, latest: [glimpse], byFeature: { 14: 5 }, errors: 5, warnings: 0, judge: 'EPUBCheck' },
  },
  { type: 'StageStarted', data: { stage: 'repair', attempt: 1 } },
  { type: 'EngineSwitched', data: { from: 'primary', to: 'backup', reason: 'timed-out' } },
  { type: 'AiEngineSwitched', data: { from: 'model', to: 'offline', reason: 'timed-out' } },
  { type: 'IssuesFixed', data: { engine: 'backup', found: 5, fixed: 4, latest: [glimpse] } },
  { type: 'QualityScored', data: { before: scores, after: scores, compatibility } },
]
const endings: RepairEvent[] = [
  {
    type: 'RepairCompleted',
    data: {
      outcome: 'improved',
      engine: 'backup',
      result: 'jobs/x/result.epub',
      report: 'jobs/x/report.json',
      found: 5,
      fixed: 4,
      errorsBefore: 5,
      errorsAfter: 1,
      wordsKept: true,
      judge: 'EPUBCheck',
      sha256Before: 'a',
    },
  },
  { type: 'RepairFailed', data: { code: 'drm', stage: 'extraction', reference: '5C5E7F2E' } },
  { type: 'RepairCancelled', data: { stage: 'repair' } },
]
const revisions: RepairEvent[] = [
  { type: 'RevisionRequested', data: { revision: 1, cause: 'undo', undone: [8] } },
  {
    type: 'ResultRevised',
    data: {
      revision: 1,
      outcome: 'improved',
      result: 'jobs/x/result-r1.epub',
      report: 'jobs/x/report-r1.json',
      found: 5,
      fixed: 3,
      errorsAfter: 2,
      judge: 'EPUBCheck',
      sha256After: 'b',
      resultBytes: 9,
      after: scores,
      compatibility,
      tally: [],
    },
  },
  { type: 'SuggestionsRefused', data: { refused: ['alt-text.abc'] } },
  { type: 'RevisionFailed', data: { revision: 2, code: 'bad-metadata', field: 'date', reference: '5C5E7F2E' } },
]

const record = (event: RepairEvent, index: number): Recorded => ({
  ...RepairEvent.parse(event),
  position: BigInt(index),
  stream: `repair-${jobId}`,
  version: index + 1,
  id: `${index}`,
  metadata: {},
  recordedAt: new Date('2026-01-02T03:04:05Z'),
})

const tell = (events: RepairEvent[]) => {
  let job = initial(jobId)
  return events.map(record).map((event) => {
    job = evolve(job, event)
    return liveMessageOf(job, event)
  })
}

test('every type of event gives exactly one message of the contract', () => {
  const told = new Set(story.concat(endings, revisions).map(({ type }) => type))
  expect([...told].sort()).toEqual(RepairEvent.options.map(({ shape }) => shape.type.value).sort())
  for (const ending of endings)
    for (const [index, message] of tell([...story, ending, ...revisions]).entries()) {
      expect(LiveMessage.parse(message)).toEqual(message)
      expect(message.seq).toBe(index + 1)
    }
})

test('the kinds, in their order', () => {
  expect(tell([...story, endings[0]!]).map(({ type }) => type)).toEqual([
    ...Array(5).fill('progress'),
    'issues-update',
    'progress',
    'engine-switch',
    'engine-switch',
    'issues-update',
    'quality-update',
    'complete',
  ])
})

test('a second try does not move the progress back', () => {
  const values = tell(story)
    .slice(0, 5)
    .map((message) => message.type === 'progress' && message.data.progress)
  expect(values).toEqual([0, 0, 40, 40, 100])
})

test('a failure and a cancellation say how the job ended', () => {
  const [failed, cancelled] = [endings[1]!, endings[2]!].map((ending) => tell([...story, ending]).at(-1)!)
  expect(failed).toMatchObject({ type: 'progress', data: { ended: 'failed', status: 'failed', reference: '5C5E7F2E' } })
  expect(failed).toMatchObject({ data: { message: expect.stringContaining('DRM') } })
  expect(cancelled).toMatchObject({ type: 'progress', data: { ended: 'cancelled' } })
})

test('nothing that a person named is in a message', () => {
  expect(JSON.stringify(tell([...story, endings[0]!]))).not.toMatch(/upload\.epub|result\.epub/)
})
