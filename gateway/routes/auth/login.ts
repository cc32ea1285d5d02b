import { loginPath } from '../../../contract/calls/auth.ts'
import { visit } from '../../answer.ts'
import { networkOf } from '../../network.ts'
import { ownPath } from '../../origin.ts'
import { cookieOptions } from '../../session.ts'
import { attemptCookie, attemptLasts, sealAttempt } from '../../sign-in-cookie.ts'
import { withProblem } from './problem.ts'

/** Sends the browser to the provider; `?returnTo=` is where it comes back to, a path of ours or home. */
export const login = visit(loginPath, async ({ ctx, config, provider, rates, logger, now }) => {
  // cookies belong to a host: whoever came by another name of this service starts again by the right one
  if (ctx.host !== config.publicUrl.host && ctx.query.again === undefined) {
    const url = new URL(loginPath, config.publicUrl)
    url.search = new URLSearchParams({ returnTo: ownPath(ctx.query.returnTo), again: '1' }).toString()
    return ctx.redirect(url.href)
  }
  await rates.signIn(networkOf(ctx.ip))
  try {
    const { url, attempt } = await provider.begin(ownPath(ctx.query.returnTo))
    ctx.cookies.set(attemptCookie(attempt.state), sealAttempt(attempt, config.cookieKey, now()), {
      ...cookieOptions(config),
      path: '/api/callback',
      maxAge: attemptLasts,
    })
    ctx.redirect(url.href)
  } catch (err) {
    logger.error({ err, requestId: ctx.state.requestId }, 'the identity provider does not answer')
    ctx.redirect(withProblem('unavailable', ctx.state.requestId))
  }
})
