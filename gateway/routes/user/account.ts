import { deleteAccount } from '../../../contract/calls/user.ts'
import { accountStream } from '../../../contract/events/account.ts'
import { answer } from '../../answer.ts'
import { clearSessionCookie } from '../../session.ts'

/**
 * What must hold when it answers: the wish is recorded, the key destroyed, every session over. The workflow does the rest;
 * where it cannot be started now, the next round of retention does. A session asks once, however often it sends.
 */
export const deletesAccount = answer(deleteAccount, async (asked) => {
  const { ctx, config, log, people, sessions, deletions, logger, user, now } = asked
  const { id: owner, session } = user
  const id = `deletion/${session.id}`
  const events = [
    { id: `${id}/subscription`, type: 'SubscriptionEnded', data: { reason: 'account-closed', at: now().toISOString() } },
    { id, type: 'AccountDeletionRequested', data: {} },
  ]
  const { version } = await log.append(accountStream(owner), events, { metadata: { actor: owner } })
  await people.forget(owner)
  await sessions.endAllOf(owner)
  clearSessionCookie(ctx, config)
  await deletions
    .start({ owner, requested: version })
    .catch((err) => logger.warn({ err, requestId: ctx.state.requestId }, 'a deletion cannot be started yet'))
  return { deleted: true as const }
})
