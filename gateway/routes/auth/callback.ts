import { callbackPath } from '../../../contract/calls/auth.ts'
import { accountStream } from '../../../contract/events/account.ts'
import { visit } from '../../answer.ts'
import type { Deps } from '../../deps.ts'
import { seedFor } from '../../local-seed.ts'
import { networkOf } from '../../network.ts'
import { cookieOptions, setSessionCookie, tokenOf } from '../../session.ts'
import { attemptCookie, openAttempt } from '../../sign-in-cookie.ts'
import { withProblem } from './problem.ts'

/**
 * Back from the provider. A session always begins with a new token, so one that was planted in the browser before is worth
 * nothing; the one that was there ends.
 */
export const callback = visit(callbackPath, async (basics) => {
  const { ctx, config, provider, people, sessions, rates, logger, now } = basics
  await rates.signIn(networkOf(ctx.ip))
  const name = attemptCookie(typeof ctx.query.state === 'string' ? ctx.query.state : '')
  const attempt = openAttempt(ctx.cookies.get(name), config.cookieKey, now())
  ctx.cookies.set(name, null, { ...cookieOptions(config), path: callbackPath })
  if (!attempt) return ctx.redirect(withProblem('failed', ctx.state.requestId))
  if (ctx.query.error === 'access_denied') return ctx.redirect(withProblem('cancelled', ctx.state.requestId))

  try {
    const { roles, idToken, ...person } = await provider.finish(new URL(ctx.originalUrl, config.publicUrl), attempt)
    const { id } = await people.findOrCreate(person)
    await openAccount(basics, id, person.email)
    const before = tokenOf(ctx.req)
    if (before !== undefined) await sessions.end(before)
    const { token, session } = await sessions.start({ owner: id, roles, idToken })
    setSessionCookie(ctx, config, token, session.expiresAt)
    ctx.redirect(attempt.returnTo)
  } catch (err) {
    logger.warn({ err, requestId: ctx.state.requestId }, 'a sign-in failed')
    ctx.redirect(withProblem('failed', ctx.state.requestId))
  }
})

/** The same events at every sign-in: the log stores them once. */
async function openAccount({ log, config }: Pick<Deps, 'log' | 'config'>, id: string, email: string) {
  const events = [{ id: 'opened', type: 'AccountOpened', data: {} }, ...seedFor(email, config.localParts)]
  await log.append(accountStream(id), events, { metadata: { actor: id } })
}
