import type { Client } from '@temporalio/client'
import { type SubscriptionInput, subscriptionWorkflowId, wakeSignal } from '../contract/subscription.ts'

/** The subscription workflows, seen from outside of them. */
export interface Subscriptions {
  /** There is something new in the account's stream; starts the workflow where none runs. */
  wake(owner: string): Promise<void>
  /** The accounts for which one runs, a moment ago. */
  running(): Promise<ReadonlySet<string>>
}

export const createSubscriptions = ({ workflow }: Client, taskQueue: string): Subscriptions => ({
  async wake(owner) {
    await workflow.signalWithStart('subscription', {
      taskQueue,
      workflowId: subscriptionWorkflowId(owner),
      args: [{ owner } satisfies SubscriptionInput],
      signal: wakeSignal,
      signalArgs: [],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      priority: { priorityKey: 1, fairnessKey: owner },
      staticSummary: 'Payments and subscription of one account',
    })
  },

  async running() {
    const query = `WorkflowType = 'subscription' AND ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'`
    const owners = new Set<string>()
    for await (const { workflowId } of workflow.list({ query })) owners.add(workflowId.slice(subscriptionWorkflowId('').length))
    return owners
  },
})
