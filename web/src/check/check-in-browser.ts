import tables from 'virtual:schema-tables'
import type { FromChecker, ToChecker } from './worker.ts'

/** One thing that is wrong with a book, or worth knowing. */
export interface Finding {
  /** Id of EPUBCheck, as `RSC-005`. */
  readonly id: string
  readonly severity: 'FATAL' | 'ERROR' | 'WARNING' | 'INFO' | 'USAGE'
  /** File inside the book; empty for the archive as a whole. */
  readonly path: string
  /** From 1; 0 where there is no place in the file. */
  readonly line: number
  readonly column: number
  /** What is wrong. */
  readonly text: string
  /** Why it matters to a reader, and what to do. */
  readonly why: string
  readonly help: string
}

export type InBrowser =
  | {
      /** `faulty` when a finding is an ERROR or FATAL. */
      readonly verdict: 'sound' | 'faulty'
      /** In the order of the book's files; warnings and remarks included. */
      readonly findings: readonly Finding[]
      /** Findings beyond the limits (500 a file, 2,000 a book). */
      readonly unsaid: number
      /** How long the check itself took. */
      readonly milliseconds: number
    }
  | {
      /** The file is no EPUB that can be opened; the sentence says why, to people. */
      readonly verdict: 'refused'
      readonly sentence: string
    }

/**
 * The check could not be made, which is not the book's verdict: no network for the schemas, a limit, or a fault of ours.
 * Screens go by `reason` and have words of their own; the message is for the console.
 */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
  readonly reason: 'unavailable' | 'too-long' | 'broken'
  constructor(reason: 'unavailable' | 'too-long' | 'broken', message: string) {
    super(message)
    this.reason = reason
  }
}

/** A book that takes longer (ms) is left to the service; a usual one takes less than a second. */
const longest = 60_000

interface Checker {
  readonly worker: Worker
  readonly isReady: Promise<void>
  /** Books that were handed over and are not answered yet. */
  readonly pending: Map<number, PromiseWithResolvers<InBrowser>>
}

let checker: Checker | undefined
let asked = 0

function start(): Checker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'checker' })
  const ready = Promise.withResolvers<void>()
  const started: Checker = { worker, isReady: ready.promise, pending: new Map() }
  const fail = (error: CheckFailed) => {
    ready.reject(error)
    stop(started, error)
  }
  ready.promise.catch(() => {})
  worker.addEventListener('error', ({ message }) =>
    fail(new CheckFailed('unavailable', message || 'The check could not be loaded.')),
  )
  worker.addEventListener('message', ({ data }: MessageEvent<FromChecker>) => {
    if (data.kind === 'ready') ready.resolve()
    else if (data.kind === 'unavailable') fail(new CheckFailed('unavailable', 'The rules of the check could not be loaded.'))
    else if (data.kind === 'checked') started.pending.get(data.ask)?.resolve(data.result)
    else started.pending.get(data.ask)?.reject(new CheckFailed('broken', data.reason))
  })
  worker.postMessage({ kind: 'prepare', tables } satisfies ToChecker)
  return started
}

/** A worker that hangs or is gone takes what it was working on along; the next book gets a new one. */
function stop(which: Checker, error: CheckFailed) {
  which.worker.terminate()
  if (checker === which) checker = undefined
  for (const { reject } of which.pending.values()) reject(error)
}

/**
 * Loads the checker and its rules, about 300 KB, so that a book dropped later is checked at once and without any request:
 * call it when a page shows that it checks (a drop zone comes into view, a file is dragged over). Never throws.
 */
export async function prepareChecker(): Promise<void> {
  checker ??= start()
  await checker.isReady.catch(() => {})
}

/**
 * Checks a book on the reader's own machine, in a worker: nothing of it is sent anywhere. Loads the checker where
 * `prepareChecker` has not. Rejects with `CheckFailed`, or with the signal's reason when that is aborted.
 *
 *     const result = await checkInBrowser(file)
 *     if (result.verdict === 'refused') show(result.sentence)
 *     else list(result.findings)
 */
export async function checkInBrowser(
  file: File,
  { signal, timeout = longest }: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<InBrowser> {
  signal?.throwIfAborted()
  checker ??= start()
  const mine = checker
  const ask = ++asked
  const answer = Promise.withResolvers<InBrowser>()
  mine.pending.set(ask, answer)
  const tooLong = new CheckFailed('too-long', 'The check takes too long in this browser.')
  const clock = setTimeout(() => stop(mine, tooLong), timeout)
  const onAbort = () => {
    answer.reject(signal?.reason)
    if (mine.pending.size === 1) stop(mine, tooLong)
  }
  signal?.addEventListener('abort', onAbort)
  // The worker waits for its rules itself.
  mine.worker.postMessage({ kind: 'check', ask, file } satisfies ToChecker)
  try {
    return await answer.promise
  } finally {
    clearTimeout(clock)
    signal?.removeEventListener('abort', onAbort)
    mine.pending.delete(ask)
  }
}
