import { z } from 'zod'
import { engines, switchReasons } from './engine.ts'
import { Compatibility, Scores } from './events/repair.ts'
import { issueSeverities, stageStatuses, stages } from './quality.ts'

/** Browser to server over `/ws`. `after`: last `seq` seen; 0 sends all. Ids are UUIDs, 100 a socket. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), jobId: z.uuid(), after: z.int().nonnegative().default(0) }),
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
  from: z.enum(engines),
  reason: z.enum(switchReasons),
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

export const LiveMessage = z.discriminatedUnion('type', [
  ProgressMessage,
  EngineSwitchMessage,
  QualityUpdateMessage,
  IssuesUpdateMessage,
  CompleteMessage,
  RevisionMessage,
])
export type LiveMessage = z.infer<typeof LiveMessage>

/** Sent for a subscription that cannot be kept; no event stands behind it. */
export const SocketRefusal = z.object({ type: z.literal('refused'), jobId: z.string(), error: z.string() })
export type SocketRefusal = z.infer<typeof SocketRefusal>
