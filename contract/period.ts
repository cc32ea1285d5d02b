/** Times of plans, all in UTC. A month keeps its anchor's day: 31 Jan, 28 or 29 Feb, 31 Mar. */
export interface Period {
  readonly start: Date
  /** The first moment that no longer belongs to it. */
  readonly end: Date
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** `count` months from the anchor, at its time of day; the day is cut to the length of the month it falls in. */
export function addMonths(anchor: Date, count: number): Date {
  const months = anchor.getUTCFullYear() * 12 + anchor.getUTCMonth() + count
  const year = Math.floor(months / 12)
  const month = months - year * 12
  const moved = new Date(anchor)
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), daysIn(year, month)))
  return moved
}

/** The anchored month that `now` lies in; also for a time before the anchor. */
export function monthOf(anchor: Date, now: Date): Period {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  const index = addMonths(anchor, months) > now ? months - 1 : months
  return { start: addMonths(anchor, index), end: addMonths(anchor, index + 1) }
}

export function dayOf(now: Date): Period {
  const start = new Date(now)
  start.setUTCHours(0, 0, 0, 0)
  return { start, end: new Date(start.getTime() + 86_400_000) }
}
