import {
  conversion as call,
  cancelConversion,
  deleteConversionFiles,
  downloadConversion,
} from '../../../contract/calls/converter.ts'
import { convertedName, outputs } from '../../../contract/conversion.ts'
import { answer } from '../../answer.ts'
import { ownConversion, resumeConversion } from '../../conversion-jobs.ts'
import { conversionOf, unnamed, warningsOf } from '../../conversion-record.ts'
import { discardConversion } from '../../discard-conversion.ts'
import { filesAreGone, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { sendFile } from '../../send-book.ts'

export const conversion = answer(call, async (asked) => {
  const { log, uploads, blobs, user, params } = asked
  const state = await ownConversion(log, params.jobId, user.id)
  await resumeConversion(asked, state)
  const [filesDeleted, upload, warnings] = await Promise.all([
    filesAreGone(log, state.jobId),
    uploads.byJob(state.jobId),
    warningsOf(blobs, state),
  ])
  return conversionOf(state, { fileName: upload?.fileName, warnings, filesDeleted })
})

/** Asks the workflow to stop; what it then comes to is told by its stream. A conversion that ended stays as it is. */
export const cancelsConversion = answer(cancelConversion, async ({ log, conversions, user, params }) => {
  const { jobId, status } = await ownConversion(log, params.jobId, user.id)
  if (status === 'processing') await conversions.cancel(jobId)
  return { jobId }
})

export const deletesConversionFiles = answer(deleteConversionFiles, async (asked) => {
  const state = await ownConversion(asked.log, asked.params.jobId, asked.user.id)
  if (state.status === 'processing') throw refuse('conversion-at-work')
  await discardConversion(asked, state)
  return { jobId: state.jobId, filesDeleted: true as const }
})

export const downloadsConversion = answer(downloadConversion, async ({ ctx, log, uploads, blobs, user, params, now }) => {
  const { jobId, job, made, status } = await ownConversion(log, params.jobId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('upgrade-required')
  if (status === 'processing') throw refuse('not-ready', { sentence: 'This conversion is not finished yet.' })
  if (!made) throw refuse('not-found', { sentence: 'There is no result of this conversion: it did not end well.' })
  if (await filesAreGone(log, jobId)) throw refuse('files-gone')
  const name = convertedName((await uploads.byJob(jobId))?.fileName ?? unnamed, job!.to)
  await sendFile(ctx, blobs, { key: made.result, name, type: outputs[job!.to].mediaType, sha256: made.sha256 })
  return undefined
})
