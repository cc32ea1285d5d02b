import { z } from 'zod'
import { defineCall } from '../call.ts'
import { aiSwitchReasons, engines } from '../engine.ts'
import { Compatibility, Scores } from '../events/repair.ts'
import { modes } from '../plans.ts'
import { stageStatuses, stages, trends } from '../quality.ts'
import { Report } from '../report.ts'

/** Header that carries the job's UUID, minted by the browser; the same id again is the same job. */
export const jobIdHeader = 'X-Job-Id'
/** Form field beside the file. */
export const modeField = 'mode'
/** How long the call waits for the result before it answers 202, in ms. */
export const processWait = 50_000

const outcome = z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned'])

export const ProcessingResult = z.object({
  jobId: z.string(),
  status: z.literal('completed'),
  outcome,
  /** 0–100, after the repair. */
  qualityScore: z.number(),
  compatibility: Compatibility,
  errors: z.array(z.object({ message: z.string(), severity: z.string().default('major'), fixed: z.boolean() })),
  /** Absent for a scan. */
  downloadUrl: z.string().optional(),
})
export type ProcessingResult = z.infer<typeof ProcessingResult>
export const Processing = z.object({ jobId: z.string(), status: z.literal('processing') })

/** Multipart: the file and `mode`. 200 with the result, or 202 after `processWait`. */
export const processGuaranteed = defineCall({
  method: 'POST',
  path: '/api/epub/process-guaranteed',
  for: 'signed-in',
  reply: z.discriminatedUnion('status', [ProcessingResult, Processing]),
})

export const StageView = z.object({ id: z.enum(stages), status: z.enum(stageStatuses), progress: z.number() })

export const JobRecord = z.object({
  jobId: z.string(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  fileName: z.string(),
  bytes: z.number(),
  mode: z.enum(modes),
  createdAt: z.string(),
  endedAt: z.string().optional(),
  /** Last `seq` of the job's stream that this record holds. */
  seq: z.number(),
  stages: z.array(StageView),
  engine: z.enum(engines).optional(),
  engineSwitches: z.array(z.object({ from: z.enum(engines), to: z.enum(engines), reason: z.string() })),
  found: z.number(),
  fixed: z.number(),
  outcome: outcome.optional(),
  scores: Scores.optional(),
  trend: z.enum(trends).optional(),
  compatibility: Compatibility.optional(),
  downloadUrl: z.string().optional(),
  /** Why it failed, in words, with the reference that support can search. */
  error: z.string().optional(),
  reference: z.string().optional(),
  /** Which version of the result this is: 0 as it was repaired, then one more for each undo and edit. */
  revision: z.number(),
  /** Features taken back in this version. */
  undone: z.array(z.number()),
  /** Suggestions that are done in this version, and those that were refused. */
  picked: z.array(z.string()),
  refused: z.array(z.string()),
  /** Why the language model was left for our own statistics; absent where it was not. */
  aiSwitch: z.enum(aiSwitchReasons).optional(),
  /** A further version is being made. */
  revising: z.boolean(),
  /** The files were deleted; what follows from the report is absent then. */
  filesDeleted: z.boolean(),
  metadata: z.object({ title: z.string(), author: z.string() }),
  issues: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), code: z.string(), message: z.string() })),
  aiAnalysis: z.object({ contentQuality: z.number(), recommendations: z.array(z.string()) }).optional(),
  report: Report.optional(),
})
export type JobRecord = z.infer<typeof JobRecord>

export const job = defineCall({ method: 'GET', path: '/api/epub/:jobId', for: 'signed-in', reply: JobRecord })

export const cancelJob = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/cancel',
  for: 'signed-in',
  body: z.object({}),
  reply: z.object({ jobId: z.string() }),
})

/** "Delete now": upload, result and report of a job that has ended go at once. 409 while it is at work. */
export const deleteJobFiles = defineCall({
  method: 'DELETE',
  path: '/api/epub/:jobId/files',
  for: 'signed-in',
  reply: z.object({ jobId: z.string(), filesDeleted: z.literal(true) }),
})

/** Streams the repaired file; 402 on the free plan; Range and HEAD. */
export const download = defineCall({ method: 'GET', path: '/api/epub/:jobId/download', for: 'signed-in', reply: z.unknown() })
