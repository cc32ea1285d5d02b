import { job as call } from '../../../contract/calls/epub.ts'
import { answer } from '../../answer.ts'
import { beginRepair, mayNotHaveBegun, repairJobOf } from '../../begin-repair.ts'
import { recordOf, reportOf } from '../../job-record.ts'
import { filesAreGone, ownJob } from '../../jobs.ts'
import { resumeRevision } from '../../revisions.ts'

export const job = answer(call, async (asked) => {
  const { log, uploads, blobs, user, params, now } = asked
  const state = await ownJob(log, params.jobId, user.id)
  const repair = repairJobOf(state)
  if (repair && mayNotHaveBegun(state) && now().getTime() - Date.parse(state.requestedAt!) > 5000)
    await beginRepair(asked, repair)

  await resumeRevision(asked, state)

  const [filesDeleted, upload, report] = await Promise.all([
    filesAreGone(log, state.jobId),
    uploads.byJob(state.jobId),
    reportOf(blobs, state),
  ])
  return recordOf(state, { filesDeleted, fileName: upload?.fileName, report: filesDeleted ? undefined : report })
})
