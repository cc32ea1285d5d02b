import { expect, test } from 'vitest'
import { spanOf } from './span.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [12 * day, '12 days'],
  [3 * day + 10 * hour + 59 * minute, '3 days 10 h'],
  [day, '1 day'],
  [day + hour, '1 day 1 h'],
  [23 * hour, '23 h'],
  [40 * minute, 'less than an hour'],
])('%i ms are read as %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words)
})
