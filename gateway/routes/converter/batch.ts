import { batchStatus as call, cancelConversionBatch, downloadConversionBatch } from '../../../contract/calls/converter.ts'
import { answer } from '../../answer.ts'
import { ownBatch, readConversion, resumeBatch } from '../../conversion-jobs.ts'
import { batchStatusOf } from '../../conversion-record.ts'
import { filesAreGone, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { sendFile } from '../../send-book.ts'

export const batchStatus = answer(call, async (asked) => {
  const { log, uploads, user, params } = asked
  const state = await ownBatch(log, params.jobId, user.id)
  await resumeBatch(asked, state)
  const ids = state.batch!.files.map(({ jobId }) => jobId)
  const [filesDeleted, names, states] = await Promise.all([
    filesAreGone(log, state.batchId),
    uploads.fileNamesOf(user.id, ids),
    Promise.all(ids.map((jobId) => readConversion(log, jobId))),
  ])
  return batchStatusOf(state, { names, states, filesDeleted })
})

export const cancelsConversionBatch = answer(cancelConversionBatch, async ({ log, conversions, user, params }) => {
  const { batchId, status } = await ownBatch(log, params.jobId, user.id)
  if (status === 'processing') await conversions.cancelBatch(batchId)
  return { jobId: batchId }
})

export const downloadsConversionBatch = answer(downloadConversionBatch, async ({ ctx, log, blobs, user, params, now }) => {
  const { batchId, batch, archive, status } = await ownBatch(log, params.jobId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('upgrade-required')
  if (status === 'processing') throw refuse('not-ready', { sentence: 'This batch is not finished yet.' })
  if (!archive)
    throw refuse('not-found', { sentence: 'There is no archive of this batch: none of its files could be converted.' })
  if (await filesAreGone(log, batchId)) throw refuse('files-gone')
  const name = `converted-${batch!.to}.zip`
  await sendFile(ctx, blobs, { key: archive, name, type: 'application/zip', sha256: undefined })
  return undefined
})
