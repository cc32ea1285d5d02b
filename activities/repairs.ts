import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { addBookSignal, batchStart, batchWorkflowId } from '../contract/batch.ts'
import { type RepairJob, repairStart, repairWorkflowId } from '../contract/job.ts'

/** `over`: it ended, in whatever way. `unknown`: Temporal has never heard of it, or forgot. */
export type WorkflowState = 'running' | 'over' | 'unknown'

/** The workflows of jobs, seen from outside of them. */
export interface Repairs {
  stateOf(jobId: string): Promise<WorkflowState>
  /** Starting twice is starting once. A book of a batch is given to its batch, which begins it when it is its turn. */
  start(job: RepairJob): Promise<void>
  /** Asks it to stop; content with what has stopped. */
  cancel(jobId: string): Promise<void>
  /** Ends it where it stands. */
  terminate(jobId: string): Promise<void>
  stateOfBatch(batchId: string): Promise<WorkflowState>
  cancelBatch(batchId: string): Promise<void>
  terminateBatch(batchId: string): Promise<void>
}

export function createRepairs({ workflow }: Client, taskQueue: string): Repairs {
  const stateOf = async (workflowId: string): Promise<WorkflowState> => {
    try {
      const { status } = await workflow.getHandle(workflowId).describe()
      return status.name === 'RUNNING' ? 'running' : 'over'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'unknown'
      throw error
    }
  }
  const startAlone = async (job: RepairJob) => {
    try {
      await workflow.start('repair', { ...repairStart(job), taskQueue })
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
  }
  const left = 'the account was deleted'

  return {
    stateOf: (jobId) => stateOf(repairWorkflowId(jobId)),

    async start(job) {
      const { batch: batchId, owner } = job
      if (batchId === undefined) return startAlone(job)
      try {
        const batch = await workflow.start('repairBatch', { ...batchStart({ batchId, owner }), taskQueue })
        await batch.signal(addBookSignal, job)
      } catch (error) {
        // it ended without this book, which is repaired all the same
        if (!(error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError)) throw error
        await startAlone(job)
      }
    },

    cancel: (jobId) => unlessOver(workflow.getHandle(repairWorkflowId(jobId)).cancel()),
    terminate: (jobId) => unlessOver(workflow.getHandle(repairWorkflowId(jobId)).terminate(left)),
    stateOfBatch: (batchId) => stateOf(batchWorkflowId(batchId)),
    cancelBatch: (batchId) => unlessOver(workflow.getHandle(batchWorkflowId(batchId)).cancel()),
    terminateBatch: (batchId) => unlessOver(workflow.getHandle(batchWorkflowId(batchId)).terminate(left)),
  }
}

async function unlessOver(asking: Promise<unknown>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}
