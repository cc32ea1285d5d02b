import type { Context } from 'koa'
import type { Deps } from './deps.ts'

const longest = 2000

const within = (check: Promise<unknown>) =>
  Promise.race([check, new Promise<never>((_, reject) => setTimeout(reject, longest, new Error('no answer')).unref())]).then(
    (answer) => answer !== false,
    () => false,
  )

/** `/health/live`: the process answers. `/health/ready`: what it stands on answers too, and it is not stopping. */
export async function health(ctx: Context, { log, repairs, stopping }: Pick<Deps, 'log' | 'repairs' | 'stopping'>) {
  ctx.set('Cache-Control', 'no-store')
  if (ctx.path === '/health/live') {
    ctx.body = { status: 'ok' }
    return
  }
  const [database, temporal] = await Promise.all([within(log.head()), within(repairs.isReachable())])
  const ready = database && temporal && !stopping.aborted
  ctx.status = ready ? 200 : 503
  ctx.body = { status: ready ? 'ok' : stopping.aborted ? 'stopping' : 'not ready', database, temporal }
}
