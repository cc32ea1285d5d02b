import type { Context } from 'koa'
import { type Blobs, NoBlob } from '../db/blobs.ts'
import type { JobState } from '../projections/job.ts'
import { attachment, fixedName } from './file-name.ts'
import { rangeIn } from './range.ts'
import { refuse, refuseRange } from './refuse.ts'

/** The repaired book of a job under the name it was sent with, as a whole or one range of it. */
export async function sendBook(ctx: Context, blobs: Blobs, job: JobState, sent: string) {
  if (job.status === 'processing') throw refuse('not-ready')
  if (job.result === undefined)
    throw refuse('not-found', {
      sentence: 'There is no repaired file of this job: the book was only checked, or the repair did not end well.',
    })
  ctx.set('Content-Disposition', attachment(job.outcome === 'sound' ? sent : fixedName(sent)))
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set('Accept-Ranges', 'bytes')
  if (job.sha256After) ctx.set('ETag', `"${job.sha256After}"`)
  ctx.type = 'application/epub+zip'
  await sendBlob(ctx, blobs, job.result).catch((error) => {
    throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
  })
}

/** The whole or one range, with the validators that `ctx` carries; for HEAD the headers alone. */
async function sendBlob(ctx: Context, blobs: Blobs, key: string) {
  const size = await blobs.size(key)
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const condition = ctx.get('If-Range')
  const asked = condition !== '' && condition !== ctx.response.get('ETag') ? 'whole' : rangeIn(ctx.get('Range'), size)
  if (asked === 'unsatisfiable') throw refuseRange(size)

  const { start, end } = asked === 'whole' ? { start: 0, end: size } : asked
  if (asked !== 'whole') {
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${start}-${end - 1}/${size}`)
  }
  if (ctx.method !== 'HEAD') ctx.body = await blobs.read(key, { start, end })
  ctx.type = 'application/epub+zip'
  ctx.length = end - start
}
