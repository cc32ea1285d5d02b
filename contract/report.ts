import { z } from 'zod'
import { aiEngines, aiSwitchReasons } from './engine.ts'
import { Scores } from './events/repair.ts'
import { BookMetadata } from './metadata.ts'
import { issueSeverities, issueStatuses, issueTypes, platforms } from './quality.ts'

const count = z.int().nonnegative()

/** What a language model was asked about a book, and what it cost. Sizes, none of the words. */
export const AiUse = z.object({
  /** `offline` where no answer could be used. */
  engine: z.enum(aiEngines),
  /** Name of the model; absent where none is configured. */
  model: z.string().optional(),
  /** Why it was left before all was asked. */
  left: z.enum(aiSwitchReasons).optional(),
  answered: count,
  /** Answers that could not be believed. */
  disbelieved: count,
  /** What was sent, by feature: attempts, characters of the book, pictures. */
  asked: z.array(z.object({ feature: count, questions: count, characters: count, pictures: count })),
  pictureBytes: count,
  tokensIn: count,
  tokensOut: count,
  /** US dollars; absent where no prices are known. */
  cost: z.number().optional(),
  /** Time spent waiting for it, in ms. */
  waited: count,
})
export type AiUse = z.infer<typeof AiUse>

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
  /** Of what can be accepted one by one: stable for the same book and suggestion. */
  id: z.string().optional(),
  /** Who suggests it, and how likely it is right, 0 to 1; absent where it follows from the rules of EPUB alone. */
  by: z.enum(aiEngines).optional(),
  confidence: z.number().optional(),
  /** `after` is words that a person may put better. */
  editable: z.boolean().optional(),
  /** Container path of the picture that it is about. */
  picture: z.string().optional(),
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
  /** What to do next and how good the text is, 0 to 1; absent where it was not measured. */
  advice: z.object({ contentQuality: z.number(), recommendations: z.array(z.string()), by: z.enum(aiEngines) }).optional(),
  /** Who made the suggestions, and what a model was asked for them; absent where none were made. */
  ai: AiUse.optional(),
  /** Findings beyond what a record shows, by feature. */
  more: z.array(z.object({ feature: count, code: z.string(), count })),
  seconds: z.number(),
})
export type Report = z.infer<typeof Report>
