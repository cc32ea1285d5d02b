import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { type Deletion, deletionStart } from '../contract/deletion.ts'
import type { Temporal } from './temporal.ts'

export interface Deletions {
  /** Starting twice is starting once. */
  start(deletion: Deletion): Promise<void>
}

export const createDeletions = ({ client, taskQueue, soon }: Temporal): Deletions => ({
  async start(deletion) {
    const starting = () => client.workflow.start('accountDeletion', { ...deletionStart(deletion), taskQueue })
    await soon(starting).catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    })
  },
})
