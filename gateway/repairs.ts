import { Client, Connection, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type RepairJob, repairStart, repairWorkflowId } from '../contract/job.ts'
import type { Config } from './config.ts'

export interface Repairs {
  /** Starting twice is starting once. */
  start(job: RepairJob): Promise<void>
  /** Content to cancel what is not running any more. */
  cancel(jobId: string): Promise<void>
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

const longestCall = 5000

/** Connects at the first use and stays connected: Temporal may come up later than the gateway. */
export function connectRepairs({ temporal }: Pick<Config, 'temporal'>): Repairs {
  const connection = Connection.lazy({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  const soon = <T>(call: () => Promise<T>) => connection.withDeadline(Date.now() + longestCall, call)

  return {
    async start(job) {
      const starting = () => client.workflow.start('repair', { ...repairStart(job), taskQueue: temporal.taskQueue })
      await soon(starting).catch((error: unknown) => {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      })
    },

    async cancel(jobId) {
      await soon(() => client.workflow.getHandle(repairWorkflowId(jobId)).cancel()).catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      })
    },

    async isReachable() {
      return connection
        .withDeadline(Date.now() + 1500, () => connection.workflowService.getSystemInfo({}))
        .then(
          () => true,
          () => false,
        )
    },

    close: () => connection.close(),
  }
}
