import { expect, it } from 'vitest'
import { clock, estimate } from './estimate.ts'

it.each([
  [{ elapsed: 1_000, still: 0, progress: 50 }, 'Measuring the pace'],
  [{ elapsed: 9_000, still: 0, progress: 4 }, 'Measuring the pace'],
  [{ elapsed: 10_000, still: 500, progress: 25 }, 'About 30 seconds left at this pace'],
  [{ elapsed: 20_000, still: 500, progress: 80 }, 'A few seconds left at this pace'],
  [{ elapsed: 60_000, still: 500, progress: 50 }, 'About a minute left at this pace'],
  [{ elapsed: 60_000, still: 500, progress: 20 }, 'About 4 minutes left at this pace'],
  [{ elapsed: 60_000, still: 16_000, progress: 20 }, 'This part takes longer than the pace so far. Still working'],
  [{ elapsed: 60_000, still: 0, progress: 100 }, 'Finishing'],
])('%o: %s', (pace, text) => {
  expect(estimate(pace)).toBe(text)
})

it('shows time as a clock', () => {
  expect([0, 7_900, 760_000, 3_729_000].map(clock)).toEqual(['0:00', '0:07', '12:40', '1:02:09'])
})
