import type { JobRecord } from '../../../contract/calls/epub.ts'
import type { Mode } from '../../../contract/plans.ts'
import { HttpError } from '../data/http-error.ts'
import { NoAnswer, type Upload } from '../data/upload.ts'
import { evolve, type JobState, jobFromRecord, newJob, withRecord } from './job-state.ts'
import type { Memory, RememberedJob } from './remembered-job.ts'
import type { Listener } from './socket.ts'

/** What lies on the desk: nothing (and why the last upload was refused), a job that is looked up after a reload, one at work, or one that ended. */
export type Desk =
  | { readonly at: 'empty'; readonly refused?: unknown }
  | { readonly at: 'looking'; readonly jobId: string }
  | (Running & { readonly at: 'running' })
  | { readonly at: 'ended'; readonly record: JobRecord }
  | { readonly at: 'unknown'; readonly jobId: string; readonly error: unknown }

interface Running extends Omit<RememberedJob, 'isSending'> {
  readonly job: JobState
  /** While the book is being sent. */
  readonly sending: { readonly sent: number; readonly total: number } | undefined
  /** When the progress last changed; browser's clock, ms. */
  readonly movedAt: number
  readonly isCancelling: boolean
}

const isUnknown = (error: unknown) => error instanceof HttpError && error.status === 404

export type Outcome =
  | { readonly type: 'ended'; readonly record: JobRecord }
  | { readonly type: 'refused'; readonly error: unknown }
  | { readonly type: 'lost-upload' }

interface Deps {
  readonly upload: (upload: Upload) => Promise<number>
  readonly fetchJob: (jobId: string) => Promise<JobRecord>
  readonly cancelJob: (jobId: string) => Promise<unknown>
  readonly subscribe: (jobId: string, after: number, listener: Listener) => () => void
  readonly isLive: () => boolean
  readonly memory: Memory
  readonly mintId: () => string
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Told once for each job that ends while it is followed. */
  readonly onOutcome: (outcome: Outcome) => void
}

/** Waits between questions for a record while the network is away, in ms. */
const patience = [500, 1000, 2000, 4000, 8000, 15_000]
/** How many times a job that was being sent when the page was left is asked for before it counts as lost. */
const arrival = 3
/** How long the socket may be away or silent before the record is asked for, in ms. */
const watchEvery = 5_000
const silence = 20_000

/**
 * The one repair of this tab. It lives beside the screens, so that leaving the page for the prices and coming back finds
 * the upload still running; the job itself lives on the server and survives the tab.
 */
