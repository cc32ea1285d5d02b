import { z } from 'zod'
import { defineCall } from '../call.ts'
import { manuscriptKinds, outputFormats } from '../conversion.ts'
import { Options } from '../events/convert.ts'

/** Form fields beside the file or files; options are JSON, what is absent in them is as by default. */
export const outputFormatField = 'outputFormat'
export const optionsField = 'options'
/** How long `convert` waits for the result before it answers 202, in ms. */
export const conversionWait = 50_000

export const AskedOptions = Options.partial()

/** For everybody. `value` of an input is the ending of its files' names. */
export const formats = defineCall({
  method: 'GET',
  path: '/api/converter/formats',
  for: 'everyone',
  reply: z.object({
    input: z.array(z.object({ value: z.enum(manuscriptKinds), label: z.string() })),
    output: z.array(z.object({ value: z.enum(outputFormats), label: z.string(), premium: z.boolean() })),
  }),
})
export type Formats = z.infer<typeof formats.reply>

const status = z.enum(['processing', 'completed', 'failed', 'cancelled'])

export const ConversionHistoryItem = z.object({
  id: z.string(),
  fileName: z.string(),
  createdAt: z.string(),
  status,
  outputFormat: z.enum(outputFormats),
  /** The batch that it is part of. */
  batchId: z.string().optional(),
  /** Why it failed, in words. */
  error: z.string().optional(),
  downloadUrl: z.string().optional(),
})
export type ConversionHistoryItem = z.infer<typeof ConversionHistoryItem>

/** Newest first, at most 50, as long as their files are kept. */
export const conversionHistory = defineCall({
  method: 'GET',
  path: '/api/converter/history',
  for: 'signed-in',
  reply: z.object({ history: z.array(ConversionHistoryItem) }),
})

export const Conversion = z.object({
  jobId: z.string(),
  status,
  fileName: z.string(),
  outputFormat: z.enum(outputFormats),
  batchId: z.string().optional(),
  createdAt: z.string(),
  endedAt: z.string().optional(),
  /** Last `seq` of the job's stream that this holds. */
  seq: z.number(),
  /** 0–100. */
  progress: z.number(),
  /** Absent until it is done, and once its files are deleted. */
  downloadUrl: z.string().optional(),
  resultName: z.string().optional(),
  bytes: z.number().optional(),
  words: z.number().optional(),
  chapters: z.number().optional(),
  /** A sentence for whatever could not be kept. */
  warnings: z.array(z.string()),
  /** What the checker says of the book that was made. */
  verdict: z.object({ errors: z.number(), warnings: z.number(), judge: z.string() }).optional(),
  error: z.string().optional(),
  reference: z.string().optional(),
  filesDeleted: z.boolean(),
})
export type Conversion = z.infer<typeof Conversion>

/** Multipart: the file, `outputFormat`, `options`. Header `X-Job-Id` as for a repair. 200 with `downloadUrl`, or 202 after `conversionWait`. */
export const convert = defineCall({ method: 'POST', path: '/api/converter/convert', for: 'signed-in', reply: Conversion })

export const conversion = defineCall({
  method: 'GET',
  path: '/api/converter/jobs/:jobId',
  for: 'signed-in',
  reply: Conversion,
})

export const cancelConversion = defineCall({
  method: 'POST',
  path: '/api/converter/jobs/:jobId/cancel',
  for: 'signed-in',
  body: z.object({}),
  reply: z.object({ jobId: z.string() }),
})

/** "Delete now": of one file of a batch, the batch's archive goes with it. 409 while it is at work. */
export const deleteConversionFiles = defineCall({
  method: 'DELETE',
  path: '/api/converter/jobs/:jobId/files',
  for: 'signed-in',
  reply: z.object({ jobId: z.string(), filesDeleted: z.literal(true) }),
})

export const downloadConversion = defineCall({
  method: 'GET',
  path: '/api/converter/jobs/:jobId/download',
  for: 'signed-in',
  reply: z.unknown(),
})

/** Multipart: repeated files, `outputFormat`, `options`. 403 where the plan has no batches of that size. */
export const convertBatch = defineCall({
  method: 'POST',
  path: '/api/converter/batch',
  for: 'signed-in',
  reply: z.object({ jobId: z.string(), totalFiles: z.number() }),
})

export const BatchStatus = z.object({
  jobId: z.string(),
  /** `completed` as soon as one file came out; `failed` when none did. */
  status,
  outputFormat: z.enum(outputFormats),
  totalFiles: z.number(),
  completedFiles: z.number(),
  failedFiles: z.number(),
  /** The archive with all results and a summary. */
  downloadUrl: z.string().optional(),
  /** Last `seq` of the batch's stream that this holds. */
  seq: z.number(),
  /** In the order in which they were sent. */
  files: z.array(
    z.object({
      jobId: z.string(),
      fileName: z.string(),
      status: z.enum(['waiting', 'processing', 'completed', 'failed', 'cancelled']),
      progress: z.number(),
      error: z.string().optional(),
      downloadUrl: z.string().optional(),
    }),
  ),
  filesDeleted: z.boolean(),
})
export type BatchStatus = z.infer<typeof BatchStatus>

export const batchStatus = defineCall({
  method: 'GET',
  path: '/api/converter/batch/:jobId/status',
  for: 'signed-in',
  reply: BatchStatus,
})

/** What is at work or waits is cancelled; what came out stays. */
export const cancelConversionBatch = defineCall({
  method: 'POST',
  path: '/api/converter/batch/:jobId/cancel',
  for: 'signed-in',
  body: z.object({}),
  reply: z.object({ jobId: z.string() }),
})

export const downloadConversionBatch = defineCall({
  method: 'GET',
  path: '/api/converter/batch/:jobId/download',
  for: 'signed-in',
  reply: z.unknown(),
})
