import type { z } from 'zod'

/** Who may make a call. Staff calls answer 404 to everybody else. */
export type Audience = 'everyone' | 'signed-in' | 'support' | 'operator'

/** One HTTP call, declared once: answered in `gateway/routes`, sent from `web/src/data`. */
export interface Call<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for parts that vary. */
  readonly path: string
  readonly for: Audience
  /** JSON body; absent where none is sent. */
  readonly body?: Body
  readonly reply: Reply
}

export const defineCall = <Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType>(call: Call<Body, Reply>) =>
  call

export type BodyOf<C extends Call> = z.input<NonNullable<C['body']>>
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** `path` with its `:name` parts filled in. */
export const pathOf = ({ path }: Pick<Call, 'path'>, parts: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
