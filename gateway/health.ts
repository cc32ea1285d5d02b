import type { Context } from 'koa'
import type { Deps } from './deps.ts'

/** What the service needs, but not for its next answer. */
export interface Parts {
  /** Somebody takes jobs on. */
  hasWorker(): Promise<boolean>
  /** Age of the oldest event that some list does not show yet, in seconds. */
  viewsBehind(): Promise<number>
}

const longest = 2000
/** From then on lists are wrong enough to be told of, in seconds. */
const tooFarBehind = 60

const within = (check: Promise<unknown>) =>
  Promise.race([check, new Promise<never>((_, reject) => setTimeout(reject, longest, new Error('no answer')).unref())]).then(
    (answer) => answer !== false,
    () => false,
  )

/**
 * `/health/live`: the process answers. `/health/ready`: what it stands on answers too, and it is not stopping; else 503. Where
 * nobody works on jobs or folds lists it still takes books in, and says so. `missing` names the parts, for whoever is woken.
 */
export async function health(ctx: Context, deps: Pick<Deps, 'log' | 'repairs' | 'blobs' | 'parts' | 'stopping'>) {
  ctx.set('Cache-Control', 'no-store')
  if (ctx.path === '/health/live') {
    ctx.body = { status: 'ok' }
    return
  }
  const { log, repairs, blobs, parts, stopping } = deps
  const [database, temporal, files, worker, projections] = await Promise.all([
    within(log.head()),
    within(repairs.isReachable()),
    within(blobs.exists('health/probe').then(() => true)),
    within(parts.hasWorker()),
    within(parts.viewsBehind().then((seconds) => seconds < tooFarBehind)),
  ])
  const answers = { database, temporal, blobs: files, worker, projections }
  const ready = database && temporal && files && !stopping.aborted
  const missing = Object.entries(answers).flatMap(([name, isThere]) => (isThere ? [] : [name]))
  const status = stopping.aborted ? 'stopping' : !ready ? 'not ready' : missing.length > 0 ? 'degraded' : 'ok'
  ctx.status = ready ? 200 : 503
  ctx.body = { status, missing, ...answers }
}
