import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/activity'
import { convertedName, isBook, type ManuscriptKind } from '../../contract/conversion.ts'
import type { ConversionJob } from '../../contract/conversion-job.ts'
import type { ConversionEvent } from '../../contract/events/convert.ts'
import { isError, type Verdict } from '../../epub/check/message.ts'
import type { ConvertedFile, ConvertTask } from '../../epub/node/convert-file.ts'
import { TaskFailed, TaskKilled } from '../../epub/node/pool.ts'
import type { Deps } from '../deps.ts'
import { withBook } from '../on-book.ts'
import { conversionReportKey, convertedKey } from './keys.ts'
import { type ConversionWriter, openConversion } from './writer.ts'

/** What of a conversion is kept beside its result, for its owner alone. */
export interface ConversionReport {
  readonly title: string
  /** A sentence for whatever could not be kept. */
  readonly warnings: readonly string[]
}

/** One manuscript into one document; a book that was made is checked. Tried again it goes on, or says what it came to. */
export const convertManuscript =
  (deps: Deps) =>
  async (job: ConversionJob): Promise<void> => {
    const { jobId, to, options, kind } = job
    if (!kind) throw ApplicationFailure.nonRetryable('The file is of no kind that is read', 'unknown-type')
    let writer: ConversionWriter
    await withBook(
      deps,
      'convert',
      job,
      async ({ folder, input, signal }) => {
        if (writer.ended) return
        const output = join(folder, 'output')
        const fileName = await nameOf(deps, jobId, kind)
        const task: ConvertTask = { input, output, fileName, to, options }
        // the check that follows takes a part of the time, too
        const share = isBook(to) ? 0.7 : 0.95
        const onProgress = (done: number) => writer.progress(done * share)
        const made = await deps.pool.run<ConvertedFile>('convert', task, { signal, onProgress })
        const verdict = isBook(to) ? await judged(deps, output, convertedName(fileName, to), signal) : undefined

        const report: ConversionReport = { title: made.report.title, warnings: made.report.warnings }
        await writeFile(join(folder, 'report.json'), JSON.stringify(report))
        await deps.blobs.writeFile(conversionReportKey(jobId), join(folder, 'report.json'))
        await deps.blobs.writeFile(convertedKey(jobId), output)
        await writer.append(completed(jobId, made, verdict))
      },
      async (attempt, signal) => {
        writer = await openConversion(deps.log, { jobId, attempt })
        if (writer.ended) return
        await writer.begin()
        await deps.gate('conversion', signal)
      },
    )
  }

/** The name is the title where the manuscript has none. It is sealed; without the key its kind must do. */
const nameOf = async ({ uploads }: Deps, jobId: string, kind: ManuscriptKind) =>
  (await uploads?.byJob(jobId))?.fileName ?? `Untitled.${kind}`

/** A checker that stumbles is no reason to keep a book from its author. */
async function judged({ pool }: Deps, input: string, fileName: string, signal: AbortSignal): Promise<Verdict | undefined> {
  try {
    return await pool.run<Verdict>('judge', { input, fileName }, { signal })
  } catch (error) {
    if (!signal.aborted && (error instanceof TaskFailed || error instanceof TaskKilled)) return undefined
    throw error
  }
}

function completed(jobId: string, { report, bytes, sha256 }: ConvertedFile, verdict: Verdict | undefined) {
  const { words, chapters, warnings } = report
  const files = { result: convertedKey(jobId), report: conversionReportKey(jobId) }
  const said = verdict && {
    errors: verdict.messages.filter(isError).length,
    warnings: verdict.messages.filter(({ severity }) => severity === 'WARNING').length,
    judge: verdict.judge,
  }
  const data = { ...files, bytes, sha256, words, chapters, remarks: warnings.length, ...(said && { verdict: said }) }
  return { id: `${jobId}/ended`, type: 'ConversionCompleted', data } satisfies ConversionEvent & { id: string }
}
