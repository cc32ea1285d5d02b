import { batchStream, foldBatch } from '../../contract/batch.ts'
import { filesStream, type RepairEvent, repairStream } from '../../contract/events/repair.ts'
import type { Log } from '../../db/log.ts'

type Reader = Pick<Log, 'readStream'>
type Completed = Extract<RepairEvent, { type: 'RepairCompleted' }>['data']

/** What became of a book, as its own stream tells it; `missing` where it was announced and never recorded. */
export type Book = { readonly jobId: string; readonly requested?: { readonly owner: string; readonly upload: string } } & (
  | { readonly fate: 'missing' | 'unfinished' | 'cancelled' }
  | { readonly fate: 'failed'; readonly failure: Extract<RepairEvent, { type: 'RepairFailed' }>['data'] }
  | {
      readonly fate: 'completed'
      readonly isDeleted: boolean
      readonly done: Pick<Completed, 'outcome' | 'result' | 'found' | 'fixed' | 'errorsAfter' | 'wordsKept'>
    }
)

export const readBatch = async (log: Reader, batchId: string) => foldBatch(batchId, await log.readStream(batchStream(batchId)))

export const isDeleted = async (log: Reader, jobId: string): Promise<boolean> =>
  (await log.readStream(filesStream(jobId))).some(({ type }) => type === 'FilesDeleted')

/** The first ending stands; versions made since replace the result. */
export async function readBook(log: Reader, jobId: string): Promise<Book> {
  const events = (await log.readStream(repairStream(jobId))) as unknown as readonly RepairEvent[]
  const [first] = events
  if (first?.type !== 'RepairRequested') return { jobId, fate: 'missing' }
  const { owner, upload } = first.data
  const requested = { owner, upload }
  for (const event of events) {
    if (event.type === 'RepairFailed') return { jobId, requested, fate: 'failed', failure: event.data }
    if (event.type === 'RepairCancelled') return { jobId, requested, fate: 'cancelled' }
    if (event.type !== 'RepairCompleted') continue
    const revised = events.findLast((one) => one.type === 'ResultRevised')
    const done = revised ? { ...event.data, ...revised.data } : event.data
    return { jobId, requested, fate: 'completed', isDeleted: await isDeleted(log, jobId), done }
  }
  return { jobId, requested, fate: 'unfinished' }
}
