import type { MetricMeter } from '@temporalio/common'
import type { Pool } from '../epub/node/pool.ts'

interface AtWork {
  readonly activity: string
  readonly engine: string | undefined
}

/** What a job came to: `verdict` is the outcome, the code of the failure, or `cancelled`. */
export interface JobEnd {
  readonly kind: string
  readonly engine: string
  readonly verdict: string
}

export interface WorkMetrics {
  /** `queued`: seconds from being due to being begun. */
  began(activity: AtWork & { readonly queued: number }): void
  ended(activity: AtWork & { readonly seconds: number; readonly outcome: 'done' | 'failed' | 'cancelled' }): void
  job(end: JobEnd): void
  appended(events: number, seconds: number, outcome: string): void
  /** A task of an engine process, its wait for one included. */
  engine(task: string, seconds: number): void
}

/** Buckets in seconds, by metric: those of Temporal's own are meant for milliseconds. */
export const buckets = {
  bookmender_queue_seconds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 1800],
  bookmender_activity_seconds: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  bookmender_engine_seconds: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  bookmender_append_seconds: [0.002, 0.005, 0.01, 0.05, 0.2, 1, 5],
}

const stringIn = (value: unknown, name: string): string | undefined => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'string' ? found : undefined
}

/** The job and engine that an activity is about, where its input names them. */
export const subjectOf = (input: unknown) => ({ jobId: stringIn(input, 'jobId'), engine: stringIn(input, 'engine') })

/** The end of a job, where this activity is the one that records it. */
export function endOf(activity: string, input: unknown, result: unknown): JobEnd | undefined {
  const engine = stringIn(input, 'engine') ?? 'none'
  switch (activity) {
    case 'score':
      return { kind: 'repair', engine, verdict: stringIn(result, 'outcome') ?? 'unknown' }
    case 'recordFailure':
      return { kind: 'repair', engine, verdict: stringIn(input, 'code') ?? 'internal' }
    case 'recordCancellation':
      return { kind: 'repair', engine, verdict: 'cancelled' }
    case 'revise':
      return { kind: 'revision', engine, verdict: stringIn(result, 'outcome') ?? 'unknown' }
    case 'recordRevisionFailure':
      return { kind: 'revision', engine, verdict: stringIn(input, 'code') ?? 'internal' }
    default:
      return undefined
  }
}

/** On Temporal's own meter, so that one address serves our numbers and the worker's. */
export function createWorkMetrics(meter: MetricMeter): WorkMetrics {
  const queue = meter.createHistogram('bookmender_queue_seconds', 'float', 's', 'From being due to being begun')
  const time = meter.createHistogram('bookmender_activity_seconds', 'float', 's', 'Time of one activity')
  const running = meter.createGauge('bookmender_activities_running', 'int', '', 'Activities at work on this worker')
  const jobs = meter.createCounter('bookmender_jobs_total', '', 'Jobs that ended, by engine and verdict')
  const appends = meter.createCounter('bookmender_appends_total', '', 'Events appended to the log')
  const appendTime = meter.createHistogram('bookmender_append_seconds', 'float', 's', 'Time of one append')
  const engineTime = meter.createHistogram('bookmender_engine_seconds', 'float', 's', 'Time of one task of an engine process')
  const counts = new Map<string, number>()
  const count = (stage: string, by: 1 | -1) => {
    const now = (counts.get(stage) ?? 0) + by
    counts.set(stage, now)
    running.set(now, { stage })
  }
  return {
    began({ activity, queued }) {
      count(activity, 1)
      queue.record(queued, { stage: activity })
    },
    ended({ activity, engine = 'none', seconds, outcome }) {
      count(activity, -1)
      time.record(seconds, { stage: activity, engine, outcome })
    },
    job: ({ kind, engine, verdict }) => jobs.add(1, { kind, engine, verdict }),
    appended(events, seconds, outcome) {
      appends.add(events, { outcome })
      appendTime.record(seconds)
    },
    engine: (task, seconds) => engineTime.record(seconds, { task }),
  }
}

/** The pool, and how long each task took, in vain or not. */
export const measuredPool = (pool: Pool, { engine }: Pick<WorkMetrics, 'engine'>): Pool => ({
  ...pool,
  async run(task, input, options) {
    const began = performance.now()
    try {
      return await pool.run(task, input, options)
    } finally {
      engine(String(task), (performance.now() - began) / 1000)
    }
  },
})
