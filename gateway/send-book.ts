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
  const name = job.outcome === 'sound' ? sent : fixedName(sent)
  await sendFile(ctx, blobs, { key: job.result, name, type: 'application/epub+zip', sha256: job.sha256After })
}

interface Sent {
  /** Blob key. */
  readonly key: string
  readonly name: string
  readonly type: string
  readonly sha256: string | undefined
}

/** A blob as a file to save, as a whole or one range of it; 410 where it was deleted. */
export async function sendFile(ctx: Context, blobs: Blobs, { key, name, type, sha256 }: Sent) {
  ctx.set('Content-Disposition', attachment(name))
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.set('Accept-Ranges', 'bytes')
  if (sha256) ctx.set('ETag', `"${sha256}"`)
  ctx.type = type
  await sendBlob(ctx, blobs, key, type).catch((error) => {
    throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
  })
}

/** The whole or one range, with the validators that `ctx` carries; for HEAD the headers alone. */
async function sendBlob(ctx: Context, blobs: Blobs, key: string, type: string) {
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
  ctx.type = type
  ctx.length = end - start
}
