import { ApplicationFailure, isCancellation, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { showing } from './show.ts'

const { resumeLost, resumeDeletions, resumeSubscriptions, releaseStale, discardExpired, sweep } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 4 },
})

/** In this order: a job that was never started ends as a job before its files go. */
const steps = { resumeLost, resumeDeletions, resumeSubscriptions, releaseStale, discardExpired, sweep }

/**
 * One round of putting in order, by age alone: it does not matter how many rounds were missed. A step that fails does not
 * keep the others from running; the next round tries all of it again.
 */
export async function retention(): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  const failed: string[] = []
  const show = showing('A round of putting in order')
  for (const [name, step] of Object.entries(steps)) {
    show(`${name} is at work`)
    try {
      Object.assign(done, await step())
    } catch (error) {
      if (isCancellation(error)) throw error
      failed.push(name)
    }
  }
  const counts = Object.entries(done).map(([what, count]) => `${what}: ${count}`)
  show([...failed.map((name) => `${name} failed`), ...counts].join(', '))
  if (failed.length > 0) throw ApplicationFailure.nonRetryable(`Not done: ${failed.join(', ')}`, 'retention-failed')
  return done
}
