import type { EventMetadata, Recorded } from '../../contract/event.ts'

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `21 November 2026 at 18:23 UTC`: the same for whoever reads it. */
export const moment = (at: Date | string) => `${format.format(new Date(at)).replace(', ', ' at ')} UTC`

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const list = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

export const size = (bytes: number) =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : plural(Math.max(1, Math.round(bytes / 1024)), 'KB', 'KB')

export function duration(ms: number) {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return plural(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return plural(minutes, 'minute')
  return plural(Math.round(minutes / 60), 'hour')
}

/** Longest wait for a worker that nobody has to be told of, in ms. */
export const shortWait = 60_000

/** Any event of a job, whatever stream it stands in. */
export type Told = Pick<Recorded, 'stream' | 'type' | 'data' | 'recordedAt'> & { readonly metadata?: EventMetadata }
