import { proxyActivities, sleep } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { Deletion } from '../contract/deletion.ts'
import { showing } from './show.ts'

/** Nobody who left waits for us to give up: everything is tried until it is done. */
const retry = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' } as const

const { forgetPerson, closeSubscription, forgetMail, recordDeletion } = proxyActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry,
})
const { stopJobs, discardFiles } = proxyActivities<Activities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  retry,
})

/** How long a job is asked to stop, a second each time, before it is ended. */
const patience = 20

/**
 * The account is closed and its key destroyed when this begins; here goes the rest, each step harmless to repeat. Files
 * do not wait for the card provider.
 */
export async function accountDeletion(deletion: Deletion): Promise<{ files: number }> {
  const show = showing('The key and the sessions')
  await forgetPerson(deletion)

  show('Jobs at work are stopped')
  for (let attempt = 1; (await stopJobs({ ...deletion, insist: attempt > patience })).running > 0; attempt += 1)
    await sleep('1 second')

  show('Files and names')
  const { files } = await discardFiles(deletion)

  show(`${files} jobs without files; the subscription and the card are ended at the card provider`)
  for (let pause = 1; !(await closeSubscription(deletion)).settled; pause = Math.min(pause * 2, 300))
    await sleep(`${pause} seconds`)

  // last, as letters may have been on their way
  await forgetMail(deletion)
  await recordDeletion({ ...deletion, files })
  show(`Done: ${files} jobs`)
  return { files }
}
