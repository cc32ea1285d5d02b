import { filesStream } from '../contract/events/repair.ts'
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
  readonly log: Pick<Log, 'append'>
  readonly removeUpload: (jobId: string) => Promise<void>
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
  await removeUpload(jobId)
}
