import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type Deletion, deletionStart, deletionWorkflowId } from '../contract/deletion.ts'

/** The workflows that end accounts, seen from outside of them. */
export interface Deletions {
  isRunning(deletion: Deletion): Promise<boolean>
  /** Starting again what failed, or what Temporal forgot; what runs goes on. */
  start(deletion: Deletion): Promise<void>
}

export const createDeletions = ({ workflow }: Client, taskQueue: string): Deletions => ({
  async isRunning(deletion) {
    try {
      const { status } = await workflow.getHandle(deletionWorkflowId(deletion)).describe()
      return status.name === 'RUNNING'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false
      throw error
    }
  },

  async start(deletion) {
    try {
      await workflow.start('accountDeletion', { ...deletionStart(deletion), workflowIdReusePolicy: 'ALLOW_DUPLICATE', taskQueue })
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
  },
})
