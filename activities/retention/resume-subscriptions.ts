import type { Deps } from '../deps.ts'
import { beat } from './beat.ts'
import { dueAt } from './due.ts'

type Needs = Pick<Deps, 'paymentWork' | 'subscriptions' | 'now'>

/**
 * Checkouts and subscriptions that are at work nowhere: the gateway died before it could call, an operator terminated the
 * workflow, or Temporal lost its memory. What is to be done stands in the log, so calling is all it takes.
 */
export const resumeSubscriptions = (deps: Needs) => async () => {
  const unfinished = await deps.paymentWork.unfinished(dueAt(deps.now()).starts)
  if (unfinished.length === 0) return { subscriptions: 0 }
  const running = await deps.subscriptions.running()
  let subscriptions = 0
  for (const owner of unfinished) {
    beat()
    if (running.has(owner)) continue
    await deps.subscriptions.wake(owner)
    subscriptions += 1
  }
  return { subscriptions }
}
