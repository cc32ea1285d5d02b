import type { BatchBook, BatchRecord } from '../../../contract/calls/batch.ts'
import type { LiveMessage } from '../../../contract/live.ts'
import type { Mode } from '../../../contract/plans.ts'
import { HttpError } from '../data/http-error.ts'
import { NoAnswer, type Upload } from '../data/upload.ts'
import { evolve, type JobState, newJob } from './job-state.ts'
import type { Listener } from './socket.ts'

/** `queued` and `sending` are the browser's: the service has not all of the book yet. `refused`: it will never have it. */
export type BookPhase = 'queued' | 'sending' | BatchBook['status'] | 'refused'

export interface BookLine {
  readonly jobId: string
  readonly fileName: string
  readonly bytes: number
  readonly phase: BookPhase
  /** 0–1, while it is being sent. */
  readonly sent: number
  readonly job: JobState
  readonly outcome: BatchBook['outcome']
  /** Why it failed or was refused; with the service's reference where it has one. */
  readonly error: unknown
  readonly sentence: string | undefined
  readonly filesDeleted: boolean
}

export interface OpenBatch {
  readonly at: 'batch'
  readonly batchId: string
  readonly status: BatchRecord['status']
  readonly lines: readonly BookLine[]
  /** Announced, but neither here nor at the service: the page was left before they were sent. */
  readonly lost: number
  readonly downloads: BatchRecord['downloads']
  readonly isCancelling: boolean
}

export type BatchDesk =
  | { readonly at: 'empty'; readonly refused?: unknown }
  | { readonly at: 'looking'; readonly batchId: string | undefined }
  | OpenBatch
  | { readonly at: 'unknown'; readonly batchId: string; readonly error: unknown }

interface Deps {
  readonly announce: (count: number) => Promise<{ readonly batchId: string }>
  readonly upload: (upload: Upload) => Promise<number>
  readonly fetchBatch: (batchId: string) => Promise<BatchRecord>
  readonly cancelBatch: (batchId: string) => Promise<unknown>
  readonly finishBatch: (batchId: string) => Promise<unknown>
  readonly subscribe: (jobId: string, after: number, listener: Listener) => () => void
  readonly isLive: () => boolean
  readonly memory: { keep(batchId: string): void; forget(): void; recall(): string | undefined }
  readonly mintId: () => string
  readonly wait: (ms: number) => Promise<void>
  /** Told once for a batch that ends while it is followed. */
  readonly onEnded: (batch: OpenBatch) => void
}

/** Books sent at the same time. */
const lanes = 2
/** Times a book is sent again where no answer came, and the pause before, in ms. */
const tries = 4
const pause = 2000
/** How often the record is asked for where the socket tells all, and where it does not, in ms. */
const calm = 15_000
const eager = 2000

const over = new Set<BookPhase>(['completed', 'failed', 'cancelled', 'refused'])
export const isOver = ({ phase }: Pick<BookLine, 'phase'>) => over.has(phase)
const isOurs = ({ phase }: Pick<BookLine, 'phase'>) => phase === 'queued' || phase === 'sending'

const newLine = (jobId: string, file: File): BookLine => ({
  jobId,
  fileName: file.name,
  bytes: file.size,
  phase: 'queued',
  sent: 0,
  job: newJob(jobId),
  outcome: undefined,
  error: undefined,
  sentence: undefined,
  filesDeleted: false,
})

const lineOf = (book: BatchBook): BookLine => ({
  jobId: book.jobId,
  fileName: book.fileName,
  bytes: book.bytes,
  phase: book.status,
  sent: 1,
  job: {
    ...newJob(book.jobId),
    seq: book.seq,
    stages: book.stages,
    found: book.found,
    fixed: book.fixed,
    reference: book.reference,
  },
  outcome: book.outcome,
  error: undefined,
  sentence: book.error,
  filesDeleted: book.filesDeleted,
})

/** What a message makes of a line; the message of an end carries its words. */
export function tellLine(line: BookLine, message: LiveMessage): BookLine {
  const job = evolve(line.job, message)
  if (job === line.job) return line
  if (message.type === 'complete') return { ...line, job, phase: 'completed', outcome: message.data.outcome }
  if (message.type === 'progress' && message.data.ended) {
    const { ended, message: sentence } = message.data
    return { ...line, job, phase: ended, sentence }
  }
  return { ...line, job, phase: job.seq > 1 ? 'processing' : 'waiting' }
}

/** A record that knows more replaces the line; what only the browser knows stays. */
function withBook(line: BookLine, book: BatchBook): BookLine {
  if (book.seq < line.job.seq || (book.seq === line.job.seq && book.filesDeleted === line.filesDeleted && !isOurs(line)))
    return line
  return { ...lineOf(book), fileName: line.fileName }
}

