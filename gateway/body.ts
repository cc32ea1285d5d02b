import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from './refuse.ts'

const largestJson = 100 * 1024
const jsonDeadline = 15_000
/** How long what a refused sender still sends is thrown away before the connection is cut. */
const lingering = 10_000

/** Asks a sender that waits for it (`Expect: 100-continue`) to begin. */
export const askForBody = (request: IncomingMessage, response: ServerResponse) => {
  if (/100-continue/i.test(request.headers.expect ?? '') && !response.headersSent) response.writeContinue()
}

/** The body of a call, at most 100 KB and within 15 s. */
export async function readJson(request: IncomingMessage, response: ServerResponse, deadline = jsonDeadline): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw refuse('bad-request', { sentence: 'This call needs a body of type application/json.' })
  const tooLarge = () => refuse('too-large', { sentence: 'This request is larger than any we expect.' })
  if (Number(request.headers['content-length'] ?? 0) > largestJson) throw tooLarge()

  askForBody(request, response)
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(() => end(refuse('too-slow', { sentence: 'The request was too slow and was cut off.' })), deadline)
    const end = (error?: Error) => {
      clearTimeout(timer)
      request.off('data', take).off('end', done).off('error', broken).off('close', broken)
      if (error) reject(error)
      else resolve(Buffer.concat(chunks).toString('utf8'))
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > largestJson) end(tooLarge())
      else chunks.push(chunk)
    }
    const broken = () => end(refuse('bad-request'))
    const done = () => end()
    request.on('data', take).on('end', done).on('error', broken).on('close', broken)
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuse('bad-request', { cause })
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
