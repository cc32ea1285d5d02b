import { download as call } from '../../../contract/calls/epub.ts'
import { answer } from '../../answer.ts'
import { filesAreGone, ownJob, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { sendBook } from '../../send-book.ts'

export const download = answer(call, async ({ ctx, log, uploads, blobs, user, params, now }) => {
  const job = await ownJob(log, params.jobId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('upgrade-required')
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')
  await sendBook(ctx, blobs, job, (await uploads.byJob(job.jobId))?.fileName ?? 'book.epub')
  return undefined
})
