import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  condition,
  defineQuery,
  defineSignal,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import {
  addBookSignal,
  type BatchJob,
  type BatchStanding,
  batchPatience,
  booksAtOnce,
  dropBookSignal,
  lookSignal,
} from '../contract/batch.ts'
import { type RepairJob, repairStart } from '../contract/job.ts'
import { worthMail } from '../contract/mail.ts'
import { attributes } from './attributes.ts'
import { order } from './mail.ts'
import { repair } from './repair.ts'

const { batchStanding, closeBatch, recordBatchCancellation, hasEnded, recordFailure, recordCancellation, settle } =
  proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  })

/** Up to 10 GB are copied. */
const { packBatch } = proxyActivities<Activities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

export const addBook = defineSignal<[RepairJob]>(addBookSignal)
export const dropBook = defineSignal<[string]>(dropBookSignal)
export const look = defineSignal(lookSignal)

export interface BatchProgress {
  readonly count: number
  readonly arrived: number
  readonly waiting: number
  readonly running: number
  readonly ended: number
}

export const batchProgressQuery = defineQuery<BatchProgress>('progress')

/** Signals may be lost with the process that meant to send them, so the batch's stream is read now and then, too. */
const lookEvery = 60_000

/**
 * The parent of a batch: gives each book its own repair, two at a time, and packs what came out. What belongs to the batch
 * is told by its stream; should this workflow be ended from outside, the repairs at work go on by themselves.
 */
export async function repairBatch(batch: BatchJob): Promise<{ readonly completed: number; readonly failed: number }> {
  const { batchId } = batch
  const known = new Set<string>()
  const dropped = new Set<string>()
  const waiting: RepairJob[] = []
  const work = new CancellationScope()
  let running = 0
  let ended = 0
  let mustLook = true
  let heardAt = Date.now()
  let standing: BatchStanding = { count: 0, books: [], isClosed: false, isCancelled: false }
  const progress = (): BatchProgress => ({
    count: standing.count,
    arrived: known.size,
    waiting: waiting.length,
    running,
    ended,
  })

  setHandler(addBook, (job) => {
    if (known.has(job.jobId)) return
    known.add(job.jobId)
    waiting.push(job)
    heardAt = Date.now()
    // all that were announced may be here
    mustLook ||= known.size >= standing.count
  })
  setHandler(dropBook, (jobId) => void dropped.add(jobId))
  setHandler(look, () => {
    mustLook = true
  })
  setHandler(batchProgressQuery, progress)
  upsertSearchAttributes([
    { key: attributes.jobId, value: batchId },
    { key: attributes.stage, value: 'batch' },
  ])

  const show = () =>
    setCurrentDetails(`${standing.count} books announced, ${known.size} arrived, ${running} at work, ${ended} ended`)
  const begin = (job: RepairJob) => {
    running += 1
    const done = () => {
      running -= 1
      ended += 1
      heardAt = Date.now()
    }
    work.run(() => (dropped.has(job.jobId) ? cancelled(job) : one(job))).then(done, done)
  }
  const isWhole = () => standing.isClosed && standing.books.every((jobId) => known.has(jobId))
  const isIdle = () => running === 0 && waiting.length === 0

  try {
    for (;;) {
      if (mustLook) {
        mustLook = false
        standing = await batchStanding({ batchId })
        continue
      }
      if (standing.isCancelled) break
      while (running < booksAtOnce && waiting.length > 0) begin(waiting.shift()!)
      show()
      if (isIdle() && (isWhole() || Date.now() - heardAt >= batchPatience)) {
        if (standing.isClosed) break
        standing = await closeBatch({ batchId })
        continue
      }
      const woken = await condition(
        () => mustLook || (running < booksAtOnce && waiting.length > 0) || (isIdle() && isWhole()),
        lookEvery,
      )
      mustLook ||= !woken
    }
  } catch (error) {
    if (!isCancellation(error)) throw error
    await CancellationScope.nonCancellable(() => recordBatchCancellation({ batchId }))
    standing = { ...standing, isCancelled: true }
  }

  return CancellationScope.nonCancellable(async () => {
    if (standing.isCancelled) {
      setCurrentDetails('Cancelled: books at work are stopped')
      work.cancel()
      await condition(() => running === 0)
      for (const job of waiting.splice(0)) await cancelled(job)
    }
    setCurrentDetails('The results are packed')
    const { completed, failed } = await packBatch(batch)
    const outcome = standing.isCancelled ? 'cancelled' : 'completed'
    upsertSearchAttributes([{ key: attributes.verdict, value: outcome }])
    const took = Date.now() - workflowInfo().startTime.getTime()
    if (!standing.isCancelled && took > worthMail) await order({ owner: batch.owner, kind: 'repair-ready', about: batchId })
    setCurrentDetails(`${outcome}: ${completed} books done, ${failed} failed`)
    return { completed, failed }
  })
}

/** One that was never begun ends as a cancelled repair does. */
const cancelled = (job: RepairJob) =>
  CancellationScope.nonCancellable(async () => {
    await recordCancellation({ jobId: job.jobId, stage: 'extraction' })
    await settle({ ...job, counts: false })
  })

/** A repair records its own end, however it comes to it; where somebody else began it, that is waited for. */
async function one(job: RepairJob): Promise<void> {
  const { args: _, workflowIdConflictPolicy: __, ...start } = repairStart(job)
  try {
    await executeChild(repair, {
      ...start,
      args: [job],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    })
  } catch (error) {
    if (isCancellation(error)) throw error
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) {
      // an operator ended it where it stood
      await recordFailure({ jobId: job.jobId, stage: 'extraction', code: 'internal' })
      await settle({ ...job, counts: false })
      return
    }
    while (!(await hasEnded({ jobId: job.jobId }))) await sleep('2 seconds')
  }
}
