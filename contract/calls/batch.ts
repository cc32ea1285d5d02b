import { z } from 'zod'
import { defineCall } from '../call.ts'
import { modes } from '../plans.ts'
import { StageView } from './epub.ts'

/** Header of `process-guaranteed`: the book belongs to this batch. */
export const batchIdHeader = 'X-Batch-Id'

/** Announces that many books; each is then sent by its own `process-guaranteed`. */
export const openBatch = defineCall({
  method: 'POST',
  path: '/api/epub/batch',
  for: 'signed-in',
  body: z.object({ count: z.int().positive() }),
  reply: z.object({ batchId: z.string(), count: z.number() }),
})

const status = z.enum(['processing', 'completed', 'cancelled'])

export const BatchLine = z.object({
  batchId: z.string(),
  createdAt: z.string(),
  status,
  count: z.number(),
  /** Books that arrived, and what became of them. */
  arrived: z.number(),
  completed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
})
export type BatchLine = z.infer<typeof BatchLine>

/** Newest first, at most 10. */
export const batches = defineCall({ method: 'GET', path: '/api/epub/batch', for: 'signed-in', reply: z.array(BatchLine) })

export const BatchBook = z.object({
  jobId: z.string(),
  fileName: z.string(),
  bytes: z.number(),
  mode: z.enum(modes),
  /** `waiting`: for its turn. */
  status: z.enum(['waiting', 'processing', 'completed', 'failed', 'cancelled']),
  /** Last `seq` of the job's stream that this line holds. */
  seq: z.number(),
  stages: z.array(StageView),
  found: z.number(),
  fixed: z.number(),
  outcome: z.enum(['sound', 'valid', 'improved', 'unchanged', 'scanned']).optional(),
  downloadUrl: z.string().optional(),
  /** Why it failed, in words, with the reference that support can search. */
  error: z.string().optional(),
  reference: z.string().optional(),
  filesDeleted: z.boolean(),
})
export type BatchBook = z.infer<typeof BatchBook>

export const BatchRecord = z.object({
  batchId: z.string(),
  status,
  createdAt: z.string(),
  endedAt: z.string().optional(),
  /** How many were announced. */
  count: z.number(),
  /** More books may come. */
  isOpen: z.boolean(),
  isCancelled: z.boolean(),
  /** In the order in which they arrived. */
  books: z.array(BatchBook),
  /** One archive, or several past 4 GB; none while books are at work, and none once one of the books was deleted. */
  downloads: z.array(z.object({ url: z.string(), bytes: z.number(), files: z.number() })),
})
export type BatchRecord = z.infer<typeof BatchRecord>

const path = '/api/epub/batch/:batchId'
export const batch = defineCall({ method: 'GET', path, for: 'signed-in', reply: BatchRecord })

/** Streams the archive; `?part=2` the second, where there are several; Range and HEAD. */
export const downloadBatch = defineCall({ method: 'GET', path: `${path}/download`, for: 'signed-in', reply: z.unknown() })

const change = { method: 'POST', for: 'signed-in', body: z.object({}), reply: z.object({ batchId: z.string() }) } as const

/** No more books come: it ends with those that arrived. */
export const finishBatch = defineCall({ ...change, path: `${path}/finish` })
export const cancelBatch = defineCall({ ...change, path: `${path}/cancel` })

/** "Delete now" for the archive and every book of it. 409 while one is at work. */
export const deleteBatchFiles = defineCall({
  method: 'DELETE',
  path: `${path}/files`,
  for: 'signed-in',
  reply: z.object({ batchId: z.string(), filesDeleted: z.literal(true) }),
})
