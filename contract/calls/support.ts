/** What staff with the role `support` may ask. To everybody else none of it exists (404). */
import { z } from 'zod'
import { defineCall } from '../call.ts'
import { outputFormats } from '../conversion.ts'
import { engines, switchReasons } from '../engine.ts'
import { Compatibility, Scores, Tally } from '../events/repair.ts'
import { looks, replayFailures, searches } from '../events/support.ts'
import { modes, planNames } from '../plans.ts'
import { stages } from '../quality.ts'
import { StageView } from './epub.ts'

const outcome = z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned'])
const status = z.enum(['unknown', 'processing', 'completed', 'failed', 'cancelled'])
/** What was asked for: `mode` of a repair, `to` of a conversion. */
const asked = {
  kind: z.enum(['repair', 'conversion']),
  mode: z.enum(modes).nullable(),
  to: z.enum(outputFormats).nullable(),
  plan: z.enum(planNames),
  bytes: z.number(),
}

/** One job in a list; whose it is stands in the job itself. */
export const SupportLine = z.object({
  jobId: z.string(),
  /** As people read it out: the first part of the id. */
  reference: z.string(),
  /** ISO. */
  at: z.string(),
  ...asked,
  status,
  outcome: outcome.optional(),
  /** Code of a repair's or a conversion's failure. */
  failure: z.string().optional(),
  found: z.number(),
  fixed: z.number(),
  engine: z.enum(engines).optional(),
  switches: z.number(),
})
export type SupportLine = z.infer<typeof SupportLine>

/** Most lines of one answer, newest first. */
export const mostLines = 100

/**
 * By what was typed: a job's id, its reference, an account's id, an e-mail; or by time. Posted, so that no address stands in a URL.
 */
export const supportFind = defineCall({
  method: 'POST',
  path: '/api/support/find',
  for: 'support',
  body: z.object({
    text: z.string().max(320).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  }),
  reply: z.object({
    /** Null where it could be none of them. */
    by: z.enum(searches).nullable(),
    jobs: z.array(SupportLine),
    /** Accounts found by id or e-mail, with what they have now. */
    accounts: z.array(z.object({ id: z.string(), email: z.string().nullable(), plan: z.enum(planNames) })),
  }),
})
export type Found = z.infer<typeof supportFind.reply>

/** `owner`: whose job it is. `staff`: another account, by address where it still has one. */
const Actor = z.object({ kind: z.enum(['system', 'owner', 'staff', 'unknown']), name: z.string().nullable() })

export const SupportEvent = z.object({
  /** Global, in order. */
  position: z.string(),
  /** `job`: the events that the job's own state is folded from; the rest happened beside it. */
  of: z.enum(['job', 'files', 'share', 'support', 'account']),
  type: z.string(),
  at: z.string(),
  actor: Actor,
  data: z.record(z.string(), z.unknown()),
  /** Version of the job's stream when this happened: which moment belongs to it. */
  moment: z.number(),
})
export type SupportEvent = z.infer<typeof SupportEvent>

/** The job as it stood after one of its events: `evolve` of the live view, without blob keys. */
export const Moment = z.object({
  version: z.number(),
  at: z.string(),
  status,
  stages: z.array(StageView),
  engine: z.enum(engines).optional(),
  engineSwitches: z.array(
    z.object({ from: z.enum(engines), to: z.enum(engines), reason: z.enum(switchReasons), at: z.string() }),
  ),
  found: z.number(),
  fixed: z.number(),
  errorsBefore: z.number().optional(),
  errorsAfter: z.number().optional(),
  warningsBefore: z.number().optional(),
  scoresBefore: Scores.optional(),
  scores: Scores.optional(),
  compatibility: Compatibility.optional(),
  outcome: outcome.optional(),
  judge: z.string().optional(),
  revision: z.number(),
  undone: z.array(z.number()),
  revising: z.boolean(),
  /** Of a conversion, in per cent; a repair has stages. */
  progress: z.number().optional(),
  failure: z.object({ code: z.string(), stage: z.enum(stages).optional(), reference: z.string() }).optional(),
})
export type Moment = z.infer<typeof Moment>

