import { Context } from '@temporalio/activity'
import { cancelledConversion, conversionFailures, convertedName, outputs } from '../../contract/conversion.ts'
import type { ConversionBatch, ConversionOutcome } from '../../contract/conversion-job.ts'
import { type ConversionEvent, conversionBatchStream, conversionStream } from '../../contract/events/convert.ts'
import { writeArchives } from '../batch/archive.ts'
import type { Summary, SummaryRow } from '../batch/summary.ts'
import type { Deps } from '../deps.ts'
import { conversionArchiveKey } from './keys.ts'
import { recordBatchPacked } from './record.ts'

/** How often it says that it lives, in ms. */
const heartbeat = 1000

/** How one file of a batch ended, as its stream tells it. */
type Ending = Extract<ConversionEvent, { type: 'ConversionCompleted' | 'ConversionFailed' | 'ConversionCancelled' }>

interface Converted {
  readonly name: string
  readonly ending: Ending | undefined
}

const resultOf = (ending: Ending | undefined): ConversionOutcome =>
  ending?.type === 'ConversionCompleted' ? 'completed' : ending?.type === 'ConversionCancelled' ? 'cancelled' : 'failed'

/** All results of a batch as one archive with a summary that says which file failed and why. */
export const packConversions =
  (deps: Pick<Deps, 'blobs' | 'log' | 'uploads'>) =>
  async (batch: ConversionBatch): Promise<{ completed: number; failed: number }> => {
    const { batchId, owner, files, to } = batch
    const context = Context.current()
    const timer = setInterval(() => context.heartbeat(), heartbeat)
    try {
      const names = await deps.uploads?.fileNamesOf(
        owner,
        files.map(({ jobId }) => jobId),
      )
      const converted = await Promise.all(
        files.map(async ({ jobId, kind }, index): Promise<Converted & { jobId: string }> => {
          const events = (await deps.log.readStream(conversionStream(jobId))) as unknown as readonly ConversionEvent[]
          const name = names?.get(jobId) ?? `document ${index + 1}${kind ? `.${kind}` : ''}`
          return { jobId, name, ending: events.find(isEnding) }
        }),
      )
      const made = converted.flatMap(({ name, ending }) =>
        ending?.type === 'ConversionCompleted' ? [{ name: convertedName(name, to), key: ending.data.result }] : [],
      )
      const [archive] = await writeArchives(deps.blobs, {
        keyOf: (part) => conversionArchiveKey(batchId, part),
        files: made,
        summary: summaryOf(batch, converted),
        date: await dateOf(deps, batchId),
        signal: context.cancellationSignal,
      })
      const counts = { completed: made.length, failed: files.length - made.length }
      await recordBatchPacked(deps, { batchId, ...counts, archive: archive!.key, bytes: archive!.bytes })
      return counts
    } finally {
      clearInterval(timer)
    }
  }

const isEnding = (event: ConversionEvent): event is Ending =>
  event.type === 'ConversionCompleted' || event.type === 'ConversionFailed' || event.type === 'ConversionCancelled'

/** When it was asked for, so that the same batch packed again is the same. */
const dateOf = async ({ log }: Pick<Deps, 'log'>, batchId: string) =>
  (await log.readStream(conversionBatchStream(batchId), { limit: 1 }))[0]?.recordedAt ?? new Date(0)

const words = { completed: 'Converted', failed: 'Failed', cancelled: 'Cancelled' } as const
const tones = { completed: 'good', failed: 'bad', cancelled: 'plain' } as const

export function summaryOf({ files, to }: Pick<ConversionBatch, 'files' | 'to'>, converted: readonly Converted[]): Summary {
  const completed = converted.filter(({ ending }) => resultOf(ending) === 'completed').length
  return {
    title: `Converted to ${outputs[to].label}`,
    lines: [`${completed} of ${files.length} files were converted.`, 'Files that failed are not in this archive.'].slice(
      0,
      completed === files.length ? 1 : 2,
    ),
    columns: [
      { name: 'File' },
      { name: 'Result' },
      { name: 'Words', isFigure: true },
      { name: 'Chapters', isFigure: true },
      { name: 'Note' },
    ],
    rows: converted.map(rowOf),
  }
}

function rowOf({ name, ending }: Converted): SummaryRow {
  const result = resultOf(ending)
  const note =
    ending?.type === 'ConversionCompleted'
      ? noteOf(ending.data)
      : ending?.type === 'ConversionFailed'
        ? conversionFailures[ending.data.code]
        : result === 'cancelled'
          ? cancelledConversion
          : conversionFailures.internal
  const figures = ending?.type === 'ConversionCompleted' ? [ending.data.words, ending.data.chapters] : ['', '']
  return { cells: [name, words[result], ...figures, note], tone: tones[result] }
}

function noteOf({ verdict, remarks }: Extract<Ending, { type: 'ConversionCompleted' }>['data']): string {
  const said = verdict && `${verdict.judge}: ${verdict.errors} errors, ${verdict.warnings} warnings.`
  return [said, remarks > 0 && `${remarks} things could not be kept as they were.`].filter(Boolean).join(' ')
}
