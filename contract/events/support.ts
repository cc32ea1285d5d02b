/** What support does about a job, apart from the job itself: nothing here changes anything of the owner's. */
import { z } from 'zod'
import { engines } from '../engine.ts'
import { defineEvent } from '../event.ts'
import { failures } from '../refusal.ts'
import { Compatibility, Scores, Tally } from './repair.ts'

/** Notes and replays of one job; who wrote or asked is the event's actor. */
export const supportStream = (jobId: string) => `support-${jobId}`

const count = z.int().nonnegative()

/** What was typed is sealed with the key of `sealedFor` (base64): it becomes noise when that account is deleted. */
export const NoteAdded = defineEvent('NoteAdded', { noteId: z.string(), sealedFor: z.string(), sealed: z.string() })

/** The kept upload is to be repaired once more by today's engine. */
export const ReplayRequested = defineEvent('ReplayRequested', { replay: z.int().positive() })
/** What today's engine made of it, as numbers and ids; its file was thrown away. */
export const ReplayFinished = defineEvent('ReplayFinished', {
  replay: z.int().positive(),
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']),
  engine: z.enum(engines).optional(),
  found: count,
  fixed: count,
  errorsBefore: count,
  errorsAfter: count,
  wordsKept: z.boolean(),
  judge: z.string(),
  sha256After: z.string().optional(),
  resultBytes: count.optional(),
  scores: Scores,
  compatibility: Compatibility,
  tally: z.array(Tally).max(300),
})
/** It ended without a result; `files-gone`: the upload was deleted before it was read. */
export const replayFailures = [...(Object.keys(failures) as (keyof typeof failures)[]), 'files-gone'] as const
export type ReplayFailure = (typeof replayFailures)[number]
export const ReplayFailed = defineEvent('ReplayFailed', { replay: z.int().positive(), code: z.enum(replayFailures) })

export const SupportEvent = z.discriminatedUnion('type', [NoteAdded, ReplayRequested, ReplayFinished, ReplayFailed])
export type SupportEvent = z.infer<typeof SupportEvent>

/** Who of the staff looked at a job, by actor; within a minute the same look is one. */
export const looksStream = (jobId: string) => `looks-${jobId}`
export const looks = ['job', 'history'] as const
export const JobLookedAt = defineEvent('JobLookedAt', { what: z.enum(looks) })

/** What one member of the staff searched for: by what, never what was typed. */
export const searchesStream = (staff: string) => `searches-${staff}`
export const searches = ['job', 'reference', 'account', 'email', 'time', 'refunds'] as const
export const SupportSearched = defineEvent('SupportSearched', { by: z.enum(searches), found: count })

export const LookEvent = z.discriminatedUnion('type', [JobLookedAt, SupportSearched])
export type LookEvent = z.infer<typeof LookEvent>
