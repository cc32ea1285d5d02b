import { batchStatus } from '../../../contract/batch.ts'
import { downloadBatch } from '../../../contract/calls/batch.ts'
import { answer } from '../../answer.ts'
import { ownBatch } from '../../batches.ts'
import { readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { sendFile } from '../../send-book.ts'

const working =
  'The books of this batch are not all done yet, so there is no archive of them. Each book that is done can be downloaded.'

/** `bookmender-2026-11-21.zip`; several are told apart by their number. */
const nameOf = (openedAt: string, part: number, parts: number) =>
  `bookmender-${openedAt.slice(0, 10)}${parts > 1 ? `-${part}-of-${parts}` : ''}.zip`

export const downloadsBatch = answer(downloadBatch, async ({ ctx, log, blobs, user, params, now }) => {
  const batch = await ownBatch(log, params.batchId, user.id)
  if (!mayDownload(await readAccount(log, user.id), now())) throw refuse('upgrade-required')
  if (batchStatus(batch) === 'processing') throw refuse('not-ready', { sentence: working })
  const part = Number(ctx.query.part ?? 1)
  const archive = Number.isInteger(part) ? batch.archives[part - 1] : undefined
  if (!archive) throw refuse('not-found')
  await sendFile(ctx, blobs, {
    key: archive.key,
    name: nameOf(batch.openedAt!, part, batch.archives.length),
    type: 'application/zip',
    sha256: undefined,
  })
  return undefined
})
