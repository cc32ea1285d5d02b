const hour = 3_600_000

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** `3 days 10 h`, `10 h`, `40 min`; what is cut off is less than the smallest unit shown. */
export function duration(ms: number) {
  const days = Math.floor(ms / (24 * hour))
  const hours = Math.floor((ms % (24 * hour)) / hour)
  const parts = [days > 0 && counted(days, 'day', 'days'), hours > 0 && `${hours} h`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : `${Math.max(0, Math.floor(ms / 60_000))} min`
}
