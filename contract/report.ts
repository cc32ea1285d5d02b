import { z } from 'zod'
import { Scores } from './events/repair.ts'
import { BookMetadata } from './metadata.ts'
import { issueSeverities, issueStatuses, issueTypes, platforms } from './quality.ts'

const count = z.int().nonnegative()

export const Issue = z.object({
  /** Number in the report, 1, 2, 3 … */
  number: count,
  /** EPUBCheck message id or platform rule id. */
  code: z.string(),
  rule: z.string().optional(),
  feature: count,
  type: z.enum(issueTypes),
  severity: z.enum(issueSeverities),
  path: z.string(),
  line: count,
  column: count,
  message: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  why: z.string(),
  status: z.enum(issueStatuses),
  /** Why it was left or is offered. */
  reason: z.string().optional(),
  platforms: z.array(z.enum(platforms)),
})
export type Issue = z.infer<typeof Issue>

export const PlatformFinding = z.object({
  rule: z.string(),
  level: z.enum(['blocks', 'warns', 'informs']),
  message: z.string(),
  limit: z.string().optional(),
  measured: z.string().optional(),
  path: z.string().optional(),
})
export type PlatformFinding = z.infer<typeof PlatformFinding>

export const VerdictSummary = z.object({
  judge: z.string(),
  valid: z.boolean(),
  fatals: count,
  errors: count,
  warnings: count,
})
export type VerdictSummary = z.infer<typeof VerdictSummary>

/** The full findings of a job with before and after. A blob that ends with the files; events never hold it. */
export const Report = z.object({
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']),
  engine: z.enum(['primary', 'backup', 'emergency']).optional(),
  before: VerdictSummary,
  after: VerdictSummary.optional(),
  metadata: z.object({ title: z.string().optional(), author: z.string().optional(), language: z.string().optional() }),
  version: z.string().optional(),
  /** All that can be edited, for plans that may edit it. */
  about: BookMetadata.optional(),
  words: z.object({ before: count, after: count }),
  resources: z.object({ before: count, after: count }),
  /** What bytes are truly gone, by container path. */
  lost: z.array(z.string()),
  sha256Before: z.string(),
  sha256After: z.string().optional(),
  scores: z.object({ before: Scores, after: Scores }),
  platforms: z.record(z.enum(platforms), z.object({ compatible: z.boolean(), findings: z.array(PlatformFinding) })),
  issues: z.array(Issue),
  /** What can be done on request, and what only its author can: neither was done, neither counts as an issue. */
  offers: z.array(Issue).optional(),
  /** Findings beyond what a record shows, by feature. */
  more: z.array(z.object({ feature: count, code: z.string(), count })),
  seconds: z.number(),
})
export type Report = z.infer<typeof Report>
