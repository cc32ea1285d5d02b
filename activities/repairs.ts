import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type RepairJob, repairStart, repairWorkflowId } from '../contract/job.ts'

/** `over`: it ended, in whatever way. `unknown`: Temporal has never heard of it, or forgot. */
export type WorkflowState = 'running' | 'over' | 'unknown'

/** The workflows of jobs, seen from outside of them. */
export interface Repairs {
  stateOf(jobId: string): Promise<WorkflowState>
  /** Starting twice is starting once. */
  start(job: RepairJob): Promise<void>
  /** Asks it to stop; content with what has stopped. */
  cancel(jobId: string): Promise<void>
  /** Ends it where it stands. */
  terminate(jobId: string): Promise<void>
}

export const createRepairs = ({ workflow }: Client, taskQueue: string): Repairs => ({
  async stateOf(jobId) {
    try {
      const { status } = await workflow.getHandle(repairWorkflowId(jobId)).describe()
      return status.name === 'RUNNING' ? 'running' : 'over'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'unknown'
      throw error
    }
  },

  async start(job) {
    try {
      await workflow.start('repair', { ...repairStart(job), taskQueue })
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
  },

  cancel: (jobId) => unlessOver(workflow.getHandle(repairWorkflowId(jobId)).cancel()),
  terminate: (jobId) => unlessOver(workflow.getHandle(repairWorkflowId(jobId)).terminate('the account was deleted')),
})

async function unlessOver(asking: Promise<unknown>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}
