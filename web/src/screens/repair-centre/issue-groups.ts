import { type IssueSeverity, issueSeverities } from '../../../../contract/quality.ts'
import type { Issue } from '../../../../contract/report.ts'

export type Alike = readonly [Issue, ...Issue[]]

export interface SeverityGroup {
  readonly severity: IssueSeverity
  readonly count: number
  /** Issues of one kind and one fate share a card. */
  readonly cards: readonly Alike[]
}

/** Issues by severity, the worst first; within it what needs the reader's eye before what is done. */
export const groupIssues = (issues: readonly Issue[]): SeverityGroup[] =>
  issueSeverities
    .map((severity) => issues.filter((issue) => issue.severity === severity))
    .map((members, index) => ({ severity: issueSeverities[index]!, count: members.length, cards: cardsOf(members) }))
    .filter(({ count }) => count > 0)

const eye: Record<Issue['status'], number> = { left: 0, choice: 1, locked: 2, fixed: 3, advice: 4 }

function cardsOf(issues: readonly Issue[]): Alike[] {
  const cards = new Map<string, [Issue, ...Issue[]]>()
  for (const issue of issues) {
    const key = [issue.code, issue.rule, issue.feature, issue.status, issue.reason, issue.why].join('\n')
    const card = cards.get(key)
    if (card) card.push(issue)
    else cards.set(key, [issue])
  }
  return [...cards.values()].sort(([a], [b]) => eye[a.status] - eye[b.status])
}
