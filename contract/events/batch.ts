import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { planNames } from '../plans.ts'

const count = z.int().nonnegative()

/** Books that are repaired together: `batch-{batchId}`. Each has a job and a stream of its own; here stands what belongs together. */
export const BatchOpened = defineEvent('BatchOpened', {
  owner: z.string(),
  /** How many books were announced; no more than so many come. */
  count,
  plan: z.enum(planNames),
})
/** Appended at the stream's version, right before the job is recorded. */
export const BookAdded = defineEvent('BookAdded', { jobId: z.string() })
/** No more books come: the person said so, or nothing was heard for long. */
export const BatchClosed = defineEvent('BatchClosed', { by: z.enum(['person', 'time']) })
/** By the person. Books at work stop, those that wait do not begin, those that are done stay. */
export const BatchCancelled = defineEvent('BatchCancelled', {})
export const BatchCompleted = defineEvent('BatchCompleted', {
  /** Of all results and the summary; several where one would be too large. Blob keys. */
  archives: z.array(z.strictObject({ key: z.string(), bytes: count, files: count })).max(20),
  completed: count,
  failed: count,
  cancelled: count,
})

export const BatchEvent = z.discriminatedUnion('type', [BatchOpened, BookAdded, BatchClosed, BatchCancelled, BatchCompleted])
export type BatchEvent = z.infer<typeof BatchEvent>
