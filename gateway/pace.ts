export interface Pace {
  readonly bytesPerSecond: number
  /** Over any stretch this long, in ms. */
  readonly window: number
}

export const slowestUpload: Pace = { bytesPerSecond: 16 * 1024, window: 30_000 }

/** Watches one sender. Times are given in ms of any clock that only goes forward. */
export function watchPace({ bytesPerSecond, window }: Pace, startedAt: number) {
  const least = (bytesPerSecond * window) / 1000
  let since = startedAt
  let arrivals: { at: number; bytes: number }[] = []

  return {
    arrived(bytes: number, at: number) {
      const last = arrivals.at(-1)
      if (last && at - last.at < window / 30) last.bytes += bytes
      else arrivals.push({ at, bytes })
    },
    /** We kept the sender waiting: the stretch begins anew. */
    excuse(at: number) {
      since = at
      arrivals = []
    },
    isTooSlow(at: number) {
      if (at - since < window) return false
      arrivals = arrivals.filter((arrival) => arrival.at > at - window)
      return arrivals.reduce((sum, { bytes }) => sum + bytes, 0) < least
    },
  }
}
