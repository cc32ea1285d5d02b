import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateLimits, perMinute, type RateLimited } from './rate-limits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test.each(Object.entries(perMinute) as [RateLimited, number][])(
  '%s: %i a minute for each, and again after it',
  async (name, most) => {
    const limit = createRateLimits()[name]
    for (let n = 0; n < most; n += 1) await limit('one')
    await expect(limit('one')).rejects.toMatchObject({
      status: 429,
      code: 'too-many-requests',
      headers: { 'Retry-After': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) },
    })
    await limit('another')
    vi.advanceTimersByTime(61_000)
    await limit('one')
  },
)
