import { z } from 'zod'
import { aiSwitchReasons, engines, switchReasons } from '../engine.ts'
import { defineEvent, type Recorded } from '../event.ts'
import { modes, planNames } from '../plans.ts'
import { issueSeverities, issueStatuses, platforms, stages } from '../quality.ts'
import type { FailureCode } from '../refusal.ts'
import { failures } from '../refusal.ts'
import { metadataFields, mostSuggestions, revisionCauses, revisionFailures } from '../revision.ts'

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

/** Findings of one kind and one fate, as numbers and ids: what a shared report shows. */
export const Tally = z.strictObject({
  code: z.string().max(60),
  feature: count,
  severity: z.enum(issueSeverities),
  status: z.enum(issueStatuses),
  count,
})
export type Tally = z.infer<typeof Tally>
const tally = z.array(Tally).max(300)

/** Ids of suggestions: hashes of what is changed into what. */
const suggestions = z.array(z.string().max(100)).max(mostSuggestions)

export const Compatibility = z.record(z.enum(platforms), z.boolean())

export const RepairRequested = defineEvent('RepairRequested', {
  owner: z.string(),
  /** Blob key of the upload. */
  upload: z.string(),
  bytes: count,
  mode: z.enum(modes),
  plan: z.enum(planNames),
  /** Id of the batch that it came with. */
  batch: z.string().optional(),
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
/** The language model was left: what it did not answer, our own statistics did. Everything else goes on as it was. */
export const AiEngineSwitched = defineEvent('AiEngineSwitched', {
  from: z.literal('model'),
  to: z.literal('offline'),
  reason: z.enum(aiSwitchReasons),
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
  /** Absent from what was recorded before there was a shared report. */
  tally: tally.optional(),
})
export const RepairFailed = defineEvent('RepairFailed', {
  code: z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]]),
  stage: z.enum(stages),
  /** Short code that a person can read out to support. */
  reference: z.string(),
})
export const RepairCancelled = defineEvent('RepairCancelled', { stage: z.enum(stages) })

/**
 * A new version of the result was asked for. It is made from the upload with all of `undone` and all of `edits`, so that
 * versions do not rest on each other, and the stored ones stay as they are.
 */
export const RevisionRequested = defineEvent('RevisionRequested', {
  /** 1, 2, 3 … */
  revision: count,
  cause: z.enum(revisionCauses),
  /** Numbers of the features that are taken back. */
  undone: z.array(count).max(37),
  /** Blob key of the sealed metadata edits; absent where there are none. */
  edits: z.string().optional(),
  /** Suggestions that are accepted, and the blob key of them with the words that a person gave them, sealed. */
  picked: suggestions.optional(),
  picks: z.string().optional(),
})
/** All suggestions that are refused from now on; the result stays as it is. */
export const SuggestionsRefused = defineEvent('SuggestionsRefused', { refused: suggestions })
export const ResultRevised = defineEvent('ResultRevised', {
  revision: count,
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged']),
  /** Blob keys. */
  result: z.string(),
  report: z.string(),
  found: count,
  fixed: count,
  errorsAfter: count,
  judge: z.string(),
  sha256After: z.string(),
  resultBytes: count,
  after: Scores,
  compatibility: Compatibility,
  tally,
  /** The accepted suggestions that could be done. */
  picked: suggestions.optional(),
})
/** The result stays as it was before. */
export const RevisionFailed = defineEvent('RevisionFailed', {
  revision: count,
  code: z.enum(revisionFailures),
  /** Which field of the metadata could not be written. */
  field: z.enum(metadataFields).optional(),
  reference: z.string(),
})

export const RepairEvent = z.discriminatedUnion('type', [
  RepairRequested,
  StageStarted,
  StageProgressed,
  StageCompleted,
  IssuesFound,
  EngineSwitched,
  AiEngineSwitched,
  IssuesFixed,
  QualityScored,
  RepairCompleted,
  RepairFailed,
  RepairCancelled,
  RevisionRequested,
  SuggestionsRefused,
  ResultRevised,
  RevisionFailed,
])
export type RepairEvent = z.infer<typeof RepairEvent>
export type RecordedRepairEvent = { [E in RepairEvent as E['type']]: Recorded<E> & E }[RepairEvent['type']]

/** What happened to a job's files, apart from the job itself: `files-{jobId}`. */
export const filesStream = (jobId: string) => `files-${jobId}`
export const FilesDeleted = defineEvent('FilesDeleted', { reason: z.enum(['expired', 'asked', 'account-deleted']) })
export const FilesEvent = z.discriminatedUnion('type', [FilesDeleted])
export type FilesEvent = z.infer<typeof FilesEvent>

/** Who may see the report of a job without signing in: `share-{jobId}`. */
export const shareStream = (jobId: string) => `share-${jobId}`
/** A link was given out; ISO. */
export const ReportShared = defineEvent('ReportShared', { expiresAt: z.string() })
/** All links given out before lead nowhere. */
export const SharingEnded = defineEvent('SharingEnded', {})
export const ShareEvent = z.discriminatedUnion('type', [ReportShared, SharingEnded])
export type ShareEvent = z.infer<typeof ShareEvent>
