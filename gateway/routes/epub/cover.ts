import { randomUUID } from 'node:crypto'
import { uploadCover } from '../../../contract/calls/results.ts'
import { maxCoverBytes } from '../../../contract/metadata.ts'
import { uploadOverhead } from '../../../contract/plans.ts'
import { BlobTooLarge, coverKey } from '../../../db/blobs.ts'
import { answer } from '../../answer.ts'
import { askForBody } from '../../body.ts'
import { ownJob, readAccount } from '../../jobs.ts'
import { mayEditMetadata } from '../../limits.ts'
import { receiveForm } from '../../receive.ts'
import { refuse } from '../../refuse.ts'
import { revisable } from '../../revisions.ts'

const tooLarge = () => refuse('too-large', { sentence: 'The cover picture must be smaller than 10 MB.' })

/** A picture for the metadata form, kept beside the book and as long as it. Whether it is one is found when it is put in. */
export const cover = answer(uploadCover, async (asked) => {
  const { ctx, log, blobs, user, params, now, pace, rates } = asked
  await rates.upload(user.id)
  const job = await ownJob(log, params.jobId, user.id)
  if (!mayEditMetadata(await readAccount(log, user.id), now())) throw refuse('metadata-not-allowed')
  await revisable(asked, job)
  if (Number(ctx.get('content-length') || 0) > maxCoverBytes + uploadOverhead) throw tooLarge()

  const id = randomUUID()
  askForBody(ctx.req, ctx.res)
  try {
    await receiveForm(ctx.req, {
      maxBytes: maxCoverBytes + uploadOverhead,
      pace,
      onFile: (_name, stream) => blobs.write(coverKey(job.jobId, id), stream, { maxBytes: maxCoverBytes }),
    })
  } catch (error) {
    throw error instanceof BlobTooLarge ? tooLarge() : error
  }
  return { cover: id }
})
