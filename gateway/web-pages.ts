import type { Context } from 'koa'
import { refuse } from './refuse.ts'
import type { StaticFile, StaticFiles } from './static-files.ts'

/** What somebody was given a link to; no search engine is to list it. */
const sharedReport = /^\/report\/[\w.-]+$/

/**
 * Screens that are drawn in the browser (`web/src/routes/router.tsx`); a new one is added here, or it answers 404. Public pages
 * are files of the build (`web/prerender.ts`) and need no line.
 */
const screens = [
  /^\/$/,
  /^\/(pricing|converter|account|checkout|square-checkout|square-payment|success)$/,
  /^\/preview(\/[\w-]+)?$/,
  sharedReport,
  /^\/support(\/jobs\/[\w-]+)?$/,
]

/** To everybody else they do not exist. */
const staffScreen = /^\/support(\/|$)/

/** Files of the build that are no pages of their own. */
const parts = /^\/(404|shell)(\.html)?$/

/** Upper and lower case and a trailing slash make no difference. */
const normal = (path: string) => path.toLowerCase().replace(/(?<=.)\/+$/, '')

export const isScreen = (path: string) => screens.some((screen) => screen.test(normal(path)))

/** Serves the web application: its files, its screens with 200, anything else as its not-found screen with 404. */
export async function serveWeb(ctx: Context, files: StaticFiles, isStaff: () => Promise<boolean> = async () => false) {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw refuse('not-found')
  const path = decodeURIComponent(ctx.path)
  const wanted = normal(path)
  if (sharedReport.test(wanted)) ctx.set('X-Robots-Tag', 'noindex')
  const exact = parts.test(wanted) ? undefined : await files.find(wanted === '/' ? '/index.html' : wanted)
  if (exact) return send(ctx, exact, 200)

  // a missing script or picture is no page: answering HTML would only confuse
  if (/\.\w{2,5}$/.test(path) && !ctx.get('Accept').includes('html')) throw refuse('not-found')
  const isKnown = isScreen(path)
  const isHidden = staffScreen.test(wanted)
  if (isHidden) ctx.set('X-Robots-Tag', 'noindex')
  const page = (await files.find(isKnown ? '/shell.html' : '/404.html')) ?? (await files.find('/index.html'))
  if (!page) throw refuse('not-found', { sentence: 'The web application has not been built yet: run npm run build.' })
  // drawn in the browser either way, which tells others what any unknown address tells
  return send(ctx, page, isKnown && (!isHidden || (await isStaff())) ? 200 : 404)
}

async function send(ctx: Context, file: StaticFile, status: number) {
  ctx.status = status
  ctx.type = file.type
  ctx.set('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.vary('Accept-Encoding')

  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity')
  const packed = encoding === 'br' || encoding === 'gzip' ? file.packed(encoding) : undefined
  ctx.set('ETag', packed ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag)
  if (status === 200 && ctx.fresh) {
    ctx.status = 304
    return
  }
  if (packed) ctx.set('Content-Encoding', String(encoding))
  ctx.body = packed ? await packed : file.bytes
  ctx.type = file.type
}
