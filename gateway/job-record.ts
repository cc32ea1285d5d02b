import { pathOf } from '../contract/call.ts'
import { download, type JobRecord, type ProcessingResult } from '../contract/calls/epub.ts'
import { features } from '../contract/features.ts'
import { platforms } from '../contract/quality.ts'
import { failures } from '../contract/refusal.ts'
import type { Issue, Report } from '../contract/report.ts'
import type { Blobs } from '../db/blobs.ts'
import { NoBlob } from '../db/blobs.ts'
import type { JobState } from '../projections/job.ts'

/** The findings of a job, as long as its files live. */
export async function reportOf(blobs: Blobs, { report }: Pick<JobState, 'report'>): Promise<Report | undefined> {
  if (report === undefined) return undefined
  try {
    // written by our own worker to this very schema
    return JSON.parse((await blobs.bytes(report)).toString('utf8')) as Report
  } catch (error) {
    if (error instanceof NoBlob) return undefined
    throw error
  }
}

export const downloadPath = (jobId: string) => pathOf(download, { jobId })

const downloadUrlOf = ({ jobId, result }: Pick<JobState, 'jobId' | 'result'>) =>
  result === undefined ? undefined : downloadPath(jobId)

const levels = { critical: 'error', major: 'error', minor: 'warning' } as const
const levelOf = ({ severity, status }: Issue) => (status === 'advice' ? 'info' : levels[severity])

const nobody = Object.fromEntries(platforms.map((platform) => [platform, false])) as Record<(typeof platforms)[number], boolean>

/** The answer of `process-guaranteed`, in the shape the specification gives it. */
export const resultOf = (job: JobState, report: Report | undefined): ProcessingResult => ({
  jobId: job.jobId,
  status: 'completed',
  outcome: job.outcome!,
  qualityScore: job.scores?.overallScore ?? 0,
  compatibility: job.compatibility ?? nobody,
  errors: (report?.issues ?? []).map(({ message, severity, status }) => ({ message, severity, fixed: status === 'fixed' })),
  downloadUrl: downloadUrlOf(job),
})

const advised = new Set<Issue['status']>(['choice', 'left', 'locked'])
const mostAdvice = 3

/** What to do next, from what was found and not corrected: most places first. Counts and our own words, none of the book's. */
export function recommendationsOf({ issues }: Pick<Report, 'issues'>): string[] {
  const places = Map.groupBy(
    issues.filter(({ status }) => advised.has(status)),
    ({ feature }) => feature,
  )
  return [...places]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostAdvice)
    .flatMap(([number, { length }]) => {
      const feature = features[number - 1]
      return feature ? [`${feature.name}: ${length === 1 ? '1 place' : `${length} places`} left. ${feature.promise}`] : []
    })
}

/** What was measured of the text and what to do next; by the findings alone for jobs of before there was such advice. */
const analysisOf = ({ advice, scores, issues }: Report): NonNullable<JobRecord['aiAnalysis']> => ({
  contentQuality: advice?.contentQuality ?? scores.after.contentScore / 100,
  recommendations: (advice?.recommendations ?? recommendationsOf({ issues })).slice(0, mostAdvice),
})

interface Known {
  readonly fileName: string | undefined
  readonly report: Report | undefined
  readonly filesDeleted: boolean
}

/** Everything the owner may see of a job. */
export function recordOf(job: JobState, { fileName, report, filesDeleted }: Known): JobRecord {
  const { failure } = job
  return {
    jobId: job.jobId,
    status: job.status === 'unknown' ? 'processing' : job.status,
    fileName: fileName ?? 'book.epub',
    bytes: job.bytes ?? 0,
    mode: job.mode ?? 'find-error',
    createdAt: job.requestedAt!,
    endedAt: job.endedAt,
    seq: job.seq,
    stages: job.stages.map(({ id, status, progress }) => ({ id, status, progress })),
    engine: job.engine,
    engineSwitches: job.engineSwitches.map(({ from, to, reason }) => ({ from, to, reason })),
    found: job.found,
    fixed: job.fixed,
    outcome: job.outcome,
    scores: job.scores,
    trend:
      job.scores && job.scoresBefore
        ? job.scores.overallScore > job.scoresBefore.overallScore
          ? 'improving'
          : 'unchanged'
        : undefined,
    compatibility: job.compatibility,
    revision: job.revision,
    undone: [...job.undone],
    picked: [...job.picked],
    refused: [...job.refused],
    aiSwitch: job.aiSwitch,
    revising: job.revising !== undefined,
    downloadUrl: filesDeleted ? undefined : downloadUrlOf(job),
    error: failure ? failures[failure.code] : job.status === 'cancelled' ? failures.cancelled : undefined,
    reference: failure?.reference,
    filesDeleted,
    metadata: { title: report?.metadata.title ?? 'Untitled', author: report?.metadata.author ?? 'Unknown' },
    issues: (report?.issues ?? []).map((issue) => ({ severity: levelOf(issue), code: issue.code, message: issue.message })),
    aiAnalysis: report && job.plan !== 'free' ? analysisOf(report) : undefined,
    report,
  }
}
