import { describe, expect, test } from 'vitest'
import type { Recorded } from '../contract/event.ts'
import type { RepairEvent } from '../contract/events/repair.ts'
import { evolve, foldJob, initial } from './job.ts'

const began = Date.parse('2027-03-01T10:00:00Z')

/** Events as the log gives them, a second apart. */
const recorded = (...events: RepairEvent[]): Recorded[] =>
  events.map((event, index) => ({
    ...event,
    position: BigInt(index + 100),
    stream: 'repair-7',
    version: index + 1,
    id: `${index}`,
    metadata: {},
    recordedAt: new Date(began + index * 1000),
  }))

const requested: RepairEvent = {
  type: 'RepairRequested',
  data: { owner: 'someone', upload: 'jobs/7/upload.epub', bytes: 1000, mode: 'deep-analysis', plan: 'pro' },
}
const started = (stage: 'extraction' | 'validation' | 'repair' | 'quality', attempt = 1): RepairEvent => ({
  type: 'StageStarted',
  data: { stage, attempt },
})
const progressed = (stage: 'extraction' | 'validation' | 'repair' | 'quality', progress: number, attempt = 1): RepairEvent => ({
  type: 'StageProgressed',
  data: { stage, attempt, progress },
})
const scores = (overallScore: number) => ({
  overallScore,
  structureScore: 90,
  contentScore: 80,
  metadataScore: 70,
  compatibilityScore: 60,
})
const completed: RepairEvent = {
  type: 'RepairCompleted',
  data: {
    outcome: 'valid',
    engine: 'backup',
    result: 'jobs/7/result.epub',
    report: 'jobs/7/report.json',
    found: 12,
    fixed: 11,
    errorsBefore: 5,
    errorsAfter: 0,
    wordsKept: true,
    judge: 'epubcheck 5.3',
    sha256Before: 'aa',
    sha256After: 'bb',
    resultBytes: 900,
  },
}
const failed: RepairEvent = { type: 'RepairFailed', data: { code: 'drm', stage: 'extraction', reference: 'R-1' } }

const stagesAfter = (...events: RepairEvent[]) =>
  foldJob('7', recorded(requested, ...events)).stages.map(({ status, progress }) => `${status} ${progress}`)

test('a job nobody asked for is known by its status', () => {
  expect(foldJob('7', [])).toEqual(initial('7'))
  expect(initial('7')).toMatchObject({ jobId: '7', seq: 0, status: 'unknown', found: 0, fixed: 0 })
})

test('a whole repair, event by event', () => {
  const job = foldJob(
    '7',
    recorded(
      requested,
      started('extraction'),
      started('validation'),
      {
        type: 'IssuesFound',
        data: { found: 12, latest: [], byFeature: { '13': 12 }, errors: 5, warnings: 2, judge: 'epubcheck 5.3' },
      },
      started('repair'),
      { type: 'EngineSwitched', data: { from: 'primary', to: 'backup', reason: 'threw' } },
      { type: 'IssuesFixed', data: { engine: 'backup', found: 12, fixed: 11, latest: [] } },
      {
        type: 'QualityScored',
        data: {
          before: scores(40),
          after: scores(95),
          compatibility: { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: false },
        },
      },
      completed,
    ),
  )
  expect(job).toEqual({
    jobId: '7',
    revision: 0,
    picked: [],
    refused: [],
    undone: [],
    seq: 9,
    status: 'completed',
    owner: 'someone',
    upload: 'jobs/7/upload.epub',
    bytes: 1000,
    mode: 'deep-analysis',
    plan: 'pro',
    requestedAt: '2027-03-01T10:00:00.000Z',
    endedAt: '2027-03-01T10:00:08.000Z',
    stages: [
      { id: 'extraction', status: 'completed', progress: 100, attempt: 1 },
      { id: 'validation', status: 'completed', progress: 100, attempt: 1 },
      { id: 'repair', status: 'completed', progress: 100, attempt: 1 },
      { id: 'quality', status: 'completed', progress: 100, attempt: 0 },
    ],
    engine: 'backup',
    engineSwitches: [{ from: 'primary', to: 'backup', reason: 'threw', at: '2027-03-01T10:00:05.000Z' }],
    found: 12,
    fixed: 11,
    errorsBefore: 5,
    errorsAfter: 0,
    warningsBefore: 2,
    byFeature: { '13': 12 },
    scoresBefore: scores(40),
    scores: scores(95),
    compatibility: { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: false },
    outcome: 'valid',
    result: 'jobs/7/result.epub',
    report: 'jobs/7/report.json',
    judge: 'epubcheck 5.3',
    sha256Before: 'aa',
    sha256After: 'bb',
    resultBytes: 900,
  })
  expect(JSON.parse(JSON.stringify(job))).toEqual(job)
})

