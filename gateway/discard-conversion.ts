import { discardJob } from '../db/discard.ts'
import type { ConversionState } from '../projections/conversion.ts'
import type { Asked } from './answer.ts'

type Needs = Pick<Asked, 'blobs' | 'log' | 'uploads' | 'user'>

const discard = ({ blobs, log, uploads, user }: Needs, jobId: string) =>
  discardJob({ blobs, log, removeUpload: uploads.remove }, { jobId, reason: 'asked', actor: user.id, requested: true })

/** Manuscript and result; the archive of a batch holds the result, too, so it goes with it. */
export async function discardConversion(needs: Needs, { jobId, job }: Pick<ConversionState, 'jobId' | 'job'>) {
  if (job?.batch) await discard(needs, job.batch)
  await discard(needs, jobId)
}