const Difference = z.object({
  /** The result is the same, byte for byte; null where there was no file on one side. */
  isSameFile: z.boolean().nullable(),
  /** What the first run and today's engine say, where they say different things. */
  lines: z.array(
    z.object({
      what: z.enum(['ending', 'engine', 'found', 'fixed', 'errorsBefore', 'errorsAfter', 'score', 'wordsKept', 'judge', 'bytes']),
      first: z.string(),
      today: z.string(),
    }),
  ),
  /** Kinds of findings whose number changed. */
  kinds: z.array(Tally.omit({ count: true }).extend({ first: z.number(), today: z.number() })),
})
export type Difference = z.infer<typeof Difference>

export const Replay = z.object({
  replay: z.number(),
  requestedAt: z.string(),
  by: Actor,
  status: z.enum(['running', 'done', 'failed']),
  endedAt: z.string().optional(),
  code: z.enum(replayFailures).optional(),
  outcome: outcome.optional(),
  difference: Difference.optional(),
})
export type Replay = z.infer<typeof Replay>

export const Note = z.object({
  noteId: z.string(),
  at: z.string(),
  by: Actor,
  /** Null once the account it was sealed for is gone. */
  text: z.string().nullable(),
})
export type Note = z.infer<typeof Note>

export const SupportJob = z.object({
  jobId: z.string(),
  reference: z.string(),
  /** Null for a job of the demo; the e-mail is null once the account is deleted. */
  owner: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
  fileName: z.string().nullable(),
  ...asked,
  /** Id of the batch that it came with. */
  batch: z.string().nullable(),
  filesDeleted: z.boolean(),
  /** ISO; null where there are no files. */
  keptUntil: z.string().nullable(),
  /** Newest last. `moments` has one for each event of the job's own stream, `moments[n]` after version n + 1. */
  events: z.array(SupportEvent),
  moments: z.array(Moment),
  /** The answer to "what happened to my book?", to be sent as it is. */
  summary: z.string(),
  /** Issues by number of the feature that owns them, as the book came. */
  byFeature: z.record(z.string(), z.number()),
  /** Findings of the result that stands by kind and fate. */
  tally: z.array(Tally),
  workflows: z.array(
    z.object({
      workflowId: z.string(),
      kind: z.enum(['repair', 'revision', 'replay', 'conversion']),
      /** In the Temporal UI, where one is configured. */
      url: z.string().nullable(),
    }),
  ),
  replays: z.array(Replay),
  notes: z.array(Note),
  looks: z.array(z.object({ at: z.string(), by: Actor, what: z.enum(looks) })),
})
export type SupportJob = z.infer<typeof SupportJob>

export const supportJob = defineCall({ method: 'GET', path: '/api/support/jobs/:jobId', for: 'support', reply: SupportJob })

export const mostNote = 4000
export const addNote = defineCall({
  method: 'POST',
  path: '/api/support/jobs/:jobId/notes',
  for: 'support',
  body: z.object({ text: z.string().trim().min(1).max(mostNote) }),
  reply: z.object({ noteId: z.string() }),
})

/** The kept upload once more through today's engine; not counted, and nothing of the job changes. 410 without files. */
export const askReplay = defineCall({
  method: 'POST',
  path: '/api/support/jobs/:jobId/replays',
  for: 'support',
  body: z.object({}),
  reply: z.object({ replay: z.number() }),
})

/** The workflow's history as Temporal's own JSON, as a file: `temporal workflow show --output json` has the same shape. */
export const workflowHistory = defineCall({
  method: 'GET',
  path: '/api/support/jobs/:jobId/history/:workflowId',
  for: 'support',
  reply: z.unknown(),
})
