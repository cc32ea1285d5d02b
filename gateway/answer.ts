import type { Context } from 'koa'
import type { z } from 'zod'
import type { Audience, Call, ReplyOf } from '../contract/call.ts'
import type { Session } from '../db/sessions.ts'
import { readJson } from './body.ts'
import type { Deps } from './deps.ts'
import { refuse } from './refuse.ts'
import { sessionOf } from './session.ts'

/** Who asks, as the session says; what identifies the person is asked for where it is shown. */
export interface Person {
  readonly id: string
  readonly session: Session
}

interface Basics extends Deps {
  readonly ctx: Context
  readonly params: Readonly<Record<string, string>>
}

export interface Asked<C extends Call = Call> extends Basics {
  readonly user: Person
  readonly body: z.output<NonNullable<C['body']>>
}

/** An answer, or undefined where the handler wrote `ctx` itself. */
type Answer<C extends Call> = ReplyOf<C> | undefined

export interface Route {
  readonly method: Call['method']
  readonly path: string
  readonly handle: (basics: Basics) => Promise<unknown>
}

const staff = (audience: Audience) => audience === 'support' || audience === 'operator'

/** Staff calls do not exist for anybody else. */
async function admit(audience: Audience, { ctx, sessions, rates }: Basics): Promise<Person> {
  const session = await sessionOf(sessions, ctx.req)
  if (staff(audience) && !session?.roles.includes(audience)) throw refuse('not-found')
  if (!session) throw refuse('signed-out')
  await rates.account(session.owner)
  return { id: session.owner, session }
}

/** Joins a call of the contract with its handler: who may ask and what is sent is checked here, once. */
export const answer = <C extends Call>(call: C, handler: (asked: Asked<C>) => Answer<C> | Promise<Answer<C>>): Route => ({
  method: call.method,
  path: call.path,
  async handle(basics) {
    const user = await admit(call.for, basics)
    const body = call.body && (await bodyOf(call.body, basics.ctx))
    return handler({ ...basics, user, body: body as Asked<C>['body'] })
  },
})

/** The same for a call that needs no sign-in. */
export const answerEveryone = <C extends Call>(
  call: C,
  handler: (asked: Omit<Asked<C>, 'user'>) => Answer<C> | Promise<Answer<C>>,
): Route => ({
  method: call.method,
  path: call.path,
  async handle(basics) {
    const body = call.body && (await bodyOf(call.body, basics.ctx))
    return handler({ ...basics, body: body as Asked<C>['body'] })
  },
})

/** A place that browsers are sent to; it writes `ctx` itself. */
export const visit = (path: string, handle: (basics: Basics) => Promise<void>): Route => ({ method: 'GET', path, handle })

async function bodyOf(schema: z.ZodType, ctx: Context) {
  const parsed = schema.safeParse(await readJson(ctx))
  if (!parsed.success) throw refuse('bad-request')
  return parsed.data
}
