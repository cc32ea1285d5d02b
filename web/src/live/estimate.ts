import { texts } from '../texts/texts.ts'
export interface Pace {
  /** Since the start, in ms. */
  readonly elapsed: number
  /** Since the progress last changed, in ms. */
  readonly still: number
  /** Overall, 0–100. */
  readonly progress: number
}

/**
 * What can be said honestly about the time left, from this job's own pace and nothing else. Silent while there is too
 * little to judge by; says so when the pace broke.
 */
export function estimate({ elapsed, still, progress }: Pace): string {
  if (progress >= 100) return texts.repair.estimates.finishing
  if (still > 15_000) return texts.repair.estimates.slow
  if (elapsed < 3_000 || progress < 10) return texts.repair.estimates.measuring
  const left = (elapsed * (100 - progress)) / progress / 1000
  if (left < 8) return texts.repair.estimates.few
  if (left < 55) return texts.repair.estimates.seconds(Math.ceil(left / 5) * 5)
  const whole = Math.round(left / 60)
  return whole <= 1 ? texts.repair.estimates.minute : texts.repair.estimates.minutes(whole)
}

/** `0:07`, `12:40`, `1:02:09`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
