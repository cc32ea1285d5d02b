import Router from '@koa/router'
import Koa, { type Context } from 'koa'
import { jobIdHeader } from '../contract/calls/epub.ts'
import { squareWebhookPath } from '../contract/calls/payments.ts'
import { unsubscribePath } from '../db/unsubscribe.ts'
import type { Route } from './answer.ts'
import { linger } from './body.ts'
import { during } from './correlation.ts'
import type { Deps } from './deps.ts'
import { health } from './health.ts'
import { jobIdIn } from './jobs.ts'
import { networkOf } from './network.ts'
import { isOwnRequest } from './origin.ts'
import { asRefusal, refuse, sendRefusal } from './refuse.ts'
import { requestIdOf } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import { isSecure, sessionOf } from './session.ts'
import { openStaticFiles } from './static-files.ts'
import { serveWeb } from './web-pages.ts'

/** What comes from elsewhere carries a signature or a key of its own. */
const keyed: ReadonlySet<string> = new Set([squareWebhookPath, unsubscribePath])

const isCall = (path: string) => /^\/api(\/|$)/i.test(path)

/** The whole HTTP side: headers for all, one place where errors become answers, calls, health, and the web application. */
export function createApp(deps: Deps, routes: readonly Route[]): Koa {
  const { config, logger, metrics, rates, tracer } = deps
  const ownOrigin = config.publicUrl.origin
  const files = openStaticFiles(config.webRoot, config.publicUrl.origin)
  const app = new Koa({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies })
  app.on('error', (error: NodeJS.ErrnoException) => {
    // the other side went away in the middle of an answer: its business
    if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? ''))
      logger.error({ err: error }, 'answer broken off')
  })

  app.use(async (ctx, next) => {
    const started = performance.now()
    const requestId = requestIdOf(ctx.get('X-Request-Id'))
    ctx.state.requestId = requestId
    ctx.set('X-Request-Id', requestId)
    // a proxy of ours may end TLS before us; what counts is the address people use
    ctx.cookies.secure = isSecure(config)
    const isProbe = ctx.path.startsWith('/health/')
    const span = isProbe
      ? undefined
      : tracer.start({ name: ctx.method, kind: 'server', parent: ctx.get('traceparent') || undefined })
    const traceparent = span?.traceparent
    try {
      await during({ requestId, ...(traceparent && { traceparent }) }, next)
    } catch (error) {
      const refusal = asRefusal(error)
      if (refusal.status >= 500)
        logger.error({ requestId, method: ctx.method, route: ctx._matchedRoute, err: refusal.cause ?? refusal }, refusal.message)
      sendRefusal(ctx, refusal, requestId)
    } finally {
      linger(ctx.req)
      const route = String(ctx._matchedRoute ?? (isCall(ctx.path) ? '/api/…' : '/…'))
      const seconds = (performance.now() - started) / 1000
      metrics.requests.observe({ method: ctx.method, route, status: ctx.status }, seconds)
      const jobId = jobIdIn(ctx.params?.jobId ?? ctx.get(jobIdHeader))
      span?.end({
        name: `${ctx.method} ${route}`,
        failed: ctx.status >= 500,
        attributes: {
          'http.request.method': ctx.method,
          'http.route': route,
          'http.response.status_code': ctx.status,
          'bookmender.request.id': requestId,
          'bookmender.job.id': jobId,
        },
      })
      // what changes something is worth a line; what only looks is not
      const level = ctx.method === 'GET' || ctx.method === 'HEAD' ? 'debug' : 'info'
      const traceId = traceparent?.split('-')[1]
      logger[level](
        {
          requestId,
          ...(traceId && { traceId }),
          ...(jobId && { jobId }),
          method: ctx.method,
          route,
          status: ctx.status,
          seconds,
        },
        'answered',
      )
    }
  })
  app.use(securityHeaders(config))

  app.use(async (ctx, next) => {
    if (ctx.path.startsWith('/health/'))
      return ctx.path === '/health/live' || ctx.path === '/health/ready' ? health(ctx, deps) : next()
    await rates.address(networkOf(ctx.ip))
    // another server's: its signature decides
    if (!keyed.has(ctx.path) && !isOwnRequest(ctx.method, ctx.headers, ownOrigin)) throw refuse('bad-origin')
    return next()
  })

  const router = new Router()
  for (const { method, path, handle } of routes)
    router.register(path, [method], async (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      const reply = await handle({ ...deps, ctx: ctx as unknown as Context, params: ctx.params })
      if (reply !== undefined) ctx.body = reply
    })
  app.use(router.routes())

  app.use(async (ctx) => {
    if (isCall(ctx.path) || ctx.path.startsWith('/health/')) throw refuse('not-found')
    await serveWeb(ctx, files, async () => (await sessionOf(deps.sessions, ctx.req))?.roles.includes('support') ?? false)
  })
  return app
}
