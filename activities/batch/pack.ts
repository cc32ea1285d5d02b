import { Context } from '@temporalio/activity'
import { type BatchJob, batchStream } from '../../contract/batch.ts'
import { failures } from '../../contract/refusal.ts'
import { batchArchiveKey } from '../../db/blobs.ts'
import type { Deps } from '../deps.ts'
import { type ArchiveFile, entryNames, writeArchives } from './archive.ts'
import { type Book, isDeleted, readBatch, readBook } from './books.ts'
import type { Summary, SummaryRow } from './summary.ts'

type Needs = Pick<Deps, 'log' | 'blobs' | 'uploads'>

interface Named {
  readonly book: Book
  /** As its owner's computer named it. */
  readonly name: string
}

/** `Moby Dick.epub` → `Moby Dick-fixed.epub`, unless it is the very same file. */
const resultName = (name: string, isSame: boolean) => (isSame ? name : `${name.replace(/\.epub$/i, '') || 'book'}-fixed.epub`)

const outcomes = {
  sound: 'Nothing to fix',
  valid: 'Valid',
  improved: 'Better, but not valid yet',
  unchanged: 'Not repaired',
  scanned: 'Checked only',
} as const

const columns = [
  { name: 'Book' },
  { name: 'Outcome' },
  { name: 'Problems found', isFigure: true },
  { name: 'Fixed', isFigure: true },
  { name: 'Errors left', isFigure: true },
  { name: 'What it means' },
  { name: 'File in this archive' },
]

const meanings = {
  sound: 'The file is returned byte for byte.',
  valid: 'It passes the checker now.',
  improved: 'Fewer problems than before; the report of this book says which are left.',
  unchanged: 'No correction was safe for the text.',
  scanned: 'Nothing was changed.',
} as const

function rowOf({ book, name }: Named, file: string): SummaryRow {
  if (book.fate === 'completed') {
    const { outcome, found, fixed, errorsAfter } = book.done
    const words = book.isDeleted ? 'Its files were deleted.' : meanings[outcome]
    const tone = outcome === 'unchanged' ? 'bad' : outcome === 'valid' || outcome === 'sound' ? 'good' : 'plain'
    return { cells: [name, outcomes[outcome], found, fixed, errorsAfter, words, file], tone }
  }
  if (book.fate === 'failed') {
    const { code, reference } = book.failure
    return { cells: [name, 'Failed', '', '', '', `${failures[code]} Reference: ${reference}`, ''], tone: 'bad' }
  }
  if (book.fate === 'cancelled') return { cells: [name, 'Cancelled', '', '', '', failures.cancelled, ''], tone: 'plain' }
  if (book.fate === 'unfinished')
    return { cells: [name, 'Not finished', '', '', '', 'It goes on by itself and will be in your repairs.', ''], tone: 'plain' }
  const words = 'It did not arrive. Send it again, by itself or in another batch.'
  return { cells: [name, 'Not repaired', '', '', '', words, ''], tone: 'bad' }
}

const countOf = (books: readonly Named[], ...fates: readonly Book['fate'][]) =>
  books.filter(({ book }) => fates.includes(book.fate)).length

const several = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What became of each book, for people; names are theirs. */
export function summaryOf(books: readonly Named[], files: ReadonlyMap<string, string>): Summary {
  const done = countOf(books, 'completed')
  const cancelled = countOf(books, 'cancelled')
  const failed = books.length - done - cancelled
  const found = books.reduce((sum, { book }) => sum + (book.fate === 'completed' ? book.done.found : 0), 0)
  const fixed = books.reduce((sum, { book }) => sum + (book.fate === 'completed' ? book.done.fixed : 0), 0)
  return {
    title: `Batch repair: ${several(books.length, 'book', 'books')}`,
    lines: [
      [
        `${done} done`,
        failed > 0 && `${failed} failed`,
        cancelled > 0 && `${cancelled} cancelled`,
        `${several(found, 'problem', 'problems')} found`,
        `${fixed} fixed`,
      ]
        .filter(Boolean)
        .join(', ')
        .concat('.'),
    ],
    columns,
    rows: books.map((one) => rowOf(one, files.get(one.book.jobId) ?? '')),
  }
}

const beatEvery = 2000

/** Results as they stand now and the summary become the archive; the batch's last event. Again, it is the same archive. */
export const packBatch =
  ({ log, blobs, uploads }: Needs) =>
  async ({ batchId, owner }: BatchJob): Promise<{ readonly completed: number; readonly failed: number }> => {
    const context = Context.current()
    const timer = setInterval(() => context.heartbeat(), beatEvery)
    try {
      const batch = await readBatch(log, batchId)
      if (batch.endedAt !== undefined) return { completed: batch.completed, failed: batch.failed }
      for (;;) {
        const names = await uploads?.fileNamesOf(owner, batch.books)
        const books: Named[] = []
        for (const [index, jobId] of batch.books.entries())
          books.push({ book: await readBook(log, jobId), name: names?.get(jobId) ?? `Book ${index + 1}.epub` })
        const kept = books.flatMap(({ book, name }) =>
          book.fate === 'completed' && !book.isDeleted && book.done.result !== undefined
            ? [{ jobId: book.jobId, key: book.done.result, name: resultName(name, book.done.outcome === 'sound') }]
            : [],
        )
        const files = entryNames(kept.map(({ name }) => name)).map((name, index): ArchiveFile & { jobId: string } => ({
          name,
          key: kept[index]!.key,
          jobId: kept[index]!.jobId,
        }))
        const archives = await writeArchives(blobs, {
          keyOf: (part) => batchArchiveKey(batchId, part),
          files,
          summary: summaryOf(books, new Map(files.map(({ jobId, name }) => [jobId, name]))),
          date: new Date(batch.openedAt ?? 0),
          signal: context.cancellationSignal,
        })
        // what was deleted meanwhile must not live on in here
        const gone = await Promise.all(kept.map(({ jobId }) => isDeleted(log, jobId)))
        if (gone.some(Boolean)) {
          await blobs.removeJob(batchId)
          continue
        }
        const counts = {
          completed: countOf(books, 'completed'),
          failed: countOf(books, 'failed', 'missing', 'unfinished'),
          cancelled: countOf(books, 'cancelled'),
        }
        await log.append(
          batchStream(batchId),
          [{ id: `${batchId}/completed`, type: 'BatchCompleted', data: { archives, ...counts } }],
          {
            metadata: { correlationId: batchId, actor: 'system' },
          },
        )
        return counts
      }
    } finally {
      clearInterval(timer)
    }
  }
