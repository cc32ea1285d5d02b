import { userHistory } from '../../../contract/calls/user.ts'
import { answer } from '../../answer.ts'
import { downloadPath } from '../../job-record.ts'

const newest = 50

/** The view holds ids; the names are joined here. */
export const history = answer(userHistory, async ({ views, uploads, user }) => {
  const repairs = await views.historyOf(user.id, newest)
  const names = await uploads.fileNamesOf(
    user.id,
    repairs.map(({ jobId }) => jobId),
  )
  return repairs.map(({ jobId, requestedAt, status, outcome, issuesFixed = 0, hasResult, batch }) => ({
    id: jobId,
    fileName: names.get(jobId) ?? 'book.epub',
    issuesFixed,
    createdAt: requestedAt,
    status,
    outcome,
    batchId: batch,
    downloadUrl: hasResult ? downloadPath(jobId) : undefined,
  }))
})
