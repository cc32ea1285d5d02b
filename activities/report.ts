import type { Glimpse } from '../contract/events/repair.ts'
import { type Mode, type PlanName, planOf } from '../contract/plans.ts'
import { findingsPerRule, platforms } from '../contract/quality.ts'
import type { Issue, Report } from '../contract/report.ts'
import type { Severity } from '../epub/check/message.ts'
import { featureOf } from '../epub/feature-of.ts'
import type { RepairedFile } from '../epub/node/tasks.ts'
import { compatibility } from '../epub/platforms/platform.ts'
import { counted, issuesOf, type Issue as RepairIssue } from '../epub/report.ts'
import type { CheckResult } from './validate.ts'

const severities: Readonly<Record<string, Glimpse['severity']>> = {
  FATAL: 'critical',
  ERROR: 'major',
  critical: 'critical',
  major: 'major',
}

/** The last three of a list, as far as an event may hold them: numbers and ids. */
export const glimpses = (
  list: readonly { id: string; severity: Severity | Issue['severity']; feature?: number; text?: string; path?: string }[],
): Glimpse[] =>
  list.slice(-3).map(({ id, severity, feature, text = '', path = '' }) => ({
    id: id.slice(0, 60),
    feature: feature ?? featureOf({ id, text, path }),
    severity: severities[severity] ?? 'minor',
  }))

interface Reported {
  readonly plan: PlanName
  readonly mode: Mode
  readonly check: CheckResult
  /** Absent for a scan and for a sound book. */
  readonly repaired?: RepairedFile
  readonly sha256: string
  readonly seconds: number
}

/** The full report of a job, cut to what a record may hold; before and after are shown to paid plans. */
export function reportOf({ plan, mode, check, repaired, sha256, seconds }: Reported): Report {
  const { sound } = check
  const found: readonly RepairIssue[] = repaired?.report.issues ?? issuesOf(check.verdict.messages, check.verdict.messages, [])
  const { kept, more } = capped(found)
  const platformFindings = repaired?.report.platforms ?? check.platforms
  const compatible = compatibility(platformFindings)
  return {
    outcome: repaired?.report.outcome ?? (mode === 'find-error' ? 'scanned' : 'sound'),
    engine: repaired?.report.engine,
    before: counted(check.verdict),
    after: repaired && counted(repaired.report.after),
    metadata: repaired?.report.metadata ?? check.metadata,
    version: repaired ? repaired.report.version : check.version,
    words: repaired?.report.words ?? { before: check.words, after: check.words },
    resources: repaired?.report.resources ?? { before: check.resources, after: check.resources },
    lost: [...(repaired?.report.lost ?? [])],
    sha256Before: sha256,
    sha256After: repaired?.sha256After ?? (sound ? sha256 : undefined),
    scores: repaired?.report.scores ?? { before: check.scores, after: check.scores },
    platforms: Object.fromEntries(
      platforms.map((platform) => [platform, { compatible: compatible[platform], findings: [...platformFindings[platform]] }]),
    ) as Report['platforms'],
    issues: kept.map((issue) => shown(issue, { plan, mode })),
    more: [...more, ...(repaired?.report.more ?? [])],
    seconds,
  }
}

function shown(issue: RepairIssue, { plan, mode }: { plan: PlanName; mode: Mode }): Issue {
  const { allowDownloads, repairFeatures } = planOf(plan)
  const locked = issue.status !== 'fixed' && issue.feature > repairFeatures
  const reason = locked
    ? 'The feature that mends this belongs to a higher plan.'
    : mode === 'find-error'
      ? 'This was a check only; nothing was changed.'
      : issue.reason
  return {
    ...issue,
    platforms: [...issue.platforms],
    status: locked ? 'locked' : issue.status,
    reason: issue.status === 'fixed' ? undefined : reason,
    ...(allowDownloads ? {} : { before: undefined, after: undefined }),
  }
}

/** At most so many findings of one code; the rest as a number. */
function capped(issues: readonly RepairIssue[]) {
  const groups = Map.groupBy(issues, ({ code, feature }) => `${code} ${feature}`)
  const more: Report['more'] = []
  const kept = new Set<RepairIssue>()
  for (const group of groups.values()) {
    for (const issue of group.slice(0, findingsPerRule)) kept.add(issue)
    const [first] = group
    if (first && group.length > findingsPerRule)
      more.push({ feature: first.feature, code: first.code, count: group.length - findingsPerRule })
  }
  return { kept: issues.filter((issue) => kept.has(issue)), more }
}
