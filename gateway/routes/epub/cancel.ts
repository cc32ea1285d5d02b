import { cancelJob } from '../../../contract/calls/epub.ts'
import { answer } from '../../answer.ts'
import { ownJob } from '../../jobs.ts'

/** Asks the workflow to stop; what the job then comes to is told by its stream. A job that ended stays as it is. */
export const cancel = answer(cancelJob, async ({ log, repairs, user, params }) => {
  const { jobId, status } = await ownJob(log, params.jobId, user.id)
  if (status === 'processing') await repairs.cancel(jobId)
  return { jobId }
})
