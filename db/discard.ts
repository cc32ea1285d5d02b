import { filesStream, repairStream } from '../contract/events/repair.ts'
import type { Blobs } from './blobs.ts'
import type { Log } from './log.ts'

interface Discarded {
  readonly jobId: string
  readonly reason: 'expired' | 'asked' | 'account-deleted'
  /** Account id, or `system`. */
  readonly actor: string
  /** The job was taken in: there is somebody to whom its files could be missing. */
  readonly requested: boolean
}

interface Needs {
  readonly blobs: Pick<Blobs, 'removeJob'>
  readonly log: Pick<Log, 'append' | 'readStream'>
  readonly removeUpload: (jobId: string) => Promise<void>
}

/** The batch that a job came with, as its request says. */
export async function batchOf(log: Pick<Log, 'readStream'>, jobId: string): Promise<string | undefined> {
  const [request] = await log.readStream(repairStream(jobId), { limit: 1 })
  return (request?.data as { readonly batch?: string } | undefined)?.batch
}

/**
 * Everything of one job that is no event. The fact is recorded once it is one; the row goes last, as it is the list of
 * what is to do. Again is harmless.
 */
export async function discardJob({ blobs, log, removeUpload }: Needs, { jobId, reason, actor, requested }: Discarded) {
  await blobs.removeJob(jobId)
  if (requested)
    await log.append(filesStream(jobId), [{ id: `${jobId}/files-deleted`, type: 'FilesDeleted', data: { reason } }], {
      metadata: { correlationId: jobId, actor },
    })
  const batch = requested ? await batchOf(log, jobId) : undefined
  // the archive of its batch holds this book, too
  if (batch !== undefined) await blobs.removeJob(batch)
  await removeUpload(jobId)
}
