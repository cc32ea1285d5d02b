import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type ReplayJob, replayStart } from '../../contract/job.ts'
import type { Temporal } from '../temporal.ts'
import { historyJson } from './history.ts'

/** What support asks of Temporal. */
export interface SupportDesk {
  /** Starting twice is starting once. */
  replay(job: ReplayJob): Promise<void>
  /** In Temporal's own JSON; undefined for a workflow that it does not know, or has forgotten. */
  historyOf(workflowId: string): Promise<object | undefined>
}

export const createSupportDesk = ({ client, taskQueue, soon }: Temporal): SupportDesk => ({
  async replay(job) {
    await soon(() => client.workflow.start('replay', { ...replayStart(job), taskQueue })).catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    })
  },

  async historyOf(workflowId) {
    try {
      return historyJson(await soon(() => client.workflow.getHandle(workflowId).fetchHistory()))
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined
      throw error
    }
  },
})
