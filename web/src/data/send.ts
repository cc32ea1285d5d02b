import type { BodyOf, Call, ReplyOf } from '../../../contract/call.ts'
import { pathOf } from '../../../contract/call.ts'
import { request } from './get.ts'

interface Sending<C extends Call> {
  readonly parts?: Record<string, string>
  readonly body?: BodyOf<C>
  readonly headers?: Readonly<Record<string, string>>
}

/** One call of the contract; the answer is read by its schema. */
export async function send<C extends Call>(call: C, { parts, body, headers }: Sending<C> = {}): Promise<ReplyOf<C>> {
  const response = await request(call.method, pathOf(call, parts), body, headers)
  return call.reply.parse(await response.json()) as ReplyOf<C>
}
