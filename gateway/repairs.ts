import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type RepairJob, type RevisionJob, repairStart, repairWorkflowId, revisionStart } from '../contract/job.ts'
import type { Temporal } from './temporal.ts'

export interface Repairs {
  /** Starting twice is starting once. */
  start(job: RepairJob): Promise<void>
  /** Makes another version of a result; starting twice is starting once. */
  revise(job: RevisionJob): Promise<void>
  /** Content to cancel what is not running any more. */
  cancel(jobId: string): Promise<void>
  isReachable(): Promise<boolean>
}

export const createRepairs = ({ client, taskQueue, soon, isReachable }: Temporal): Repairs => ({
  async start(job) {
    await soon(() => client.workflow.start('repair', { ...repairStart(job), taskQueue })).catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    })
  },

  async revise(job) {
    await soon(() => client.workflow.start('revise', { ...revisionStart(job), taskQueue })).catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    })
  },

  async cancel(jobId) {
    await soon(() => client.workflow.getHandle(repairWorkflowId(jobId)).cancel()).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    })
  },

  isReachable,
})
