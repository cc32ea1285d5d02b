import { setTimeout as pause } from 'node:timers/promises'
import {
  type SquareNotice,
  type SubscriptionInput,
  squareSignal,
  subscriptionWorkflowId,
  wakeSignal,
} from '../contract/subscription.ts'
import type { Deps } from './deps.ts'
import type { Temporal } from './temporal.ts'

/** The subscription workflows, one for each account; whichever call comes first starts it. */
export interface Subscriptions {
  /** There is something new in the account's stream. */
  wake(owner: string): Promise<void>
  /** Square's notice, once however often it is told. */
  tell(owner: string, notice: SquareNotice): Promise<void>
}

export function createSubscriptions({ client, taskQueue, soon }: Temporal): Subscriptions {
  const signal = (owner: string, name: string, args: readonly unknown[]) =>
    soon(async () => {
      await client.workflow.signalWithStart('subscription', {
        taskQueue,
        workflowId: subscriptionWorkflowId(owner),
        args: [{ owner } satisfies SubscriptionInput],
        signal: name,
        signalArgs: [...args],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        // money goes before books
        priority: { priorityKey: 1, fairnessKey: owner },
        staticSummary: 'Payments and subscription of one account',
      })
    })
  return {
    wake: (owner) => signal(owner, wakeSignal, []),
    tell: (owner, notice) => signal(owner, squareSignal, [notice]),
  }
}

const pauses = [250, 500, 1000, 2000, 5000, 10_000, 30_000]

/**
 * What was decided stands in the log, so a Temporal that does not answer now only delays it: the call is tried on in the
 * background. Should this process end meanwhile, the rounds of retention find it.
 */
export function wakeSurely(
  { subscriptions, logger, stopping }: Pick<Deps, 'subscriptions' | 'logger' | 'stopping'>,
  owner: string,
) {
  const tryOn = async () => {
    for (let attempt = 0; !stopping.aborted; attempt += 1) {
      await pause(pauses[Math.min(attempt, pauses.length - 1)], undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        return await subscriptions.wake(owner)
      } catch (err) {
        logger.warn({ err, attempt }, 'a subscription cannot be woken yet')
      }
    }
  }
  return subscriptions.wake(owner).catch((err) => {
    logger.warn({ err }, 'a subscription cannot be woken yet')
    void tryOn()
  })
}
