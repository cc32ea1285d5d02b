import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity'
import type { Stage } from '../contract/quality.ts'
import { isFailureCode } from '../contract/refusal.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import type { Deps } from './deps.ts'
import { openStage, type StageWriter } from './progress.ts'

interface Book {
  /** Folder of this attempt alone; gone afterwards. */
  readonly folder: string
  /** The upload as a file in it. */
  readonly input: string
  readonly stage: StageWriter
  readonly signal: AbortSignal
}

interface Work {
  readonly jobId: string
  readonly upload: string
}

/** How often a running activity says that it lives, in ms. */
const heartbeat = 1000

/**
 * One stage on one book: the upload as a local file, progress and heartbeats on the way, the folder removed at the end.
 * A book that is refused ends the job with its code; everything else is left to Temporal's retries.
 */
export async function onBook<Result>(
  { blobs, log, gate, workFolder }: Deps,
  stage: Stage,
  { jobId, upload }: Work,
  work: (book: Book) => Promise<Result>,
): Promise<Result> {
  const { info, cancellationSignal, heartbeat: beat } = activityContext()
  const folder = join(workFolder, `${jobId}-${stage}-${info.attempt}`)
  const timer = setInterval(() => beat(), heartbeat)
  try {
    const writer = await openStage(log, { jobId, stage, attempt: info.attempt })
    await gate(stage, cancellationSignal)
    await mkdir(folder, { recursive: true })
    const input = join(folder, 'input.epub')
    await blobs.saveTo(upload, input)
    return await work({ folder, input, stage: writer, signal: cancellationSignal })
  } catch (error) {
    if (cancellationSignal.aborted) throw new CancelledFailure('The job was cancelled')
    throw asFailure(error, info.attempt)
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

function activityContext() {
  const context = Context.current()
  return { info: context.info, cancellationSignal: context.cancellationSignal, heartbeat: () => context.heartbeat() }
}

/** Attempts at a book whose work fails inside the engine process: what happens twice will happen again. */
const engineAttempts = 3

/**
 * What can never succeed is not tried again; the code says why, and no word of the book is in it. A process that died
 * for a reason of its own is worth all of Temporal's attempts, as is everything outside: store, log, worker.
 */
function asFailure(error: unknown, attempt: number): unknown {
  if (error instanceof TaskKilled && error.reason !== 'died')
    return ApplicationFailure.nonRetryable(`The engine process was ended: ${error.reason}`, 'too-complex')
  if (!(error instanceof TaskFailed)) return error
  if (error.thrown === 'BookRefused' && error.code && isFailureCode(error.code))
    return ApplicationFailure.nonRetryable(`The book was refused: ${error.code}`, error.code)
  const sentence = `The engine process failed: ${error.thrown}`
  return attempt >= engineAttempts ? ApplicationFailure.nonRetryable(sentence, 'internal') : new Error(sentence)
}
