import type { Context } from 'koa'
import { isUnsubscribeKey, unsubscribePath } from '../../../db/unsubscribe.ts'
import type { Route } from '../../answer.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../network.ts'
import { refuse } from '../../refuse.ts'
import { chooseRepairReady } from '../user/mail-choices.ts'

const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:start center;padding:24px 16px;background:#f3f6f8;color:#12181d;font:16px/1.5 system-ui,sans-serif}main{width:min(440px,calc(100vw - 32px));box-sizing:border-box;margin-top:8vh;padding:24px;background:#fff;border:1px solid #d9e1e7;border-radius:6px}h1{font:600 24px/1.25 Georgia,serif;margin:0 0 12px}p{margin:0 0 16px}button{font:inherit;font-weight:600;min-height:44px;padding:8px 18px;border:0;border-radius:6px;background:#1b5e9e;color:#fff;cursor:pointer}a{color:#1b5e9e}:focus-visible{outline:3px solid #1b5e9e;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#0a0e11;color:#e7edf1}main{background:#10161a;border-color:#2a343b}button{background:#7fb6ea;color:#0a0e11}a{color:#7fb6ea}}`

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Bookmender</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** Looking at the link changes nothing, as programs that guard mailboxes look at every link. */
const asking = page(
  'No more e-mails about repairs?',
  '<p>We will no longer write to you when a long repair is ready. Receipts and notices about payments still come.</p><form method="post"><button type="submit">Stop these e-mails</button></form>',
)
const done = page('We have stopped these e-mails.', '<p>You can have them back on your <a href="/account">account page</a>.</p>')

/** The person whom the link was made for; its key opens this one thing, without a sign-in. */
async function personIn({ ctx, config, rates }: Deps & { readonly ctx: Context }): Promise<string> {
  await rates.signIn(networkOf(ctx.ip))
  const { person, key } = ctx.query
  if (typeof person !== 'string' || typeof key !== 'string' || !isUnsubscribeKey(config.signingKey, person, key))
    throw refuse('not-found')
  return person
}

export const asksToUnsubscribe: Route = {
  method: 'GET',
  path: unsubscribePath,
  async handle(asked) {
    await personIn(asked)
    asked.ctx.type = 'text/html'
    asked.ctx.body = asking
  },
}

/** Also what mail programs send by themselves (RFC 8058), from nowhere and without a cookie. */
export const unsubscribes: Route = {
  method: 'POST',
  path: unsubscribePath,
  async handle(asked) {
    await chooseRepairReady(asked.log, await personIn(asked), false)
    asked.ctx.type = 'text/html'
    asked.ctx.body = done
  },
}
