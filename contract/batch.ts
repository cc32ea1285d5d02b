/** Books that are repaired together, as workflows, activities and the gateway know them. Plain data: workflows import it. */
import type { BatchEvent } from './events/batch.ts'
import { priorityKeys } from './job.ts'

export const batchStream = (batchId: string) => `batch-${batchId}`
export const batchWorkflowId = (batchId: string) => `batch-${batchId}`

/** Of a batch, at work at once: whoever sends one book meanwhile waits for no more than these. */
export const booksAtOnce = 2

/** A batch of which nothing is heard for so long gets no more books, in ms. */
export const batchPatience = 3_600_000

/** Input of the workflow `batch-{batchId}`; all else is told by the batch's stream. */
export interface BatchJob {
  readonly batchId: string
  /** Account id. */
  readonly owner: string
}

/** How the workflow of a batch is started, by whoever does it: starting twice is starting once. */
export const batchStart = (batch: BatchJob) =>
  ({
    workflowId: batchWorkflowId(batch.batchId),
    args: [batch] as [BatchJob],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    priority: { priorityKey: priorityKeys.low, fairnessKey: batch.owner },
    staticSummary: 'A batch of books, two at work at a time',
  }) as const

/** Carries a `RepairJob`; the same job again changes nothing. */
export const addBookSignal = 'addBook'
/** Carries a job's id: it does not begin, where it has not begun. */
export const dropBookSignal = 'dropBook'
/** The stream of the batch has something new. */
export const lookSignal = 'look'

/** What the workflow decides on; at most 50 ids. */
export interface BatchStanding {
  readonly count: number
  readonly books: readonly string[]
  /** No more books come. */
  readonly isClosed: boolean
  readonly isCancelled: boolean
}

export interface BatchState extends BatchStanding {
  readonly batchId: string
  /** Of the last event folded; 0 where there is no such batch. */
  readonly version: number
  readonly owner?: string
  /** ISO. */
  readonly openedAt?: string
  readonly endedAt?: string
  readonly archives: readonly { readonly key: string; readonly bytes: number; readonly files: number }[]
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
}

export const noBatch = (batchId: string): BatchState => ({
  batchId,
  version: 0,
  count: 0,
  books: [],
  isClosed: false,
  isCancelled: false,
  archives: [],
  completed: 0,
  failed: 0,
  cancelled: 0,
})

type Told = BatchEvent & { readonly version: number; readonly recordedAt: Date }

function tell(batch: BatchState, { type, data, recordedAt }: Told): BatchState {
  switch (type) {
    case 'BatchOpened':
      return { ...batch, ...data, openedAt: recordedAt.toISOString() }
    case 'BookAdded':
      return batch.books.includes(data.jobId) ? batch : { ...batch, books: [...batch.books, data.jobId] }
    case 'BatchClosed':
      return { ...batch, isClosed: true }
    case 'BatchCancelled':
      return { ...batch, isClosed: true, isCancelled: true }
    case 'BatchCompleted':
      return { ...batch, ...data, isClosed: true, endedAt: recordedAt.toISOString() }
    default:
      return batch
  }
}

export const evolveBatch = (batch: BatchState, event: Told): BatchState => {
  const told = tell(batch, event)
  return { ...told, isClosed: told.isClosed || told.books.length >= told.count, version: event.version }
}

export const foldBatch = (batchId: string, events: readonly { readonly type: string; readonly data: unknown }[]): BatchState =>
  (events as readonly Told[]).reduce(evolveBatch, noBatch(batchId))

/** One that was closed before a book came has nothing to wait for. */
export const batchStatus = ({ endedAt, isClosed, isCancelled, books }: BatchState) =>
  endedAt !== undefined || (isClosed && books.length === 0) ? (isCancelled ? 'cancelled' : 'completed') : 'processing'
