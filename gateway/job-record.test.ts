import { expect, test } from 'vitest'
import type { Report } from '../contract/report.ts'
import { initial } from '../projections/job.ts'
import { recordOf } from './job-record.ts'

const scores = { overallScore: 90, structureScore: 90, contentScore: 80, metadataScore: 90, compatibilityScore: 90 }
const report = (more: Partial<Report> = {}) =>
  ({ metadata: {}, issues: [], scores: { before: scores, after: scores }, ...more }) as unknown as Report
const analysed = (plan: 'free' | 'pro' | 'publisher', given: Report) =>
  recordOf(
    { ...initial('j'), plan, requestedAt: '2026-01-01T00:00:00.000Z' },
    { fileName: 'a.epub', report: given, filesDeleted: false },
  ).aiAnalysis

test('every paid job has the quality of its text and three recommendations at most, as they were measured', () => {
  const advice = { contentQuality: 0.62, recommendations: ['One.', 'Two.', 'Three.', 'Four.'], by: 'offline' as const }
  const expected = { contentQuality: 0.62, recommendations: ['One.', 'Two.', 'Three.'] }
  for (const plan of ['pro', 'publisher'] as const) expect(analysed(plan, report({ advice }))).toEqual(expected)
  expect(analysed('free', report({ advice }))).toBeUndefined()
  // jobs of before there was such advice
  expect(analysed('pro', report())).toEqual({ contentQuality: 0.8, recommendations: [] })
})
