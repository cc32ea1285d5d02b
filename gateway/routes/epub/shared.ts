import { sharedReport } from '../../../contract/calls/results.ts'
import { type FilesEvent, filesStream } from '../../../contract/events/repair.ts'
import { answerEveryone } from '../../answer.ts'
import { readJob } from '../../jobs.ts'
import { refuse } from '../../refuse.ts'
import { shareIn } from '../../share-token.ts'
import { endingsOf } from './share.ts'

const gone = () =>
  refuse('not-found', { sentence: 'This report cannot be read: the link is wrong, has expired, or was ended by its owner.' })

/**
 * Numbers and ids from the job's own events, so that the report can be read when the files are long gone. It ends with its
 * 30 days, with the owner's word, when the files were deleted on request, and with the account.
 */
export const shared = answerEveryone(sharedReport, async ({ ctx, log, people, config, params, now }) => {
  ctx.set('X-Robots-Tag', 'noindex')
  const share = shareIn(params.token, config.signingKey, now())
  if (!share) throw gone()
  const { jobId, generation, expiresAt } = share
  const [job, endings, files] = await Promise.all([
    readJob(log, jobId),
    endingsOf(log, jobId),
    log.readStream(filesStream(jobId)),
  ])
  const isDeleted = (files as unknown as readonly FilesEvent[]).some(
    ({ type, data }) => type === 'FilesDeleted' && data.reason !== 'expired',
  )
  if (job.status !== 'completed' || endings !== generation || isDeleted) throw gone()
  if ((await people.profileOf(job.owner ?? '')) === undefined) throw gone()

  const { scoresBefore, scores, compatibility } = job
  return {
    madeAt: job.endedAt!,
    expiresAt: expiresAt.toISOString(),
    mode: job.mode!,
    outcome: job.outcome!,
    ...(job.engine && { engine: job.engine }),
    judge: job.judge ?? '',
    bytes: job.bytes ?? 0,
    found: job.found,
    fixed: job.fixed,
    errorsBefore: job.errorsBefore ?? 0,
    errorsAfter: job.errorsAfter ?? 0,
    ...(scoresBefore && scores && { scores: { before: scoresBefore, after: scores } }),
    ...(compatibility && { compatibility }),
    tally: [...(job.tally ?? [])],
    sha256Before: job.sha256Before ?? '',
    ...(job.sha256After && { sha256After: job.sha256After }),
  }
})
