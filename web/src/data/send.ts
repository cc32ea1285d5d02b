import type { BodyOf, Call, ReplyOf } from '../../../contract/call.ts'
import { pathOf } from '../../../contract/call.ts'
import { HttpError } from './http-error.ts'

/** Form data goes as it is, anything else as JSON, nothing without a content type; cookies always. */
export async function request(method: string, url: string, body?: unknown): Promise<Response> {
  const form = body instanceof FormData
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body === undefined
      ? {}
      : form
        ? { body }
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  if (!response.ok) throw new HttpError(response.status, await response.text(), response.statusText)
  return response
}

interface Sending<C extends Call> {
  readonly parts?: Record<string, string>
  readonly body?: BodyOf<C>
}

/** One call of the contract; the answer is read by its schema. */
export async function send<C extends Call>(call: C, { parts, body }: Sending<C> = {}): Promise<ReplyOf<C>> {
  const response = await request(call.method, pathOf(call, parts), body)
  return call.reply.parse(await response.json()) as ReplyOf<C>
}

/** As `send`, but a 401 is an answer: nobody is signed in. */
export const sendOrNobody = <C extends Call>(call: C): Promise<ReplyOf<C> | null> =>
  send(call).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 401) return null
    throw error
  })
