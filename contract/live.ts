import { z } from 'zod'
import { aiSwitchReasons, engines, switchReasons } from './engine.ts'
import { Compatibility, Scores } from './events/repair.ts'
import { issueSeverities, stageStatuses, stages } from './quality.ts'

/** What a browser can follow by its id. */
export const subjects = ['repair', 'conversion', 'conversion-batch'] as const
export type Subject = (typeof subjects)[number]

/** Browser to server over `/ws`. `after`: last `seq` seen; 0 sends all. Ids are UUIDs, 100 a socket. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    jobId: z.uuid(),
    after: z.int().nonnegative().default(0),
    /** What the id is of. */
    of: z.enum(subjects).default('repair'),
  }),
  z.object({ type: z.literal('unsubscribe'), jobId: z.uuid() }),
])
export type ClientMessage = z.input<typeof ClientMessage>

const Glimpse = z.object({ feature: z.number(), id: z.string(), severity: z.enum(issueSeverities) })

/** Server to browser: each event of the job's stream gives exactly one; `seq` is its version there. */
const live = <T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ jobId: z.string(), seq: z.number(), at: z.string(), type: z.literal(type), data: z.object(data) })

export const ProgressMessage = live('progress', {
  stage: z.enum(stages),
  status: z.enum(stageStatuses),
  progress: z.number(),
  message: z.string(),
  /** Only when the job failed or was cancelled. */
  ended: z.enum(['failed', 'cancelled']).optional(),
  reference: z.string().optional(),
})
export const EngineSwitchMessage = live('engine-switch', {
  engine: z.enum(engines),
  /** `model`: the language model was left, the engine goes on without it. */
  from: z.enum([...engines, 'model']),
  reason: z.enum([...switchReasons, ...aiSwitchReasons]),
  message: z.string(),
})
export const QualityUpdateMessage = live('quality-update', {
  score: z.number(),
  scores: Scores,
  compatibility: Compatibility,
})
export const IssuesUpdateMessage = live('issues-update', {
  found: z.number(),
  fixed: z.number(),
  latest: z.array(Glimpse),
})
export const CompleteMessage = live('complete', {
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']),
  found: z.number(),
  fixed: z.number(),
  engine: z.enum(engines).optional(),
})

/** After the end of a job: another version of its result. */
export const RevisionMessage = live('revision', {
  revision: z.number(),
  status: z.enum(['processing', 'completed', 'failed']),
})

const endings = ['processing', 'completed', 'failed', 'cancelled'] as const

/** One conversion, alone or of a batch. */
export const ConversionMessage = live('conversion', {
  status: z.enum(endings),
  progress: z.number(),
  message: z.string(),
  reference: z.string().optional(),
})
/** A batch of conversions: how many of its files have ended, and how. */
export const ConversionBatchMessage = live('conversion-batch', {
  status: z.enum(endings),
  total: z.number(),
  completed: z.number(),
  failed: z.number(),
  message: z.string(),
})

export const LiveMessage = z.discriminatedUnion('type', [
  ProgressMessage,
  EngineSwitchMessage,
  QualityUpdateMessage,
  IssuesUpdateMessage,
  CompleteMessage,
  RevisionMessage,
  ConversionMessage,
  ConversionBatchMessage,
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Sent for a subscription that cannot be kept; no event stands behind it. */
export const SocketRefusal = z.object({ type: z.literal('refused'), jobId: z.string(), error: z.string() })
export type SocketRefusal = z.infer<typeof SocketRefusal>
