import type { Moment } from '../../../../contract/calls/support.ts'

export interface Measured {
  readonly of: 'before' | 'after'
  readonly revision: number
  readonly score: number
}

/** The score of the book as it came, as it was repaired, and of each later version. */
export function scoresOver(moments: readonly Moment[]): Measured[] {
  const measured: Measured[] = []
  for (const { scoresBefore, scores, revision } of moments) {
    if (!scoresBefore || !scores) continue
    if (measured.length === 0) measured.push({ of: 'before', revision: 0, score: scoresBefore.overallScore })
    if (!measured.some((one) => one.of === 'after' && one.revision === revision))
      measured.push({ of: 'after', revision, score: scores.overallScore })
  }
  return measured
}
