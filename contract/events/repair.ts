import { z } from 'zod'
import { engines, switchReasons } from '../engine.ts'
import { defineEvent, type Recorded } from '../event.ts'
import { modes, planNames } from '../plans.ts'
import { issueSeverities, platforms, stages } from '../quality.ts'
import type { FailureCode } from '../refusal.ts'
import { failures } from '../refusal.ts'

export const repairStream = (jobId: string) => `repair-${jobId}`

const count = z.int().nonnegative()
const percent = z.number().min(0).max(100)

/** Something found, without a word of the book: which feature owns it, which message, how bad. */
const Glimpse = z.strictObject({ feature: count, id: z.string().max(60), severity: z.enum(issueSeverities) })
export type Glimpse = z.infer<typeof Glimpse>

export const Scores = z.strictObject({
  overallScore: percent,
  structureScore: percent,
  contentScore: percent,
  metadataScore: percent,
  compatibilityScore: percent,
})
export type Scores = z.infer<typeof Scores>

export const Compatibility = z.record(z.enum(platforms), z.boolean())

export const RepairRequested = defineEvent('RepairRequested', {
  owner: z.string(),
  /** Blob key of the upload. */
  upload: z.string(),
  bytes: count,
  mode: z.enum(modes),
  plan: z.enum(planNames),
})
export const StageStarted = defineEvent('StageStarted', { stage: z.enum(stages), attempt: count })
export const StageProgressed = defineEvent('StageProgressed', { stage: z.enum(stages), attempt: count, progress: percent })
export const StageCompleted = defineEvent('StageCompleted', { stage: z.enum(stages), attempt: count })
export const IssuesFound = defineEvent('IssuesFound', {
  found: count,
  latest: z.array(Glimpse).max(3),
  /** How many by feature number, for what a locked feature would fix. */
  byFeature: z.record(z.string(), count),
  errors: count,
  warnings: count,
  judge: z.string(),
})
export const EngineSwitched = defineEvent('EngineSwitched', {
  from: z.enum(engines),
  to: z.enum(engines),
  reason: z.enum(switchReasons),
})
export const IssuesFixed = defineEvent('IssuesFixed', {
  engine: z.enum(engines),
  found: count,
  fixed: count,
  latest: z.array(Glimpse).max(3),
})
export const QualityScored = defineEvent('QualityScored', {
  before: Scores,
  after: Scores,
  compatibility: Compatibility,
})
export const RepairCompleted = defineEvent('RepairCompleted', {
  /** `sound`: nothing to fix, byte for byte. `valid`: repaired. `improved`: fewer errors. `scanned`: detection only. `unchanged`: problems left. */
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']),
  engine: z.enum(engines).optional(),
  /** Blob keys. The result is absent for a scan. */
  result: z.string().optional(),
  report: z.string(),
  found: count,
  fixed: count,
  errorsBefore: count,
  errorsAfter: count,
  wordsKept: z.boolean(),
  judge: z.string(),
  sha256Before: z.string(),
  sha256After: z.string().optional(),
  resultBytes: count.optional(),
})
export const RepairFailed = defineEvent('RepairFailed', {
  code: z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]]),
  stage: z.enum(stages),
  /** Short code that a person can read out to support. */
  reference: z.string(),
})
export const RepairCancelled = defineEvent('RepairCancelled', { stage: z.enum(stages) })

export const RepairEvent = z.discriminatedUnion('type', [
  RepairRequested,
  StageStarted,
  StageProgressed,
  StageCompleted,
  IssuesFound,
  EngineSwitched,
  IssuesFixed,
  QualityScored,
  RepairCompleted,
  RepairFailed,
  RepairCancelled,
])
export type RepairEvent = z.infer<typeof RepairEvent>
export type RecordedRepairEvent = { [E in RepairEvent as E['type']]: Recorded<E> & E }[RepairEvent['type']]

/** What happened to a job's files, apart from the job itself: `files-{jobId}`. */
export const filesStream = (jobId: string) => `files-${jobId}`
export const FilesDeleted = defineEvent('FilesDeleted', { reason: z.enum(['expired', 'asked', 'account-deleted']) })
export const FilesEvent = z.discriminatedUnion('type', [FilesDeleted])
export type FilesEvent = z.infer<typeof FilesEvent>
