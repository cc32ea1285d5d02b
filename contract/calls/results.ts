import { z } from 'zod'
import { defineCall } from '../call.ts'
import { engines } from '../engine.ts'
import { Compatibility, Scores, Tally } from '../events/repair.ts'
import { MetadataEdits } from '../metadata.ts'
import { modes } from '../plans.ts'
import { mostSuggestions } from '../revision.ts'

/** `completed`: the new version is there. `processing`: it is still at work; ask the job. `failed`: the result is as it was. */
const Revised = z.object({
  jobId: z.string(),
  revision: z.number(),
  status: z.enum(['completed', 'processing', 'failed']),
  /** Why it failed, in words; the field of the form it is about. */
  error: z.string().optional(),
  field: z.string().optional(),
})
export type Revised = z.infer<typeof Revised>

const feature = z.int().min(1).max(37)

/** Takes back what one feature did: a new version of the result without it. Costs nothing of the plan. */
export const undoFeature = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/undo',
  for: 'signed-in',
  body: z.object({ feature }),
  reply: Revised,
})

/** Does again what was taken back. */
export const redoFeature = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/redo',
  for: 'signed-in',
  body: z.object({ feature }),
  reply: Revised,
})

export const decisions = ['accept', 'refuse', 'open'] as const
export type Decision = (typeof decisions)[number]

/**
 * What a person decided on suggestions, by their ids (`report.offers`). What is accepted makes a new version of the result,
 * as does taking back what was accepted before; what is refused is not suggested again. `text`: the person's own words.
 */
export const decideSuggestions = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/suggestions',
  for: 'signed-in',
  body: z.object({
    decisions: z
      .array(z.object({ id: z.string().max(100), decision: z.enum(decisions), text: z.string().max(4000).optional() }))
      .min(1)
      .max(mostSuggestions),
  }),
  reply: Revised,
})

/** A new version of the result with other metadata; 403 on the free plan. */
export const editMetadata = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/metadata',
  for: 'signed-in',
  body: MetadataEdits,
  reply: Revised,
})

/** Multipart: one picture of at most 10 MB. The id goes into the edits. */
export const uploadCover = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/cover',
  for: 'signed-in',
  reply: z.object({ cover: z.string() }),
})

/** What can be saved beside the book: `html` and `json` are our report, the others what the checker said. */
export const reportForms = ['html', 'json', 'epubcheck-before', 'epubcheck-after'] as const
export type ReportForm = (typeof reportForms)[number]

/** Streams one of them; 402 for the report of a repair while the plan is free, 410 when the files are gone. */
export const reportFile = defineCall({
  method: 'GET',
  path: '/api/epub/:jobId/report/:form',
  for: 'signed-in',
  reply: z.unknown(),
})

export const shareReport = defineCall({
  method: 'POST',
  path: '/api/epub/:jobId/share',
  for: 'signed-in',
  body: z.object({}),
  /** Path of the page; ISO. */
  reply: z.object({ path: z.string(), expiresAt: z.string() }),
})

/** Every link that was given out for this job leads nowhere from now on. */
export const endSharing = defineCall({
  method: 'DELETE',
  path: '/api/epub/:jobId/share',
  for: 'signed-in',
  reply: z.object({ jobId: z.string() }),
})

/** How long a shared report can be read, in days. */
export const sharedFor = 30

/** Numbers and ids: no word of the book, and no name. */
export const SharedReport = z.object({
  madeAt: z.string(),
  expiresAt: z.string(),
  mode: z.enum(modes),
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']),
  engine: z.enum(engines).optional(),
  judge: z.string(),
  bytes: z.number(),
  found: z.number(),
  fixed: z.number(),
  errorsBefore: z.number(),
  errorsAfter: z.number(),
  scores: z.object({ before: Scores, after: Scores }).optional(),
  compatibility: Compatibility.optional(),
  tally: z.array(Tally),
  sha256Before: z.string(),
  sha256After: z.string().optional(),
})
export type SharedReport = z.infer<typeof SharedReport>

/** For everybody who has the link. */
export const sharedReport = defineCall({ method: 'GET', path: '/api/share/:token', for: 'everyone', reply: SharedReport })
export const sharePath = (token: string) => `/report/${token}`
