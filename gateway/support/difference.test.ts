import { expect, test } from 'vitest'
import type { SupportEvent } from '../../contract/events/support.ts'
import { initial, type JobState } from '../../projections/job.ts'
import { differenceOf } from './difference.ts'

const scores = { overallScore: 97, structureScore: 1, contentScore: 1, metadataScore: 1, compatibilityScore: 1 }
const kind = (code: string, status: 'fixed' | 'left', count: number) =>
  ({ code, feature: 7, severity: 'major', status, count }) as const

const job: JobState = {
  ...initial('j'),
  status: 'completed',
  outcome: 'improved',
  engine: 'backup',
  found: 12,
  fixed: 10,
  errorsBefore: 9,
  errorsAfter: 2,
  scores,
  judge: 'EPUBCheck 5.3.0',
  sha256After: 'a',
  resultBytes: 1000,
  tally: [kind('RSC-005', 'fixed', 10), kind('RSC-007', 'left', 2)],
}
const replayed: Extract<SupportEvent, { type: 'ReplayFinished' }>['data'] = {
  replay: 1,
  outcome: 'improved',
  engine: 'backup',
  found: 12,
  fixed: 10,
  errorsBefore: 9,
  errorsAfter: 2,
  wordsKept: true,
  judge: 'EPUBCheck 5.3.0',
  sha256After: 'a',
  resultBytes: 1000,
  scores,
  compatibility: { kindle: true, appleBooks: true, kobo: true, googlePlay: true, adobe: true, calibre: true },
  tally: [kind('RSC-007', 'left', 2), kind('RSC-005', 'fixed', 10)],
}

test('nothing where today comes to the same', () =>
  expect(differenceOf(job, true, replayed)).toEqual({ isSameFile: true, lines: [], kinds: [] }))

test('what is better today, kind by kind, the largest first', () => {
  const better = {
    ...replayed,
    outcome: 'valid' as const,
    engine: 'primary' as const,
    fixed: 12,
    errorsAfter: 0,
    sha256After: 'b',
    tally: [kind('RSC-005', 'fixed', 10), kind('RSC-007', 'fixed', 2), kind('NCX-001', 'fixed', 5)],
  }
  expect(differenceOf(job, true, better)).toEqual({
    isSameFile: false,
    lines: [
      { what: 'ending', first: 'improved', today: 'valid' },
      { what: 'engine', first: 'backup', today: 'primary' },
      { what: 'fixed', first: '10', today: '12' },
      { what: 'errorsAfter', first: '2', today: '0' },
    ],
    kinds: [
      { code: 'NCX-001', feature: 7, severity: 'major', status: 'fixed', first: 0, today: 5 },
      { code: 'RSC-007', feature: 7, severity: 'major', status: 'left', first: 2, today: 0 },
      { code: 'RSC-007', feature: 7, severity: 'major', status: 'fixed', first: 0, today: 2 },
    ],
  })
})

test('a job that failed has no file to compare, and no kinds', () => {
  const failed: JobState = {
    ...initial('j'),
    status: 'failed',
    found: 12,
    failure: { code: 'all-engines-failed', stage: 'repair', reference: 'J' },
  }
  const { isSameFile, lines, kinds } = differenceOf(failed, undefined, replayed)
  expect([isSameFile, kinds]).toEqual([null, []])
  expect(lines).toContainEqual({ what: 'ending', first: 'all-engines-failed', today: 'improved' })
  expect(lines).toContainEqual({ what: 'score', first: 'none', today: '97' })
})
