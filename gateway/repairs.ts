import { Client, Connection, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import { type RepairJob, repairWorkflowId, taskQueue } from '../contract/job.ts'
import type { PlanName } from '../contract/plans.ts'
import { planOf } from '../contract/plans.ts'
import type { Config } from './config.ts'

export interface Repairs {
  /** Starting twice is starting once. */
  start(job: RepairJob): Promise<void>
  /** Content to cancel what is not running any more. */
  cancel(jobId: string): Promise<void>
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** Temporal's priority keys: 1 goes first. */
const priorityKeys = { high: 1, normal: 3, low: 5 } as const
const priorityOf = (plan: PlanName, owner: string) => ({
  priorityKey: priorityKeys[planOf(plan).priority],
  // one publisher's batch must not hold up the others
  fairnessKey: owner,
})

const longestCall = 5000

/** Connects at the first use and stays connected: Temporal may come up later than the gateway. */
export function connectRepairs({ temporal }: Pick<Config, 'temporal'>): Repairs {
  const connection = Connection.lazy({ address: temporal.address })
  const client = new Client({ connection, namespace: temporal.namespace })
  const soon = <T>(call: () => Promise<T>) => connection.withDeadline(Date.now() + longestCall, call)

  return {
    async start(job) {
      const starting = () =>
        client.workflow.start('repair', {
          workflowId: repairWorkflowId(job.jobId),
          taskQueue,
          args: [job],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowIdConflictPolicy: 'USE_EXISTING',
          priority: priorityOf(job.plan, job.owner),
          staticSummary: `${job.mode} for ${job.plan}, ${job.bytes} bytes`,
        })
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
