import type { Engine } from './engines.ts'
import { compatibility, type Platform, type PlatformFinding, platforms } from './platforms/platform.ts'
import { counted, type Issue, type Outcome, type RepairReport } from './report.ts'
import type { Scores } from './score.ts'

/** What a checker says of a book, as numbers. */
export interface VerdictCount {
  readonly judge: string
  readonly valid: boolean
  readonly fatals: number
  readonly errors: number
  readonly warnings: number
}

/** A report as it is handed out, in JSON or as a page: everything about the repair, nothing of the machine it ran on. */
export interface ReportData {
  readonly outcome: Outcome | 'scanned'
  readonly engine?: Engine
  readonly before: VerdictCount
  readonly after?: VerdictCount
  readonly metadata: { readonly title?: string; readonly author?: string; readonly language?: string }
  readonly version?: string
  readonly words: { readonly before: number; readonly after: number }
  readonly resources: { readonly before: number; readonly after: number }
  /** What bytes are truly gone, by container path. */
  readonly lost: readonly string[]
  readonly sha256Before: string
  readonly sha256After?: string
  readonly scores: { readonly before: Scores; readonly after: Scores }
  readonly platforms: Readonly<Record<Platform, { readonly compatible: boolean; readonly findings: readonly PlatformFinding[] }>>
  readonly issues: readonly Issue[]
  readonly offers?: readonly Issue[]
  readonly more: RepairReport['more']
}

interface Hashes {
  readonly sha256Before: string
  readonly sha256After: string
}

export function reportData(report: RepairReport, { sha256Before, sha256After }: Hashes): ReportData {
  const { outcome, engine, before, after, metadata, version, words, resources, lost, scores, issues, offers, more } = report
  const compatible = compatibility(report.platforms)
  return {
    outcome,
    engine,
    before: counted(before),
    after: counted(after),
    metadata,
    version,
    words,
    resources,
    lost,
    sha256Before,
    sha256After,
    scores,
    platforms: Object.fromEntries(
      platforms.map((platform) => [platform, { compatible: compatible[platform], findings: report.platforms[platform] }]),
    ) as unknown as ReportData['platforms'],
    issues,
    offers,
    more,
  }
}
