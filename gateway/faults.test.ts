import { expect, test } from 'vitest'
import { readFaults, shiftedClock } from './faults.ts'

test.each([
  ['', { blobWrite: undefined, clock: 0 }],
  ['engine.primary=throw; blob.write=slow', { blobWrite: 'slow', clock: 0 }],
  ['clock=+25h;blob.write=500', { blobWrite: '500', clock: 90_000_000 }],
  ['clock=-2d', { blobWrite: undefined, clock: -172_800_000 }],
])('%o', (text, faults) => {
  expect(readFaults(text)).toEqual(faults)
})

test.each(['blob.write=often', 'clock=tomorrow', 'clock=25h'])('%o is refused with a sentence', (text) => {
  expect(() => readFaults(text)).toThrow(/BOOKMENDER_FAULTS: .* set /)
})

test('the clock is shifted, not stopped', () => {
  expect(shiftedClock({ clock: 3_600_000 })().getTime() - Date.now()).toBeGreaterThan(3_599_000)
})
