import { logoutPath } from '../../../contract/calls/auth.ts'
import { visit } from '../../answer.ts'
import { maySignOut } from '../../origin.ts'
import { refuse } from '../../refuse.ts'
import { clearSessionCookie, tokenOf } from '../../session.ts'

/** Ends the session here and at the provider. Without an answer from the provider the person is signed out here all the same. */
export const logout = visit(logoutPath, async ({ ctx, config, provider, sessions, logger }) => {
  if (!maySignOut(ctx.headers)) throw refuse('bad-origin')
  const token = tokenOf(ctx.req)
  const { idToken } = token === undefined ? {} : await sessions.end(token)
  clearSessionCookie(ctx, config)
  if (idToken === undefined) return ctx.redirect('/')
  const url = await provider.signOutUrl(idToken).catch((err) => {
    logger.warn({ err, requestId: ctx.state.requestId }, 'the identity provider does not answer')
    return undefined
  })
  ctx.redirect(url?.href ?? '/')
})
