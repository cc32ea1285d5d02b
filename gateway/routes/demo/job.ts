import { demoJob as call } from '../../../contract/calls/demo.ts'
import { answerEveryone } from '../../answer.ts'
import { beginRepair, mayNotHaveBegun, repairJobOf } from '../../begin-repair.ts'
import { demoFileName, demoJobOf } from '../../demo.ts'
import { recordOf, reportOf } from '../../job-record.ts'
import { filesAreGone } from '../../jobs.ts'

export const demoJob = answerEveryone(call, async (asked) => {
  const { log, blobs, params } = asked
  const state = await demoJobOf(log, params.jobId)
  const repair = repairJobOf(state)
  if (repair && mayNotHaveBegun(state)) await beginRepair(asked, repair)
  const filesDeleted = await filesAreGone(log, state.jobId)
  const report = filesDeleted ? undefined : await reportOf(blobs, state)
  return recordOf(state, { filesDeleted, fileName: demoFileName, report })
})
