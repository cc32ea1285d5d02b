import { batchIdHeader } from '../../../contract/calls/batch.ts'
import { jobIdHeader, processGuaranteed } from '../../../contract/calls/epub.ts'
import { type Asked, answer } from '../../answer.ts'
import { beginRepair, mayNotHaveBegun, repairJobOf } from '../../begin-repair.ts'
import { linger } from '../../body.ts'
import { untilEnded } from '../../follow-job.ts'
import { reportOf, resultOf } from '../../job-record.ts'
import { jobIdIn, jobIdOf, readJob } from '../../jobs.ts'
import { refuse, refuseFailedJob } from '../../refuse.ts'
import { takeIn } from '../../take-in.ts'

/**
 * Takes a book in and waits for what becomes of it. The same job again (same owner, same id) is not read and not counted
 * again: the answer attaches to the job that is there.
 */
export const process = answer(processGuaranteed, async (asked) => {
  const { ctx, user, rates, metrics, follower, blobs, wait, stopping } = asked
  await rates.upload(user.id)
  const jobId = jobIdOf(ctx.get(jobIdHeader))
  const settled = receive(asked, jobId)
  settled.then(
    () => metrics.uploads.inc({ outcome: 'taken' }),
    () => metrics.uploads.inc({ outcome: 'refused' }),
  )
  await settled

  const gone = new AbortController()
  const leave = () => gone.abort()
  ctx.res.once('close', leave)
  const job = await untilEnded(follower, jobId, wait, AbortSignal.any([stopping, gone.signal]))
  ctx.res.off('close', leave)

  if (job.status === 'completed') return resultOf(job, await reportOf(blobs, job))
  if (job.status === 'failed') throw refuseFailedJob(job.failure!.code, job.failure!.reference)
  if (job.status === 'cancelled') throw refuseFailedJob('cancelled', undefined)
  ctx.status = 202
  return { jobId, status: 'processing' as const }
})

/** Undefined for a book that comes by itself; what cannot be a batch is one that does not exist. */
function batchIdOf(header: string): string | undefined {
  if (header === '') return undefined
  const batchId = jobIdIn(header)
  if (batchId === undefined) throw refuse('not-found')
  return batchId
}

async function receive(asked: Asked<typeof processGuaranteed>, jobId: string) {
  const { ctx, user, log, arrivals, wait } = asked
  const job = await readJob(log, jobId)
  const arriving = arrivals.of(jobId)
  if (job.status === 'unknown' && !arriving)
    return arrivals.add(jobId, user.id, () =>
      takeIn(asked, {
        jobId,
        owner: user.id,
        batch: batchIdOf(ctx.get(batchIdHeader)),
        requestId: ctx.state.requestId,
        request: ctx.req,
        response: ctx.res,
      }),
    )

  if ((arriving?.owner ?? job.owner) !== user.id) throw refuse('bad-job-id')
  linger(ctx.req, wait + 10_000)
  if (arriving) return arriving.done
  const repair = repairJobOf(job)
  if (repair && mayNotHaveBegun(job)) await beginRepair(asked, repair)
}
