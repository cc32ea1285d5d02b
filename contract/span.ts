/** A length of time in a reader's words: "12 days", "3 days 10 h", "5 h", "less than an hour". What is cut off is less than an hour. */
export function spanOf(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  const days = Math.floor(hours / 24)
  const dayWords = days === 0 ? '' : days === 1 ? '1 day' : `${days} days`
  const hourWords = hours % 24 === 0 ? '' : `${hours % 24} h`
  return [dayWords, hourWords].filter(Boolean).join(' ') || 'less than an hour'
}
