import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { addBookSignal, type BatchJob, batchStart, dropBookSignal, lookSignal } from '../contract/batch.ts'
import { type RepairJob, type RevisionJob, repairStart, repairWorkflowId, revisionStart } from '../contract/job.ts'
import type { Temporal } from './temporal.ts'

export interface Repairs {
  /** Starting twice is starting once. A book of a batch is given to its batch, which begins it when it is its turn. */
  start(job: RepairJob): Promise<void>
  /** Makes another version of a result; starting twice is starting once. */
  revise(job: RevisionJob): Promise<void>
  /** Content to cancel what is not running any more. */
  cancel(jobId: string): Promise<void>
  /** The batch's stream has something new; content where its workflow has ended. */
  look(batch: BatchJob): Promise<void>
  /** A book that waits in its batch does not begin. */
  drop(batch: BatchJob, jobId: string): Promise<void>
  isReachable(): Promise<boolean>
}

const isOver = (error: unknown) => error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError

async function unlessOver(asking: Promise<unknown>) {
  try {
    await asking
  } catch (error) {
    if (!isOver(error)) throw error
  }
}

export function createRepairs({ client, taskQueue, soon, isReachable }: Temporal): Repairs {
  const { workflow } = client
  const tell = (batch: BatchJob, signal: string, ...args: [] | [RepairJob | string]) =>
    soon(async () => (await workflow.start('repairBatch', { ...batchStart(batch), taskQueue })).signal(signal, ...args))
  const startAlone = (job: RepairJob) => unlessOver(soon(() => workflow.start('repair', { ...repairStart(job), taskQueue })))

  return {
    async start(job) {
      const { batch: batchId, owner } = job
      if (batchId === undefined) return startAlone(job)
      try {
        await tell({ batchId, owner }, addBookSignal, job)
      } catch (error) {
        if (!isOver(error)) throw error
        // it ended without this book, which is repaired all the same
        await startAlone(job)
      }
    },

    revise: (job) => unlessOver(soon(() => workflow.start('revise', { ...revisionStart(job), taskQueue }))),
    cancel: (jobId) => unlessOver(soon(() => workflow.getHandle(repairWorkflowId(jobId)).cancel())),
    look: (batch) => unlessOver(tell(batch, lookSignal)),
    drop: (batch, jobId) => unlessOver(tell(batch, dropBookSignal, jobId)),
    isReachable,
  }
}
