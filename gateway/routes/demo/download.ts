import { demoDownload as call } from '../../../contract/calls/demo.ts'
import { answerEveryone } from '../../answer.ts'
import { demoFileName, demoJobOf } from '../../demo.ts'
import { filesAreGone } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'
import { sendBook } from '../../send-book.ts'

export const demoDownload = answerEveryone(call, async ({ ctx, log, blobs, params }) => {
  const job = await demoJobOf(log, params.jobId)
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')
  await sendBook(ctx, blobs, job, demoFileName)
  return undefined
})