/** The one batch of this tab. It lives beside the screens; what has arrived lives on the server and survives the tab. */
export function createBatchDesk(deps: Deps) {
  const { announce, upload, fetchBatch, subscribe, isLive, memory, mintId, wait, onEnded } = deps
  const listeners = new Set<() => void>()
  const leaving = new Map<string, () => void>()
  let desk: BatchDesk = { at: 'empty' }
  let files = new Map<string, File>()
  let sending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function put(next: BatchDesk) {
    desk = next
    for (const listener of listeners) listener()
  }
  const isOn = (batchId: string) => desk.at === 'batch' && desk.batchId === batchId
  function change(batchId: string, next: Partial<OpenBatch>) {
    if (desk.at === 'batch' && desk.batchId === batchId) put({ ...desk, ...next })
  }
  function changeLine(jobId: string, next: (line: BookLine) => BookLine) {
    if (desk.at !== 'batch') return
    const lines = desk.lines.map((line) => (line.jobId === jobId ? next(line) : line))
    put({ ...desk, lines })
    const line = lines.find((one) => one.jobId === jobId)
    if (line && isOver(line)) stopListening(jobId)
  }
  const lineOn = (jobId: string) => (desk.at === 'batch' ? desk.lines.find((line) => line.jobId === jobId) : undefined)

  function stopListening(jobId: string) {
    leaving.get(jobId)?.()
    leaving.delete(jobId)
  }
  function listen(jobId: string, after: number) {
    if (leaving.has(jobId)) return
    const stop = subscribe(jobId, after, {
      onMessage: (message) => changeLine(jobId, (line) => tellLine(line, message)),
      onRefused: () => {},
    })
    leaving.set(jobId, stop)
  }

  function clear() {
    clearTimeout(timer)
    sending.abort()
    sending = new AbortController()
    files = new Map()
    for (const jobId of leaving.keys()) stopListening(jobId)
  }

  /** The record, again and again until the batch has ended: seldom, as long as the socket tells what happens. */
  function watch(batchId: string) {
    clearTimeout(timer)
    const isQuiet = desk.at === 'batch' && isLive() && !desk.lines.every(isOver) && !desk.isCancelling
    timer = setTimeout(() => void look(batchId).finally(() => isOn(batchId) && watch(batchId)), isQuiet ? calm : eager)
  }

  async function look(batchId: string) {
    const record = await fetchBatch(batchId).catch(() => undefined)
    if (record && isOn(batchId)) take(record)
  }

  function take(record: BatchRecord) {
    if (desk.at !== 'batch' || desk.batchId !== record.batchId) return
    const books = new Map(record.books.map((book) => [book.jobId, book]))
    const known = new Set(desk.lines.map(({ jobId }) => jobId))
    const isEnded = record.status !== 'processing'
    const lines = [
      ...desk.lines.map((line) => {
        const book = books.get(line.jobId)
        return book ? withBook(line, book) : line
      }),
      ...record.books.filter(({ jobId }) => !known.has(jobId)).map(lineOf),
    ]
    const lost = record.isOpen ? Math.max(0, record.count - lines.length) : 0
    const wasProcessing = desk.status === 'processing'
    put({ ...desk, lines, lost, status: record.status, downloads: record.downloads })
    for (const line of lines)
      if (isOver(line) || isEnded) stopListening(line.jobId)
      else if (!isOurs(line)) listen(line.jobId, line.job.seq)
    if (!isEnded) return
    clearTimeout(timer)
    if (wasProcessing && isOn(record.batchId)) onEnded(desk as OpenBatch)
  }

  const saysNothing = (error: unknown) => error instanceof NoAnswer || (error instanceof HttpError && error.status >= 500)

  /** One book, sent again where no answer came: the same id is the same job, so nothing is repaired or counted twice. */
  async function sendBook(batchId: string, jobId: string, mode: Mode) {
    const file = files.get(jobId)
    if (!file) return
    const { signal } = sending
    listen(jobId, 0)
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      changeLine(jobId, (line) => (line.phase === 'queued' ? { ...line, phase: 'sending' } : line))
      try {
        const onSent = (sent: number, total: number) =>
          changeLine(jobId, (line) => (line.phase === 'sending' ? { ...line, sent: total > 0 ? sent / total : 0 } : line))
        await upload({ jobId, file, mode, batchId, signal, onSent })
        changeLine(jobId, (line) => (line.phase === 'sending' ? { ...line, phase: 'waiting', sent: 1 } : line))
        break
      } catch (error) {
        if (signal.aborted) return
        // it was taken, ran, and failed or was cancelled: its own messages say how
        if (error instanceof HttpError && error.status === 422) {
          changeLine(jobId, (line) =>
            isOver(line)
              ? line
              : { ...line, phase: error.code === 'cancelled' ? 'cancelled' : 'failed', sentence: error.sentence },
          )
          break
        }
        if (saysNothing(error) && attempt < tries) {
          await wait(pause * attempt)
          continue
        }
        changeLine(jobId, (line) => ({ ...line, phase: 'refused', error }))
        break
      }
    }
    files.delete(jobId)
  }

  async function sendAll(batchId: string, jobIds: readonly string[], mode: Mode) {
    const queue = [...jobIds]
    const { signal } = sending
    const lane = async () => {
      for (let jobId = queue.shift(); jobId !== undefined && !signal.aborted; jobId = queue.shift())
        if (lineOn(jobId)?.phase === 'queued') await sendBook(batchId, jobId, mode)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (signal.aborted || !isOn(batchId)) return
    // whatever did not arrive will not: the batch ends with the others
    for (let attempt = 0; attempt < tries && isOn(batchId); attempt += 1)
      try {
        await deps.finishBatch(batchId)
        break
      } catch {
        await wait(pause)
      }
    watch(batchId)
  }

  function enqueue(chosen: readonly File[]): BookLine[] {
    const lines = chosen.map((file) => {
      const jobId = mintId()
      files.set(jobId, file)
      return newLine(jobId, file)
    })
    return lines
  }

  async function open(batchId: string) {
    clear()
    put({ at: 'looking', batchId })
    try {
      const record = await fetchBatch(batchId)
      if (desk.at !== 'looking' || desk.batchId !== batchId) return
      memory.keep(batchId)
      const { status, downloads } = record
      put({
        at: 'batch',
        batchId,
        status,
        lines: [],
        lost: 0,
        downloads,
        isCancelling: record.isCancelled && status === 'processing',
      })
      take(record)
      if (status === 'processing') watch(batchId)
    } catch (error) {
      if (desk.at !== 'looking' || desk.batchId !== batchId) return
      if (error instanceof HttpError && error.status === 404) {
        memory.forget()
        put({ at: 'empty' })
      } else put({ at: 'unknown', batchId, error })
    }
  }

  return {
    async start(chosen: readonly File[], mode: Mode) {
      clear()
      put({ at: 'looking', batchId: undefined })
      try {
        const { batchId } = await announce(chosen.length)
        memory.keep(batchId)
        const lines = enqueue(chosen)
        put({ at: 'batch', batchId, status: 'processing', lines, lost: 0, downloads: [], isCancelling: false })
        watch(batchId)
        void sendAll(
          batchId,
          lines.map(({ jobId }) => jobId),
          mode,
        )
      } catch (error) {
        put({ at: 'empty', refused: error })
      }
    },

    /** Books of this batch that were lost with an earlier page are chosen again. */
    add(chosen: readonly File[], mode: Mode) {
      if (desk.at !== 'batch') return
      const { batchId } = desk
      const lines = enqueue(chosen.slice(0, desk.lost))
      put({ ...desk, lines: [...desk.lines, ...lines], lost: desk.lost - lines.length })
      void sendAll(
        batchId,
        lines.map(({ jobId }) => jobId),
        mode,
      )
    },

    /** It ends with the books that arrived. */
    async finish() {
      if (desk.at !== 'batch') return
      const { batchId } = desk
      await deps.finishBatch(batchId)
      change(batchId, { lost: 0 })
      await look(batchId)
      watch(batchId)
    },

    open,

    /** After a reload: what this tab was at, or else the batch at work that the service names. */
    resume(working?: string) {
      if (desk.at !== 'empty') return
      const batchId = memory.recall() ?? working
      if (batchId !== undefined) void open(batchId)
    },

    async cancel() {
      if (desk.at !== 'batch' || desk.isCancelling) return
      const { batchId } = desk
      change(batchId, { isCancelling: true })
      try {
        await deps.cancelBatch(batchId)
      } catch (error) {
        change(batchId, { isCancelling: false })
        throw error
      }
      sending.abort()
      sending = new AbortController()
      if (desk.at === 'batch' && desk.batchId === batchId)
        put({ ...desk, lines: desk.lines.map((line) => (isOurs(line) ? { ...line, phase: 'cancelled' as const } : line)) })
      await look(batchId)
      if (isOn(batchId)) watch(batchId)
    },

    /** A newer look, after something was deleted. */
    async refresh() {
      if (desk.at === 'batch') await look(desk.batchId)
    },

    /** "New batch". */
    reset() {
      clear()
      memory.forget()
      put({ at: 'empty' })
    },
    /** Some books are still here alone: leaving the page loses them. */
    isSending: () => desk.at === 'batch' && desk.lines.some(isOurs),
    state: () => desk,
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
