import { expect, test } from 'vitest'
import type { Moment } from '../../../../contract/calls/support.ts'
import { featureRows } from './issue-rows.ts'
import { readAt } from './read-at.ts'
import { scoresOver } from './scores-over.ts'

const kind = (feature: number, status: 'fixed' | 'left' | 'advice', count: number) =>
  ({ code: 'RSC-005', feature, severity: 'major', status, count }) as const

test('issues by feature, as they came and what became of them; advice is none', () =>
  expect(
    featureRows({ '7': 3, '13': 1 }, [kind(7, 'fixed', 2), kind(7, 'left', 1), kind(20, 'fixed', 4), kind(3, 'advice', 9)]),
  ).toEqual([
    { feature: 7, came: 3, fixed: 2, left: 1 },
    { feature: 13, came: 1, fixed: 0, left: 0 },
    { feature: 20, came: 0, fixed: 4, left: 0 },
  ]))

test('scores: as it came, as repaired, each version once', () => {
  const of = (overallScore: number) => ({
    overallScore,
    structureScore: 1,
    contentScore: 1,
    metadataScore: 1,
    compatibilityScore: 1,
  })
  const at = (revision: number, after?: number) =>
    ({ revision, ...(after !== undefined && { scoresBefore: of(60), scores: of(after) }) }) as unknown as Moment
  expect(scoresOver([at(0), at(0, 90), at(0, 90), at(1, 85), at(1, 85)])).toEqual([
    { of: 'before', revision: 0, score: 60 },
    { of: 'after', revision: 0, score: 90 },
    { of: 'after', revision: 1, score: 85 },
  ])
})

test('the event in the address', () => {
  expect([readAt({ at: '17' }), readAt({ at: 17 }), readAt({ at: '-1' }), readAt({ at: 'x' }), readAt({})]).toEqual([
    { at: 17 },
    { at: 17 },
    {},
    {},
    {},
  ])
})
