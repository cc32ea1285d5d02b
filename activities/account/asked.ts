import { ApplicationFailure } from '@temporalio/activity'
import type { Deletion } from '../../contract/deletion.ts'
import type { Recorded } from '../../contract/event.ts'
import { accountStream } from '../../contract/events/account.ts'
import type { Log } from '../../db/log.ts'

/**
 * The account as it stood when its deletion was asked for, and when that was. What came later belongs to somebody who came
 * back, and is not touched.
 */
export async function askedDeletion(
  { log }: { readonly log: Pick<Log, 'readStream'> },
  { owner, requested }: Deletion,
): Promise<{ readonly before: readonly Recorded[]; readonly at: Date }> {
  const events = await log.readStream(accountStream(owner), { limit: requested })
  const request = events.at(-1)
  if (request?.version !== requested || request.type !== 'AccountDeletionRequested')
    throw ApplicationFailure.nonRetryable(`Nobody asked for the deletion of ${owner} at version ${requested}`, 'not-asked')
  return { before: events, at: request.recordedAt }
}
