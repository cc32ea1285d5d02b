import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { refuse } from './refuse.ts'

/** Requests a minute; wide enough for a busy office behind one address, narrow enough to stop a loop. */
export const perMinute = { address: 3000, account: 1200, signIn: 120, upload: 240, socket: 240, demo: 30 } as const
export type RateLimited = keyof typeof perMinute

export type RateLimits = Readonly<Record<RateLimited, (key: string) => Promise<void>>>

/** Each rejects with a refusal that says when to come again. `scale` widens all of them, for benchmarks. */
export function createRateLimits(scale = 1): RateLimits {
  const limit = (name: RateLimited) => {
    const limiter = new RateLimiterMemory({ keyPrefix: name, points: perMinute[name] * scale, duration: 60 })
    return async (key: string) => {
      await limiter.consume(key).catch((rejected: RateLimiterRes | Error) => {
        if (rejected instanceof Error) throw rejected
        throw refuse('too-many-requests', { headers: { 'Retry-After': String(Math.ceil(rejected.msBeforeNext / 1000)) } })
      })
    }
  }
  return {
    address: limit('address'),
    account: limit('account'),
    signIn: limit('signIn'),
    upload: limit('upload'),
    socket: limit('socket'),
    demo: limit('demo'),
  }
}
