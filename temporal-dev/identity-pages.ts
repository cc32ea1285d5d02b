import type { Middleware } from 'koa'
import type Provider from 'oidc-provider'
import { readyAccounts } from './accounts.ts'
import { readBody } from './listen.ts'
import { escapeHtml, page } from './page.ts'

const wellFormed = /^[^\s@]{1,64}@[^\s@]{1,190}$/

type Pages = {
  readonly provider: Provider
  /** Makes the address an account where it is none yet, and answers with its subject. */
  readonly signIn: (email: string) => string
  readonly emailOf: (subject: string) => string | undefined
  readonly appUrl: string
}

/** What a person sees of the provider: the sign-in page, an account page, and a front page for the curious. */
export function identityPages({ provider, signIn, emailOf, appUrl }: Pages): Middleware {
  return async (context, next) => {
    const [, uid, action] = /^\/interaction\/([^/]+)(?:\/(cancel))?$/.exec(context.path) ?? []
    if (uid && action) {
      await provider.interactionFinished(context.req, context.res, { error: 'access_denied' }, { mergeWithLastSubmission: false })
      context.respond = false
    } else if (uid && context.method === 'POST') {
      const email = (new URLSearchParams(await readBody(context.req)).get('email') ?? '').trim().toLowerCase()
      if (!wellFormed.test(email)) {
        context.status = 400
        context.body = signInPage(uid, email)
        return
      }
      const login = { accountId: signIn(email) }
      await provider.interactionFinished(context.req, context.res, { login }, { mergeWithLastSubmission: false })
      context.respond = false
    } else if (uid) {
      await provider.interactionDetails(context.req, context.res)
      context.body = signInPage(uid)
    } else if (context.path === '/health') {
      context.body = { status: 'ok', local: true }
    } else if (context.path === '/account') {
      const { accountId } = await provider.Session.get(context)
      context.body = accountPage(appUrl, accountId && emailOf(accountId))
    } else if (context.path === '/') {
      context.body = frontPage(appUrl)
    } else {
      await next()
    }
  }
}

const signInPage = (uid: string, wrong?: string) =>
  page(
    'Sign in to Bookmender',
    `<h1>Sign in to Bookmender</h1>
<form method="post" action="/interaction/${escapeHtml(uid)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus value="${escapeHtml(wrong ?? '')}"${
      wrong === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"'
    }>
${wrong === undefined ? '' : '<p id="wrong" class="wrong" role="alert">This is not an e-mail address. Type one like reader@example.test.</p>'}
<button class="main">Sign in</button>
</form>
<p><small>Any address becomes an account. No password is asked and no mail is sent.</small></p>
<h2>Ready-made accounts</h2>
<form method="post" action="/interaction/${escapeHtml(uid)}"><ul>
${readyAccounts.map(({ email, what }) => `<li><button name="email" value="${email}">${email}<small>${what}</small></button></li>`).join('\n')}
</ul></form>
<p><a href="/interaction/${escapeHtml(uid)}/cancel">Cancel and go back</a></p>`,
  )

const accountPage = (appUrl: string, email: string | undefined) =>
  page(
    'Your account',
    `<h1>Your account</h1>
${
  email
    ? `<p>You are signed in here as <code>${escapeHtml(email)}</code>.</p><p>A real provider lets you change your name, e-mail and password here.</p>`
    : '<p>Nobody is signed in here.</p>'
}
<p><a href="${escapeHtml(appUrl)}">Back to Bookmender</a></p>`,
  )

const frontPage = (appUrl: string) =>
  page(
    'Local sign-in service',
    `<h1>Local sign-in service</h1>
<p>It stands in for your identity provider while you try Bookmender. Set <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code> and <code>OIDC_CLIENT_SECRET</code> to use a real one.</p>
<p><a href="${escapeHtml(appUrl)}">Go to Bookmender</a></p>`,
  )
