import { Readable } from 'node:stream'
import { editMetadata } from '../../../contract/calls/results.ts'
import { MetadataEdits } from '../../../contract/metadata.ts'
import { coverKey, editsKey, NoBlob } from '../../../db/blobs.ts'
import { type Asked, answer } from '../../answer.ts'
import { ownJob, readAccount } from '../../jobs.ts'
import { mayEditMetadata } from '../../limits.ts'
import { refuse } from '../../refuse.ts'
import { nextRevision, revisable, revise, standing } from '../../revisions.ts'

/** The edits of the version that stands: further ones are laid over them. */
async function earlier({ blobs, people, user }: Asked, key: string | undefined): Promise<MetadataEdits> {
  if (key === undefined) return {}
  try {
    const text = await people.open(user.id, await blobs.bytes(key))
    return text === undefined ? {} : MetadataEdits.parse(JSON.parse(text))
  } catch (error) {
    throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
  }
}

/** What a person typed lies sealed with their key; event and workflow know the blob alone. */
export const metadata = answer(editMetadata, async (asked) => {
  const { log, blobs, people, user, params, now, body } = asked
  const job = await ownJob(log, params.jobId, user.id)
  if (!mayEditMetadata(await readAccount(log, user.id), now())) throw refuse('metadata-not-allowed')
  await revisable(asked, job)
  if (body.cover !== undefined && !(await blobs.exists(coverKey(job.jobId, body.cover))))
    throw refuse('bad-request', { sentence: 'This cover picture is not here any more. Please choose it again.' })

  const all = { ...(await earlier(asked as unknown as Asked, job.edits)), ...body }
  const edits = editsKey(job.jobId, nextRevision(job))
  await blobs.write(edits, Readable.from([await people.seal(user.id, JSON.stringify(all))]))
  return revise(asked, job, user.id, { ...standing(job), cause: 'metadata', edits })
})
