import { discardJob } from '../../db/discard.ts'
import type { Deps } from '../deps.ts'
import { beat } from './beat.ts'
import { areDue, dueAt } from './due.ts'

type Needs = Pick<Deps, 'blobs' | 'log' | 'retention' | 'now'>

const batch = 200

/**
 * Deletes by age what people were promised would be gone: uploads, results and names, also when nobody was there at the
 * hour. What cannot be deleted does not stop the rest; then the activity fails at the end, and is tried again.
 */
export const discardExpired = (deps: Needs) => async () => {
  const { blobs, log, retention, now } = deps
  const { files, claims } = dueAt(now())
  const failed = new Set<string>()
  let cause: unknown
  const attempt = async (job: { jobId: string; requested: boolean }) => {
    beat()
    try {
      await discardJob({ blobs, log, removeUpload: retention.removeUpload }, { ...job, reason: 'expired', actor: 'system' })
      return true
    } catch (error) {
      failed.add(job.jobId)
      cause = error
      return false
    }
  }

  let expired = 0
  for (let full = true; full; ) {
    const uploads = await retention.uploadsBefore(files, { limit: batch, except: [...failed] })
    for (const upload of uploads) if (await attempt(upload)) expired += 1
    full = uploads.length === batch
  }

  const unclaimed = await retention.removeClaimsBefore(claims)

  let loose = 0
  const sift = async (jobIds: readonly string[]) => {
    beat()
    for (const folder of await retention.withoutUpload(jobIds)) {
      const isDue = areDue({ deleted: folder.deleted, stored: await blobs.ofJob(folder.jobId) }, now())
      if (isDue && (await attempt(folder))) loose += 1
    }
  }
  let jobIds: string[] = []
  for await (const jobId of blobs.jobs()) {
    jobIds.push(jobId)
    if (jobIds.length < batch) continue
    await sift(jobIds)
    jobIds = []
  }
  await sift(jobIds)

  if (failed.size > 0) throw new Error(`The files of ${failed.size} jobs could not be deleted`, { cause })
  return { expired, unclaimed, loose }
}
