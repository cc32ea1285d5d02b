import { cancelJob } from '../../../contract/calls/epub.ts'
import { answer } from '../../answer.ts'
import { ownJob } from '../../jobs.ts'

/** Asks the workflow to stop; what the job then comes to is told by its stream. A job that ended stays as it is. */
export const cancel = answer(cancelJob, async ({ log, repairs, user, params }) => {
  const { jobId, status, batch } = await ownJob(log, params.jobId, user.id)
  if (status === 'processing' && batch) await repairs.drop({ batchId: batch, owner: user.id }, jobId)
  if (status === 'processing') await repairs.cancel(jobId)
  return { jobId }
})
