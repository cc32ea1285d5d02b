import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity'
import type { Stage } from '../contract/quality.ts'
import { isFailureCode } from '../contract/refusal.ts'
import { TaskFailed, TaskKilled } from '../epub/node/pool.ts'
import type { Deps } from './deps.ts'
import { openStage, type StageWriter } from './progress.ts'

interface OpenBook {
  /** Folder of this attempt alone; gone afterwards. */
  readonly folder: string
  /** The upload as a file in it. */
  readonly input: string
  readonly signal: AbortSignal
}

interface Book extends OpenBook {
  readonly stage: StageWriter
}

interface Work {
  readonly jobId: string
  readonly upload: string
}

/** How often a running activity says that it lives, in ms. */
const heartbeat = 1000

/**
 * Work on one book: the upload as a local file, heartbeats on the way, the folder removed at the end. `prepare` comes
 * before the file is fetched. A book that is refused ends the job with its code; everything else is left to Temporal's retries.
 */
export async function withBook<Result>(
  { blobs, workFolder }: Pick<Deps, 'blobs' | 'workFolder'>,
  name: string,
  { jobId, upload }: Work,
  work: (book: OpenBook) => Promise<Result>,
  prepare: (attempt: number, signal: AbortSignal) => Promise<void> = async () => {},
): Promise<Result> {
  const { info, cancellationSignal, heartbeat: beat } = activityContext()
  const folder = join(workFolder, `${jobId}-${name}-${info.attempt}`)
  const timer = setInterval(() => beat(), heartbeat)
  try {
    await prepare(info.attempt, cancellationSignal)
    await mkdir(folder, { recursive: true })
    const input = join(folder, 'input.epub')
    await blobs.saveTo(upload, input)
    return await work({ folder, input, signal: cancellationSignal })
  } catch (error) {
    if (cancellationSignal.aborted) throw new CancelledFailure('The job was cancelled')
    throw asFailure(error, info.attempt)
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

/** One stage on one book, with its progress. */
export async function onBook<Result>(
  deps: Deps,
  stage: Stage,
  job: Work,
  work: (book: Book) => Promise<Result>,
): Promise<Result> {
  let writer: StageWriter
  return withBook(
    deps,
    stage,
    job,
    (book) => work({ ...book, stage: writer }),
    async (attempt, signal) => {
      writer = await openStage(deps.log, { jobId: job.jobId, stage, attempt })
      await deps.gate(stage, signal)
    },
  )
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
  if (error.thrown === 'BadMetadata')
    return ApplicationFailure.nonRetryable('The metadata cannot be written', 'bad-metadata', error.code ?? 'book')
  const sentence = `The engine process failed: ${error.thrown}`
  return attempt >= engineAttempts ? ApplicationFailure.nonRetryable(sentence, 'internal') : new Error(sentence)
}
