import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { Refusal, refuse } from './refuse.ts'

const largestJson = 100 * 1024
const jsonDeadline = 15_000
/** How long what a refused sender still sends is thrown away before the connection is cut. */
const lingering = 10_000

/** Asks a sender that waits for it (`Expect: 100-continue`) to begin. */
export const askForBody = (request: IncomingMessage, response: ServerResponse) => {
  if (/100-continue/i.test(request.headers.expect ?? '') && !response.headersSent) response.writeContinue()
}

const parseJson = koaBody({
  jsonLimit: largestJson,
  jsonStrict: false,
  urlencoded: false,
  text: false,
  multipart: false,
  includeUnparsed: false,
})

/** The body of a call, at most 100 KB and within 15 s. */
export async function readJson(ctx: Context, deadline = jsonDeadline): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(ctx.get('content-type')))
    throw refuse('bad-request', { sentence: 'This call needs a body of type application/json.' })

  askForBody(ctx.req, ctx.res)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const slow = refuse('too-slow', { sentence: 'The request was too slow and was cut off.' })
    timer = setTimeout(() => reject(slow), deadline)
  })
  try {
    await Promise.race([parseJson(ctx, async () => {}), late])
    return (ctx.request as { body?: unknown }).body
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    const tooLarge = cause instanceof Error && 'status' in cause && cause.status === 413
    throw tooLarge
      ? refuse('too-large', { sentence: 'This request is larger than any we expect.' })
      : refuse('bad-request', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** A body whose very bytes count, at most 100 KB and within 15 s. */
export async function readText({ req, res }: Context): Promise<string> {
  askForBody(req, res)
  const timer = setTimeout(() => req.destroy(), jsonDeadline)
  try {
    const parts: Buffer[] = []
    let size = 0
    for await (const part of req as AsyncIterable<Buffer>) {
      size += part.length
      if (size > largestJson) throw refuse('too-large', { sentence: 'This request is larger than any we expect.' })
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  } finally {
    clearTimeout(timer)
  }
}

/**
 * An answer that comes before the body was read: what is still sent is thrown away for a while, so that the sender gets to
 * read the answer, then the connection is cut.
 */
export function linger(request: IncomingMessage, forMs = lingering) {
  if (request.complete || request.destroyed) return
  request.unpipe()
  request.on('error', () => {})
  const timer = setTimeout(() => request.destroy(), forMs)
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.resume()
}
