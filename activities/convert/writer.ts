import type { NewEvent } from '../../contract/event.ts'
import { type ConversionEvent, conversionStream } from '../../contract/events/convert.ts'
import type { Log } from '../../db/log.ts'

/** Least step between two recorded progresses, in percent, and least time between them, in ms. */
const step = 5
const pause = 250

const endings = new Set<string>([
  'ConversionCompleted',
  'ConversionFailed',
  'ConversionCancelled',
] satisfies ConversionEvent['type'][])

/**
 * Writes one conversion's stream. The running activity is the one writer: it appends at the version it has seen, so that
 * a lost attempt that wakes up late is refused. A retry never moves the progress back.
 */
export async function openConversion(log: Log, { jobId, attempt }: { jobId: string; attempt: number }) {
  const stream = conversionStream(jobId)
  const past = (await log.readStream(stream)) as unknown as readonly (ConversionEvent & { version: number })[]
  let version = past.at(-1)?.version ?? 0
  let reached = past.reduce(
    (most, event) => (event.type === 'ConversionProgressed' ? Math.max(most, event.data.progress) : most),
    0,
  )
  let lastAt = 0
  let queue: Promise<unknown> = Promise.resolve()

  function append(event: ConversionEvent & NewEvent): Promise<void> {
    const done = queue.then(async () => {
      const metadata = { correlationId: jobId, actor: 'system' }
      const appended = await log.append(stream, [event], { expectedVersion: version, metadata })
      version = Math.max(version, appended.version)
    })
    queue = done.catch(() => {})
    return done
  }

  return {
    /** What it came to, where an attempt before this one got that far. */
    ended: past.find(({ type }) => endings.has(type))?.type,
    append,
    async begin() {
      if (!past.some(({ type }) => type === 'ConversionStarted'))
        await append({ id: `${jobId}/started`, type: 'ConversionStarted', data: { attempt } })
    },
    /** `done` from 0 to 1. */
    progress(done: number) {
      const percent = Math.min(99, Math.floor(done * 100))
      const now = Date.now()
      if (percent < reached + step || now - lastAt < pause) return
      reached = percent
      lastAt = now
      append({
        id: `${jobId}/progress/${attempt}/${percent}`,
        type: 'ConversionProgressed',
        data: { attempt, progress: percent },
      }).catch(() => {})
    },
  }
}

export type ConversionWriter = Awaited<ReturnType<typeof openConversion>>
