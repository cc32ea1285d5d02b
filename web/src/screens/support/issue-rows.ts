import type { SupportJob } from '../../../../contract/calls/support.ts'

interface FeatureRow {
  readonly feature: number
  readonly came: number
  readonly fixed: number
  readonly left: number
}

/** Issues by feature as the book came, beside what became of them; the most first. Advice costs nothing and is left out. */
export function featureRows(byFeature: SupportJob['byFeature'], tally: SupportJob['tally']): FeatureRow[] {
  const rows = new Map<number, FeatureRow>()
  const rowOf = (feature: number) => rows.get(feature) ?? { feature, came: 0, fixed: 0, left: 0 }
  for (const [feature, came] of Object.entries(byFeature)) rows.set(Number(feature), { ...rowOf(Number(feature)), came })
  for (const { feature, status, count } of tally) {
    if (status === 'advice') continue
    const row = rowOf(feature)
    rows.set(feature, status === 'fixed' ? { ...row, fixed: row.fixed + count } : { ...row, left: row.left + count })
  }
  return [...rows.values()].sort((a, b) => b.came - a.came || b.fixed - a.fixed || a.feature - b.feature)
}
