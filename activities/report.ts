import type { Glimpse, Tally } from '../contract/events/repair.ts'
import { type Mode, type PlanName, planOf } from '../contract/plans.ts'
import { findingsPerRule, platforms } from '../contract/quality.ts'
import type { Issue, Report } from '../contract/report.ts'
import { mostSuggestions } from '../contract/revision.ts'
import type { Severity } from '../epub/check/message.ts'
import { type Engine, featuresOf } from '../epub/engines.ts'
import { featureOf } from '../epub/feature-of.ts'
import { compatibility } from '../epub/platforms/platform.ts'
import { counted, issuesOf, type Issue as RepairIssue } from '../epub/report.ts'
import type { Stored } from './ai/suggesting.ts'
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
  readonly repaired?: Stored
  /** What is suggested for a book that was not repaired. */
  readonly listed?: Stored
  readonly sha256: string
  readonly seconds: number
}

/** The full report of a job, cut to what a record may hold; before and after are shown to paid plans. */
export function reportOf({ plan, mode, check, repaired, listed, sha256, seconds }: Reported): Report {
  const { sound } = check
  const told = repaired ?? listed
  const engine = repaired?.report.engine ?? 'primary'
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
    about: planOf(plan).allowMetadataEditing ? asAbout(repaired ? repaired.report.about : check.about) : undefined,
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
    // what was only looked at has no result in which anything could be done
    offers:
      mode === 'find-error'
        ? []
        : (told?.report.offers ?? []).slice(0, mostSuggestions).map((issue) => offered(shown(issue, { plan, mode }), engine)),
    advice: told?.report.ai && { ...told.report.ai.advice, recommendations: [...told.report.ai.advice.recommendations] },
    ai: told?.use,
    more: [...more, ...(repaired?.report.more ?? [])],
    seconds,
  }
}

/** What a higher plan or another engine would do is counted, and not shown; nobody can accept it. */
function offered(issue: Issue, engine: Engine): Issue {
  if (issue.status !== 'locked') return featuresOf[engine].includes(issue.feature) ? issue : { ...issue, id: undefined }
  return { ...issue, id: undefined, before: undefined, after: undefined, picture: undefined }
}

/** The metadata as the contract has them: the same, as plain data. */
export const asAbout = (about: CheckResult['about']): Report['about'] => about && (structuredClone(about) as Report['about'])

export const foundIn = ({ issues, more }: Pick<Report, 'issues' | 'more'>) =>
  issues.length + more.reduce((sum, { count }) => sum + count, 0)

export const fixedIn = ({ issues, more, outcome }: Pick<Report, 'issues' | 'more' | 'outcome'>) =>
  issues.filter(({ status }) => status === 'fixed').length +
  (outcome === 'valid' ? more.reduce((sum, { count }) => sum + count, 0) : 0)

/** Kinds of findings that an event may hold. */
const mostKinds = 300

/** The report as numbers and ids, for who may not see the book; the most frequent kinds, where there are too many. */
export function tallyOf({ issues, more, outcome }: Report): Tally[] {
  const kinds = new Map<string, Tally>()
  const add = (kind: Tally) => {
    const key = `${kind.code} ${kind.feature} ${kind.severity} ${kind.status}`
    kinds.set(key, { ...kind, count: (kinds.get(key)?.count ?? 0) + kind.count })
  }
  for (const { code, feature, severity, status } of issues) add({ code: code.slice(0, 60), feature, severity, status, count: 1 })
  for (const { code, feature, count } of more)
    add({ code: code.slice(0, 60), feature, severity: 'minor', status: outcome === 'valid' ? 'fixed' : 'left', count })
  return [...kinds.values()].sort((a, b) => b.count - a.count).slice(0, mostKinds)
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
