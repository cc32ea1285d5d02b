import { endSharing, sharedFor, sharePath, shareReport } from '../../../contract/calls/results.ts'
import { type ShareEvent, shareStream } from '../../../contract/events/repair.ts'
import type { Log } from '../../../db/log.ts'
import { answer } from '../../answer.ts'
import { filesAreGone, ownJob } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'
import { tokenOf } from '../../share-token.ts'

const day = 86_400_000

export const endingsOf = async (log: Log, jobId: string) =>
  ((await log.readStream(shareStream(jobId))) as unknown as readonly ShareEvent[]).filter(({ type }) => type === 'SharingEnded')
    .length

/** A link to the numbers of a report, for whoever it is given to. Asked for twice it is two links, both good. */
export const share = answer(shareReport, async ({ log, config, user, params, now }) => {
  const job = await ownJob(log, params.jobId, user.id)
  if (job.status !== 'completed') throw refuse('not-ready', { sentence: 'Only the report of a finished job can be shared.' })
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')
  // whole minutes: who clicks twice gets one link
  const expiresAt = new Date(Math.floor((now().getTime() + sharedFor * day) / 60_000) * 60_000)
  const generation = await endingsOf(log, job.jobId)
  await log.append(
    shareStream(job.jobId),
    [
      {
        id: `${job.jobId}/shared/${generation}/${expiresAt.getTime()}`,
        type: 'ReportShared',
        data: { expiresAt: expiresAt.toISOString() },
      },
    ],
    { metadata: { correlationId: job.jobId, actor: user.id } },
  )
  return {
    path: sharePath(tokenOf({ jobId: job.jobId, generation, expiresAt }, config.signingKey)),
    expiresAt: expiresAt.toISOString(),
  }
})

export const unshare = answer(endSharing, async ({ log, user, params }) => {
  const { jobId } = await ownJob(log, params.jobId, user.id)
  const endings = await endingsOf(log, jobId)
  await log.append(shareStream(jobId), [{ id: `${jobId}/sharing-ended/${endings}`, type: 'SharingEnded', data: {} }], {
    metadata: { correlationId: jobId, actor: user.id },
  })
  return { jobId }
})