export function createRepairDesk(deps: Deps) {
  const { upload, fetchJob, cancelJob, subscribe, isLive, memory, mintId, now, wait, onOutcome } = deps
  const listeners = new Set<() => void>()
  let desk: Desk = { at: 'empty' }
  let leave: (() => void) | undefined
  let sending: AbortController | undefined

  function put(next: Desk) {
    desk = next
    for (const listener of listeners) listener()
  }

  const isAtWork = (jobId: string) => desk.at === 'running' && desk.jobId === jobId

  function change(jobId: string, next: Partial<Running>) {
    if (desk.at === 'running' && desk.jobId === jobId) put({ ...desk, ...next })
  }

  function clear() {
    leave?.()
    leave = undefined
    sending?.abort()
    sending = undefined
  }

  function listen(jobId: string, after: number) {
    let heardAt = now()
    const stop = subscribe(jobId, after, {
      onMessage(message) {
        if (desk.at !== 'running' || desk.jobId !== jobId) return
        heardAt = now()
        const job = evolve(desk.job, message)
        put({ ...desk, job, movedAt: now() })
        if (job.phase !== 'processing') void finish(jobId)
      },
      onRefused: () => void look(jobId),
    })
    const watch = setInterval(() => {
      if (isLive() && now() - heardAt < silence) return
      heardAt = now()
      void look(jobId)
    }, watchEvery)
    leave = () => {
      clearInterval(watch)
      stop()
    }
  }

  /** Asks how the job stands, where the socket does not say. */
  async function look(jobId: string) {
    const record = await fetchJob(jobId).catch(() => undefined)
    if (!record || desk.at !== 'running' || desk.jobId !== jobId) return
    const job = withRecord(desk.job, record)
    if (job !== desk.job) put({ ...desk, job, movedAt: now() })
    if (record.status !== 'processing') end(record)
  }

  function end(record: JobRecord, isNews = true) {
    clear()
    put({ at: 'ended', record })
    if (isNews) onOutcome({ type: 'ended', record })
  }

  /** The record, asked for again while the network is away; a refusal is final, unless the job may still be on its way in. */
  async function recordOf(jobId: string, mayArrive = false): Promise<JobRecord> {
    for (const [attempt, pause] of patience.entries()) {
      try {
        return await fetchJob(jobId)
      } catch (error) {
        const isArriving = mayArrive && attempt < arrival && isUnknown(error)
        if (error instanceof HttpError && error.status < 500 && !isArriving) throw error
        await wait(pause)
      }
    }
    return fetchJob(jobId)
  }

  let finishing: string | undefined
  async function finish(jobId: string) {
    if (finishing === jobId) return
    finishing = jobId
    try {
      const record = await recordOf(jobId)
      if (isAtWork(jobId)) end(record)
    } catch (error) {
      if (!isAtWork(jobId)) return
      clear()
      put({ at: 'unknown', jobId, error })
    } finally {
      finishing = undefined
    }
  }

  function refuse(jobId: string, error: unknown) {
    if (!isAtWork(jobId)) return
    clear()
    memory.forget()
    put({ at: 'empty', refused: error })
    onOutcome({ type: 'refused', error })
  }

  /** No answer, 502 or 504 says nothing about the job: it is asked for before anybody is told that it failed. */
  async function askAfter(jobId: string, error: unknown) {
    try {
      const record = await recordOf(jobId)
      if (!isAtWork(jobId)) return
      change(jobId, { sending: undefined })
      if (record.status !== 'processing') end(record)
    } catch {
      refuse(jobId, error)
    }
  }

  /** The job was taken, ran and failed: its record tells how. */
  const isFailedJob = (error: unknown) => error instanceof HttpError && error.status === 422

  const saysNothing = (error: unknown) =>
    error instanceof NoAnswer || (error instanceof HttpError && (error.status === 502 || error.status === 504))

  async function start(file: File, mode: Mode) {
    clear()
    const jobId = mintId()
    const remembered = { jobId, startedAt: now(), fileName: file.name, size: file.size }
    memory.keep({ ...remembered, isSending: true })
    put({
      ...remembered,
      at: 'running',
      job: newJob(jobId),
      sending: { sent: 0, total: file.size },
      movedAt: now(),
      isCancelling: false,
    })
    listen(jobId, 0)
    sending = new AbortController()
    try {
      const status = await upload({
        jobId,
        file,
        mode,
        signal: sending.signal,
        onSent: (sent, total) => change(jobId, { sending: sent < total ? { sent, total } : undefined, movedAt: now() }),
      })
      memory.keep({ ...remembered, isSending: false })
      change(jobId, { sending: undefined })
      if (status === 200 && isAtWork(jobId)) await finish(jobId)
    } catch (error) {
      if (!isAtWork(jobId) || (error instanceof DOMException && error.name === 'AbortError')) return
      if (isFailedJob(error)) await finish(jobId)
      else if (saysNothing(error)) await askAfter(jobId, error)
      else refuse(jobId, error)
    }
  }

  /** Puts a job of the history or of before the reload on the desk, live when it still runs. */
  async function open(jobId: string, remembered?: RememberedJob) {
    clear()
    put({ at: 'looking', jobId })
    try {
      const record = await recordOf(jobId, remembered?.isSending)
      if (desk.at !== 'looking' || desk.jobId !== jobId) return
      const { fileName, bytes: size } = record
      const kept = { jobId, fileName, size, startedAt: remembered?.startedAt ?? Math.min(now(), Date.parse(record.createdAt)) }
      memory.keep({ ...kept, isSending: false })
      if (record.status !== 'processing') return end(record, false)
      put({ ...kept, at: 'running', job: jobFromRecord(record), sending: undefined, movedAt: now(), isCancelling: false })
      listen(jobId, record.seq)
    } catch (error) {
      if (desk.at !== 'looking' || desk.jobId !== jobId) return
      if (isUnknown(error)) {
        memory.forget()
        put({ at: 'empty' })
        if (remembered?.isSending) onOutcome({ type: 'lost-upload' })
      } else put({ at: 'unknown', jobId, error })
    }
  }

  return {
    start,
    open,
    /** A newer record of the job that lies there: its result has another version. */
    show(record: JobRecord) {
      if (desk.at === 'ended' && desk.record.jobId === record.jobId) put({ at: 'ended', record })
    },
    /** After a reload: what this tab was at, or else the running job that the history names. */
    resume(running?: string) {
      if (desk.at !== 'empty') return
      const remembered = memory.recall()
      if (remembered) void open(remembered.jobId, remembered)
      else if (running) void open(running)
    },
    async cancel() {
      if (desk.at !== 'running' || desk.isCancelling) return
      const { jobId, sending: stillSending } = desk
      put({ ...desk, isCancelling: true })
      if (stillSending) {
        void cancelJob(jobId).catch(() => undefined)
        clear()
        memory.forget()
        put({ at: 'empty' })
        return
      }
      try {
        await cancelJob(jobId)
      } catch (error) {
        change(jobId, { isCancelling: false })
        throw error
      }
    },
    /** "Upload Another". */
    reset() {
      clear()
      memory.forget()
      put({ at: 'empty' })
    },
    state: () => desk,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