describe('stages', () => {
  test('a stage that becomes active completes the earlier ones, at 100', () => {
    expect(stagesAfter(started('extraction'), progressed('extraction', 30), started('repair'))).toEqual([
      'completed 100',
      'completed 100',
      'active 0',
      'pending 0',
    ])
  })

  test('a retry never moves the progress back, and is the one that is heard from then on', () => {
    expect(stagesAfter(progressed('repair', 60), started('repair', 2), progressed('repair', 10, 2))[2]).toBe('active 60')
    expect(stagesAfter(progressed('repair', 60), started('repair', 2), progressed('repair', 90, 1))[2]).toBe('active 60')
    expect(stagesAfter(progressed('repair', 60), started('repair', 2), progressed('repair', 70, 2))[2]).toBe('active 70')
  })

  test('what a completed stage says late does not make it active again', () => {
    const done: RepairEvent = { type: 'StageCompleted', data: { stage: 'extraction', attempt: 1 } }
    expect(stagesAfter(started('extraction'), done, progressed('extraction', 50))[0]).toBe('completed 100')
  })

  test('the completion completes all; a failure fails its stage only', () => {
    expect(stagesAfter(started('extraction'), completed)).toEqual(Array(4).fill('completed 100'))
    expect(stagesAfter(progressed('extraction', 40), failed)).toEqual(['failed 40', 'pending 0', 'pending 0', 'pending 0'])
  })
})

test('the first ending stands; what comes late only moves the sequence on', () => {
  const before = foldJob('7', recorded(requested, { type: 'RepairCancelled', data: { stage: 'repair' } }))
  const after = foldJob('7', recorded(requested, { type: 'RepairCancelled', data: { stage: 'repair' } }, completed))
  expect(before.status).toBe('cancelled')
  expect(after).toEqual({ ...before, seq: 3 })
})

describe('versions of the result', () => {
  const asked: RepairEvent = {
    type: 'RevisionRequested',
    data: { revision: 1, cause: 'undo', undone: [8], edits: 'jobs/7/edits-1' },
  }
  const revised: RepairEvent = {
    type: 'ResultRevised',
    data: {
      revision: 1,
      outcome: 'improved',
      result: 'jobs/7/result-r1.epub',
      report: 'jobs/7/report-r1.json',
      found: 12,
      fixed: 9,
      errorsAfter: 2,
      judge: 'epubcheck 5.3',
      sha256After: 'cc',
      resultBytes: 901,
      after: scores(80),
      compatibility: { kindle: true, appleBooks: false, kobo: false, googlePlay: false, adobe: true, calibre: true },
      tally: [],
    },
  }

  test('until the new one is there, the old one stands', () => {
    const job = foldJob('7', recorded(requested, completed, asked))
    expect(job).toMatchObject({
      status: 'completed',
      result: 'jobs/7/result.epub',
      revision: 0,
      undone: [],
      revising: { revision: 1 },
    })
  })

  test('then it is the result', () => {
    const job = foldJob('7', recorded(requested, completed, asked, revised))
    expect(job).toMatchObject({
      status: 'completed',
      outcome: 'improved',
      result: 'jobs/7/result-r1.epub',
      report: 'jobs/7/report-r1.json',
      sha256After: 'cc',
      revision: 1,
      undone: [8],
      edits: 'jobs/7/edits-1',
      scores: scores(80),
      endedAt: foldJob('7', recorded(requested, completed)).endedAt,
    })
    expect(job).not.toHaveProperty('revising')
  })

  test('one that fails leaves the old one, and says so until the next is asked for', () => {
    const notMade: RepairEvent = { type: 'RevisionFailed', data: { revision: 1, code: 'internal', reference: 'R-1' } }
    const job = foldJob('7', recorded(requested, completed, asked, notMade))
    expect(job).toMatchObject({ result: 'jobs/7/result.epub', revision: 0, notRevised: { code: 'internal' } })
    expect(job).not.toHaveProperty('revising')
    expect(foldJob('7', recorded(requested, completed, asked, notMade, revised))).toMatchObject({ revision: 0 })
  })
})

test('folding in pieces, through JSON, is folding at once', () => {
  const events = recorded(requested, started('extraction'), progressed('extraction', 50), started('repair'), completed)
  const stepwise = events.reduce((job, event) => evolve(JSON.parse(JSON.stringify(job)), event), initial('7'))
  expect(stepwise).toEqual(foldJob('7', events))
})
