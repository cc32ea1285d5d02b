import { expect, test } from 'vitest'
import { slowestUpload, watchPace } from './pace.ts'

const second = 1000
const send = (bytesPerSecond: number, seconds: number, from = 0) => {
  const pace = watchPace(slowestUpload, from)
  const verdicts: boolean[] = []
  for (let at = 1; at <= seconds; at++) {
    pace.arrived(bytesPerSecond, from + at * second)
    verdicts.push(pace.isTooSlow(from + at * second))
  }
  return verdicts
}

test('nobody is judged before the first stretch is over', () => {
  expect(send(0, 29)).not.toContain(true)
})
test('15 KB/s is cut after 30 s, 17 KB/s never', () => {
  expect(send(15 * 1024, 30).at(-1)).toBe(true)
  expect(send(17 * 1024, 600)).not.toContain(true)
})
test('a fast start does not pay for a stall later', () => {
  const pace = watchPace(slowestUpload, 0)
  pace.arrived(100_000_000, second)
  expect(pace.isTooSlow(30 * second)).toBe(false)
  expect(pace.isTooSlow(32 * second)).toBe(true)
})
test('the time we kept the sender waiting does not count', () => {
  const pace = watchPace(slowestUpload, 0)
  pace.excuse(29 * second)
  expect(pace.isTooSlow(58 * second)).toBe(false)
  expect(pace.isTooSlow(59 * second)).toBe(true)
})
