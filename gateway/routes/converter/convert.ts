import { convertBatch as batchCall, convert as call, conversionWait } from '../../../contract/calls/converter.ts'
import { jobIdHeader } from '../../../contract/calls/epub.ts'
import { type Asked, answer } from '../../answer.ts'
import { linger } from '../../body.ts'
import { readBatch, readConversion, resumeBatch, resumeConversion, untilConverted } from '../../conversion-jobs.ts'
import { conversionOf, warningsOf } from '../../conversion-record.ts'
import { jobIdOf } from '../../jobs.ts'
import { refuse, refuseFailedConversion } from '../../refuse.ts'
import { takeInBatch, takeInManuscript } from '../../take-in-manuscripts.ts'

/** Takes a manuscript in and waits for what becomes of it; the same job again attaches to the one that is there. */
export const convert = answer(call, async (asked) => {
  const { ctx, user, log, uploads, blobs, follower, stopping, wait } = asked
  const jobId = await arrived(asked, {
    ownerOf: async (id) => (await readConversion(log, id)).job?.owner,
    takeIn: takeInManuscript,
    resume: async (id) => resumeConversion(asked, await readConversion(log, id)),
  })

  const gone = new AbortController()
  const leave = () => gone.abort()
  ctx.res.once('close', leave)
  const forMs = Math.min(wait, conversionWait)
  const state = await untilConverted(follower, jobId, { forMs, stopping: AbortSignal.any([stopping, gone.signal]) })
  ctx.res.off('close', leave)

  if (state.status === 'failed') throw refuseFailedConversion(state.failure!.code, state.failure!.reference)
  if (state.status === 'cancelled') throw refuseFailedConversion('cancelled', undefined)
  if (state.status !== 'completed') ctx.status = 202
  const fileName = (await uploads.byJob(jobId))?.fileName
  const known = state.job ? state : await readConversion(log, jobId)
  if (!known.job || known.job.owner !== user.id) throw refuse('not-found')
  return conversionOf(known, { fileName, warnings: await warningsOf(blobs, known), filesDeleted: false })
})

/** Takes many manuscripts in and answers at once; what becomes of them is asked for, or heard over the socket. */
export const convertBatch = answer(batchCall, async (asked) => {
  const { log } = asked
  const jobId = await arrived(asked, {
    ownerOf: async (id) => (await readBatch(log, id)).batch?.owner,
    takeIn: takeInBatch,
    resume: async (id) => resumeBatch(asked, await readBatch(log, id)),
  })
  const { batch } = await readBatch(log, jobId)
  return { jobId, totalFiles: batch?.files.length ?? 0 }
})

interface Arrival {
  readonly ownerOf: (jobId: string) => Promise<string | undefined>
  readonly takeIn: typeof takeInManuscript
  readonly resume: (jobId: string) => Promise<void>
}

async function arrived(asked: Asked, { ownerOf, takeIn, resume }: Arrival): Promise<string> {
  const { ctx, user, rates, arrivals, metrics, wait } = asked
  await rates.upload(user.id)
  const jobId = jobIdOf(ctx.get(jobIdHeader))
  const arriving = arrivals.of(jobId)
  const owner = arriving?.owner ?? (await ownerOf(jobId))
  if (owner !== undefined) {
    if (owner !== user.id) throw refuse('bad-job-id')
    linger(ctx.req, wait + 10_000)
    await (arriving ? arriving.done : resume(jobId))
    return jobId
  }
  const taking = arrivals.add(jobId, user.id, () =>
    takeIn(asked, { jobId, owner: user.id, requestId: ctx.state.requestId, request: ctx.req, response: ctx.res }),
  )
  taking.then(
    () => metrics.uploads.inc({ outcome: 'taken' }),
    () => metrics.uploads.inc({ outcome: 'refused' }),
  )
  await taking
  return jobId
}
