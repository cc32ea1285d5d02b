import { z } from 'zod'
import {
  type ConversionFailure,
  chapterDetections,
  conversionFailures,
  imageQualities,
  manuscriptKinds,
  outputFormats,
} from '../conversion.ts'
import { defineEvent } from '../event.ts'
import { planNames } from '../plans.ts'

export const conversionStream = (jobId: string) => `conversion-${jobId}`
/** Another prefix than a single conversion's, so that no stream belongs to both. */
export const conversionBatchStream = (batchId: string) => `conversions-${batchId}`

const count = z.int().nonnegative()

export const Options = z.strictObject({
  preserveFormatting: z.boolean(),
  includeMetadata: z.boolean(),
  generateTOC: z.boolean(),
  chapterDetection: z.enum(chapterDetections),
  imageQuality: z.number().min(imageQualities.least).max(imageQualities.most),
  embedFonts: z.boolean(),
})

const asked = { owner: z.string(), plan: z.enum(planNames), to: z.enum(outputFormats), options: Options }
/** Blob key of the manuscript, and what its name says it is. */
const manuscript = { upload: z.string(), bytes: count, kind: z.enum(manuscriptKinds).optional() }

export const ConversionRequested = defineEvent('ConversionRequested', {
  ...asked,
  ...manuscript,
  /** The batch that it is part of. */
  batch: z.string().optional(),
})
export const ConversionStarted = defineEvent('ConversionStarted', { attempt: count })
export const ConversionProgressed = defineEvent('ConversionProgressed', { attempt: count, progress: z.number().min(0).max(100) })
export const ConversionCompleted = defineEvent('ConversionCompleted', {
  /** Blob keys. */
  result: z.string(),
  report: z.string(),
  bytes: count,
  sha256: z.string(),
  words: count,
  chapters: count,
  /** Things that could not be kept; the sentences are in the report. */
  remarks: count,
  /** Of the book that was made; absent for other formats, and where the checker gave no answer. */
  verdict: z.strictObject({ errors: count, warnings: count, judge: z.string() }).optional(),
})
export const ConversionFailed = defineEvent('ConversionFailed', {
  code: z.enum(Object.keys(conversionFailures) as [ConversionFailure, ...ConversionFailure[]]),
  /** Short code that a person can read out to support. */
  reference: z.string(),
})
export const ConversionCancelled = defineEvent('ConversionCancelled', {})

export const ConversionEvent = z.discriminatedUnion('type', [
  ConversionRequested,
  ConversionStarted,
  ConversionProgressed,
  ConversionCompleted,
  ConversionFailed,
  ConversionCancelled,
])
export type ConversionEvent = z.infer<typeof ConversionEvent>

/** The whole batch in one append: it was taken in, or it was not. */
export const ConversionBatchRequested = defineEvent('ConversionBatchRequested', {
  ...asked,
  files: z.array(z.strictObject({ jobId: z.string(), ...manuscript })).max(20),
})
/** One of the files has ended; how is told by its own stream, too. */
export const ConversionBatchProgressed = defineEvent('ConversionBatchProgressed', {
  jobId: z.string(),
  outcome: z.enum(['completed', 'failed', 'cancelled']),
})
export const ConversionBatchCompleted = defineEvent('ConversionBatchCompleted', {
  completed: count,
  failed: count,
  /** Blob key of the archive with all results and a summary. */
  archive: z.string(),
  bytes: count,
})
/** None of the files became anything. */
export const ConversionBatchFailed = defineEvent('ConversionBatchFailed', { failed: count, reference: z.string() })
export const ConversionBatchCancelled = defineEvent('ConversionBatchCancelled', { completed: count, failed: count })

export const ConversionBatchEvent = z.discriminatedUnion('type', [
  ConversionBatchRequested,
  ConversionBatchProgressed,
  ConversionBatchCompleted,
  ConversionBatchFailed,
  ConversionBatchCancelled,
])
export type ConversionBatchEvent = z.infer<typeof ConversionBatchEvent>
