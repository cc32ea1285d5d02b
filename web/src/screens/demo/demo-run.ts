import type { DemoSample } from '../../../../contract/calls/demo.ts'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { evolve, type JobState, newJob, withRecord } from '../../live/job-state.ts'
import type { Listener } from '../../live/socket.ts'

/** Results are shown no earlier, so that the four stages can be followed; ms after the start. */
export const earliestResult = 5000
/** How often the record is asked for beside the socket, in ms. */
const lookEvery = 4000

export type Run =
  | { readonly at: 'picking' }
  | { readonly at: 'starting'; readonly sample: DemoSample }
  | { readonly at: 'running'; readonly sample: DemoSample; readonly job: JobState; readonly startedAt: number }
  | { readonly at: 'done'; readonly sample: DemoSample; readonly record: JobRecord; readonly seconds: number }

interface Deps {
  readonly start: (id: DemoSample['id']) => Promise<string>
  readonly fetchJob: (jobId: string) => Promise<JobRecord>
  readonly subscribe: (jobId: string, after: number, listener: Listener) => () => void
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly onDone: () => void
  readonly onError: (error: unknown) => void
}

/** One demo at a time: the sample, the job behind it, and what came of it. */
export function createDemoRun({ start, fetchJob, subscribe, now, wait, onDone, onError }: Deps) {
  const listeners = new Set<() => void>()
  let run: Run = { at: 'picking' }
  let leave = () => {}

  function put(next: Run) {
    run = next
    for (const listener of listeners) listener()
  }

  const isOn = (jobId: string) => run.at === 'running' && run.job.jobId === jobId

  function stop() {
    leave()
    leave = () => {}
    put({ at: 'picking' })
  }

  function follow(jobId: string) {
    let isEnding = false
    const take = (job: JobState) => {
      if (run.at !== 'running' || !isOn(jobId)) return
      if (job !== run.job) put({ ...run, job })
      if (job.phase === 'processing' || isEnding) return
      isEnding = true
      void end(jobId)
    }
    const look = async () => {
      const record = await fetchJob(jobId).catch(() => undefined)
      if (record && run.at === 'running') take(withRecord(run.job, record))
    }
    const timer = setInterval(() => void look(), lookEvery)
    const unsubscribe = subscribe(jobId, 0, {
      onMessage: (message) => run.at === 'running' && take(evolve(run.job, message)),
      onRefused: () => void look(),
    })
    leave = () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  async function end(jobId: string) {
    if (run.at !== 'running') return
    const { sample, startedAt } = run
    try {
      const record = await fetchJob(jobId)
      await wait(Math.max(0, startedAt + earliestResult - now()))
      if (!isOn(jobId)) return
      if (record.status !== 'completed') throw new Error(record.error ?? record.status)
      leave()
      put({ at: 'done', sample, record, seconds: secondsOf(record) })
      onDone()
    } catch (error) {
      if (!isOn(jobId)) return
      stop()
      onError(error)
    }
  }

  return {
    state: () => run,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async begin(sample: DemoSample) {
      if (run.at === 'starting' || run.at === 'running') return
      put({ at: 'starting', sample })
      const startedAt = now()
      try {
        const jobId = await start(sample.id)
        put({ at: 'running', sample, job: newJob(jobId), startedAt })
        follow(jobId)
      } catch (error) {
        stop()
        onError(error)
      }
    },
    reset: stop,
  }
}

/** From the request to the end, as the service recorded them. */
const secondsOf = ({ createdAt, endedAt }: JobRecord) =>
  endedAt === undefined ? 0 : (Date.parse(endedAt) - Date.parse(createdAt)) / 1000
