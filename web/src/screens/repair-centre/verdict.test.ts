import { describe, expect, it } from 'vitest'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { failures } from '../../../../contract/refusal.ts'
import type { Report } from '../../../../contract/report.ts'
import { meaningOfFailure, verdictOf } from './verdict.ts'

const scores = { overallScore: 90, structureScore: 90, contentScore: 90, metadataScore: 90, compatibilityScore: 90 }
const report = (more: Partial<Report> = {}): Report => ({
  outcome: 'valid',
  before: { judge: 'EPUBCheck 5.3.0', valid: false, fatals: 0, errors: 40, warnings: 7 },
  metadata: {},
  words: { before: 1200, after: 1200 },
  resources: { before: 9, after: 9 },
  lost: [],
  sha256Before: 'a',
  scores: { before: scores, after: scores },
  platforms: {
    kindle: { compatible: true, findings: [] },
    appleBooks: { compatible: true, findings: [] },
    kobo: { compatible: true, findings: [] },
    googlePlay: { compatible: true, findings: [] },
    adobe: { compatible: true, findings: [] },
    calibre: { compatible: true, findings: [] },
  },
  issues: [],
  more: [],
  seconds: 2,
  ...more,
})

type Result = Pick<JobRecord, 'outcome' | 'found' | 'fixed' | 'report'>

describe('the verdict in one sentence', () => {
  it.each<[string, Result]>([
    ['Valid. 47 problems found, 47 fixed, not a word lost.', { outcome: 'valid', found: 47, fixed: 47, report: report() }],
    [
      'Valid. 1 problem found, 1 fixed, 1 part of the file lost.',
      { outcome: 'valid', found: 1, fixed: 1, report: report({ lost: ['cover.jpg'] }) },
    ],
    [
      'Better, but not valid yet. 1,847 problems found, 1,800 fixed, 200 of 1,200 words lost.',
      { outcome: 'improved', found: 1847, fixed: 1800, report: report({ words: { before: 1200, after: 1000 } }) },
    ],
    ['Valid. 3 problems found, 3 fixed.', { outcome: 'valid', found: 3, fixed: 3 }],
    ['Not repaired. 2 problems found, none fixed.', { outcome: 'unchanged', found: 2, fixed: 0, report: report() }],
    ['Nothing to fix: your file is returned byte for byte', { outcome: 'sound', found: 0, fixed: 0, report: report() }],
    ['Checked. 5 problems found.', { outcome: 'scanned', found: 5, fixed: 0, report: report() }],
    ['Valid. No problems found.', { outcome: 'scanned', found: 0, fixed: 0 }],
    [
      'Valid. 5 remarks found.',
      { outcome: 'scanned', found: 5, fixed: 0, report: report({ before: { ...report().before, valid: true } }) },
    ],
  ])('%s', (headline, result) => {
    expect(verdictOf(result).headline).toBe(headline)
  })

  it('says what is left to the user of a valid book', () => {
    expect(verdictOf({ outcome: 'valid', found: 5, fixed: 3, report: report() }).meaning).toContain('2 remarks are left to you')
  })
})

it('never says twice that the original is unchanged', () => {
  for (const sentence of Object.values(failures)) {
    const said = `${sentence} ${meaningOfFailure(sentence)}`
    expect(said.match(/original is unchanged/g)).toHaveLength(1)
  }
})
