import type { Deletion } from '../../contract/deletion.ts'
import { accountStream } from '../../contract/events/account.ts'
import { type RepairEvent, repairStream } from '../../contract/events/repair.ts'
import type { SubscriptionState } from '../../contract/subscription.ts'
import { discardJob } from '../../db/discard.ts'
import { stopConversion, wasRequested } from '../convert/resume.ts'
import type { Deps } from '../deps.ts'
import { readState } from '../payments/step.ts'
import { recordCancellation } from '../record.ts'
import { beat } from '../retention/beat.ts'
import { askedDeletion } from './asked.ts'

type Needs = Pick<Deps, 'blobs' | 'log' | 'retention' | 'repairs' | 'conversions' | 'subscriptions' | 'mail'>

/** The key and the sessions, in case the gateway died between recording the wish and doing so. */
export const forgetPerson =
  (deps: Pick<Deps, 'log' | 'retention'>) =>
  async (deletion: Deletion): Promise<void> => {
    const { at } = await askedDeletion(deps, deletion)
    await deps.retention.forget(deletion.owner, at)
  }

/** Nothing that could still be charged, refunded or told to the card provider. */
const isSettled = ({ closed, charge, checkout, refund, oldCards, customerId }: SubscriptionState) =>
  !closed || !(charge || checkout || refund?.status === 'approved' || oldCards.length > 0 || customerId)

/** Calls the subscription, which the closed account has ended; answers whether nothing is left of it. */
export const closeSubscription =
  ({ log, subscriptions }: Pick<Deps, 'log' | 'subscriptions'>) =>
  async ({ owner }: Deletion): Promise<{ settled: boolean }> => {
    const settled = isSettled(await readState(log, owner))
    if (!settled) await subscriptions.wake(owner)
    return { settled }
  }

/** Every job of the account, as rows and as its stream knows them: rows go with their files, events stay. */
async function jobsOf({ log, retention }: Pick<Deps, 'log' | 'retention'>, deletion: Deletion) {
  const { before, at } = await askedDeletion({ log }, deletion)
  const told = before.flatMap(({ data }) => (data as { jobId?: string }).jobId ?? [])
  return [...new Set([...(await retention.uploadsOf(deletion.owner, at)), ...told])]
}

const endings = new Set<string>(['RepairCompleted', 'RepairFailed', 'RepairCancelled'] satisfies RepairEvent['type'][])

/** Jobs at work are cancelled, those that nobody works on end here. Answers how many are still at work. */
export const stopJobs =
  (deps: Needs) =>
  async (deletion: Deletion & { readonly insist: boolean }): Promise<{ running: number }> => {
    const { log, repairs } = deps
    let running = 0
    const batches = new Map<string, boolean>()
    /** A batch would begin the books that wait in it. */
    const stopBatch = async (batchId: string) => {
      const isRunning = (await repairs.stateOfBatch(batchId)) === 'running'
      if (isRunning) await (deletion.insist ? repairs.terminateBatch(batchId) : repairs.cancelBatch(batchId))
      if (isRunning) running += 1
      return isRunning
    }
    for (const jobId of await jobsOf(deps, deletion)) {
      beat()
      const events = await log.readStream(repairStream(jobId))
      if (events.length === 0 && (await stopConversion(deps, jobId, deletion.insist))) running += 1
      const { batch } = (events[0]?.data ?? {}) as { readonly batch?: string }
      if (batch !== undefined && !batches.has(batch)) batches.set(batch, await stopBatch(batch))
      if (batch !== undefined && batches.get(batch)) continue
      if (events.length === 0 || events.some(({ type }) => endings.has(type))) continue
      if ((await repairs.stateOf(jobId)) === 'running') {
        await (deletion.insist ? repairs.terminate(jobId) : repairs.cancel(jobId))
        running += 1
      } else await recordCancellation({ log })({ jobId, stage: 'extraction' })
    }
    return { running }
  }

/** Uploads, results, reports, drafts and names. Answers with the number of jobs that had any. */
export const discardFiles =
  (deps: Needs) =>
  async (deletion: Deletion): Promise<{ files: number }> => {
    const { blobs, log, retention } = deps
    const jobs = await jobsOf(deps, deletion)
    const gone = new Set((await retention.withoutUpload(jobs)).filter(({ deleted }) => deleted).map(({ jobId }) => jobId))
    let files = 0
    for (const jobId of jobs) {
      beat()
      if (gone.has(jobId)) continue
      const requested = await wasRequested(log, jobId)
      const discarded = { jobId, reason: 'account-deleted', actor: deletion.owner, requested } as const
      await discardJob({ blobs, log, removeUpload: retention.removeUpload }, discarded)
      files += 1
    }
    return { files }
  }

/** E-mails that lie with us, which is in the local outbox. */
export const forgetMail =
  ({ mail }: Pick<Deps, 'mail'>) =>
  async ({ owner }: Deletion): Promise<void> => {
    await mail?.post.forget(owner)
  }

export const recordDeletion =
  ({ log }: Pick<Deps, 'log'>) =>
  async ({ owner, requested, files }: Deletion & { readonly files: number }): Promise<void> => {
    const event = { id: `deletion/${requested}/done`, type: 'AccountDeleted', data: { requested, files } }
    await log.append(accountStream(owner), [event], { metadata: { actor: 'system' } })
  }
