import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Session, Sessions } from '../db/sessions.ts'
import type { Config } from './config.ts'
import { isLoopback } from './config.ts'

/** Cookies do not separate ports: the name keeps ours apart from the local provider's. */
export const sessionCookie = 'bookmender_session'

/** Secure wherever the address is not this very machine's over http. */
export const isSecure = ({ publicUrl }: Pick<Config, 'publicUrl'>) =>
  publicUrl.protocol === 'https:' || !isLoopback(publicUrl.hostname)

export const cookieOptions = (config: Pick<Config, 'publicUrl'>) =>
  ({ httpOnly: true, sameSite: 'lax', secure: isSecure(config), overwrite: true }) as const

export const setSessionCookie = (ctx: Context, config: Pick<Config, 'publicUrl'>, token: string, expires: Date) =>
  ctx.cookies.set(sessionCookie, token, { ...cookieOptions(config), expires })

export const clearSessionCookie = (ctx: Context, config: Pick<Config, 'publicUrl'>) =>
  ctx.cookies.set(sessionCookie, null, cookieOptions(config))

const tokenShape = /^[\w-]{20,100}$/

/** The session's token as the browser sent it; undefined when there is none that could be ours. */
export function tokenOf(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === sessionCookie && value && tokenShape.test(value)) return value
  }
  return undefined
}

export const sessionOf = async (
  sessions: Pick<Sessions, 'find'>,
  request: Pick<IncomingMessage, 'headers'>,
): Promise<Session | undefined> => {
  const token = tokenOf(request)
  return token === undefined ? undefined : sessions.find(token)
}
