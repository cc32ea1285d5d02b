import type { NewEvent } from '../contract/event.ts'
import { type RepairEvent, repairStream } from '../contract/events/repair.ts'
import type { Stage } from '../contract/quality.ts'
import type { Log } from '../db/log.ts'

/** Least step between two recorded progresses, in percent, and least time between them, in ms. */
const step = 5
const pause = 250

type Draft = RepairEvent extends infer E ? (E extends RepairEvent ? E & { id: string } : never) : never

/**
 * Writes one stage of one job. The running activity is the one writer: it appends at the version it has seen, so that
 * a lost attempt that wakes up late is refused. A retry never moves the progress back and never starts a stage twice.
 */
export async function openStage(log: Log, { jobId, stage, attempt }: { jobId: string; stage: Stage; attempt: number }) {
  const stream = repairStream(jobId)
  const past = (await log.readStream(stream)) as unknown as readonly (RepairEvent & { version: number })[]
  let version = past.at(-1)?.version ?? 0
  let reached = past.reduce(
    (most, event) =>
      event.type === 'StageProgressed' && event.data.stage === stage ? Math.max(most, event.data.progress) : most,
    0,
  )
  let lastAt = 0
  let queue: Promise<unknown> = Promise.resolve()

  /** Appends in order, one after the other. Rejects with `WrongVersion` when another attempt has taken over. */
  function append(...events: Draft[]): Promise<void> {
    const done = queue.then(async () => {
      const appended = await log.append(stream, events as readonly NewEvent[], {
        expectedVersion: version,
        metadata: { correlationId: jobId, actor: 'system' },
      })
      version = Math.max(version, appended.version)
    })
    queue = done.catch(() => {})
    return done
  }

  if (!past.some((event) => event.type === 'StageStarted' && event.data.stage === stage))
    await append({ id: `${jobId}/${stage}/started`, type: 'StageStarted', data: { stage, attempt } })

  return {
    append,
    /** `done` from 0 to 1. */
    progress(done: number) {
      const percent = Math.min(99, Math.floor(done * 100))
      const now = Date.now()
      if (percent < reached + step || now - lastAt < pause) return
      reached = percent
      lastAt = now
      append({
        id: `${jobId}/${stage}/progress/${attempt}/${percent}`,
        type: 'StageProgressed',
        data: { stage, attempt, progress: percent },
      }).catch(() => {})
    },
    /** Waits for what is on its way, then says that the stage is done. */
    async complete() {
      await append({ id: `${jobId}/${stage}/completed`, type: 'StageCompleted', data: { stage, attempt } })
    },
  }
}

export type StageWriter = Awaited<ReturnType<typeof openStage>>
