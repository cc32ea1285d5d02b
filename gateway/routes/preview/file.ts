import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import type { Context } from 'koa'
import { previewFiles } from '../../../contract/calls/preview.ts'
import { lookIn, type PreviewLook, withMark } from '../../../contract/preview.ts'
import { type Blobs, NoBlob, previewKey } from '../../../db/blobs.ts'
import { visit } from '../../answer.ts'
import type { Deps } from '../../deps.ts'
import { filesAreGone, readJob } from '../../jobs.ts'
import { bookKeyOf, type IndexedChapter, type IndexedFile, indexOf } from '../../preview.ts'
import { leavingPage, pageAround } from '../../preview-page.ts'
import { passIn } from '../../preview-token.ts'
import { rangeIn } from '../../range.ts'
import { refuse } from '../../refuse.ts'

/** A stranger's page: nothing runs, nothing is fetched but what lies beside it, and it is nobody's origin. */
const policy =
  "sandbox; default-src 'none'; img-src 'self' data:; font-src 'self'; style-src 'self' 'unsafe-inline'; media-src 'self'"

/** Ours, shown in the same frame: its one link opens a tab of its own. */
const leavingPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'"

function setHeaders(ctx: Context, contentSecurity: string) {
  ctx.remove('X-Frame-Options')
  ctx.set({
    'Content-Security-Policy': contentSecurity,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  })
}

const gone = () => refuse('not-found', { sentence: 'This page of the preview is over. Open the preview again.' })

/** Longest content in which marks are set, in bytes: it is then held whole. */
const longestMarked = 8 << 20

export const file = visit(`${previewFiles}/:token/:look/{*rest}`, async (asked) => {
  const { ctx, blobs, log, config, now } = asked
  // the path as it came: names in books may hold whatever a pattern would take for its own
  const [, token, part, rest = ''] = /^\/api\/preview\/([^/]+)\/([^/]+)\/(.*)$/.exec(ctx.path) ?? []
  const pass = passIn(token, config.signingKey, now())
  const look = lookIn(part ?? '')
  if (!pass || !look) throw gone()
  if (rest === 'leave') return leave(ctx)
  const path = decoded(rest)
  const index = path === undefined ? undefined : await indexOf(blobs, pass.jobId, pass.version)
  if (!index || path === undefined) throw gone()
  const job = await readJob(log, pass.jobId)
  if (!pass.isOwner(job.owner) || (await filesAreGone(log, pass.jobId))) throw gone()

  ctx.set('Cache-Control', 'private, max-age=600')
  try {
    const at = index.chapters.findIndex((chapter) => chapter.path === path)
    const known = Object.hasOwn(index.files, path) ? index.files[path] : undefined
    const isImage = /image|empty/.test(ctx.get('Sec-Fetch-Dest') || 'document') && known !== undefined
    const pages = previewKey(pass.jobId, pass.version)
    if (at >= 0 && !isImage) return await sendPage(asked, { chapter: index.chapters[at]!, at, look, pages })
    if (!known) throw gone()
    const key = known.at === 'written' ? pages : bookKeyOf(job, pass.version)
    if (key === undefined) throw gone()
    await sendFile(ctx, blobs, key, known)
  } catch (error) {
    throw error instanceof NoBlob ? gone() : error
  }
})

function decoded(rest: string): string | undefined {
  if (!rest.startsWith('book/')) return undefined
  try {
    return decodeURIComponent(rest.slice('book/'.length))
  } catch {
    return undefined
  }
}

interface Shown {
  readonly chapter: IndexedChapter
  readonly at: number
  readonly look: PreviewLook
  readonly pages: string
}

async function sendPage({ ctx, blobs }: Pick<Deps, 'blobs'> & { ctx: Context }, { chapter, at, look, pages }: Shown) {
  const [start, end] = chapter.content
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(String(ctx.query.found ?? '')) ?? []
  const { before, after } = pageAround(chapter, at, look)
  const stream = await blobs.read(pages, { start, end })
  setHeaders(ctx, policy)
  ctx.status = 200
  ctx.type = 'application/xhtml+xml; charset=utf-8'
  if (from !== undefined && end - start <= longestMarked) {
    const text = Buffer.concat(await stream.toArray()).toString('utf8')
    ctx.body = before + withMark(text, Number(from), Number(to)) + after
    ctx.type = 'application/xhtml+xml; charset=utf-8'
    return
  }
  ctx.length = Buffer.byteLength(before) + (end - start) + Buffer.byteLength(after)
  ctx.body = Readable.from(inOrder(before, stream, after))
  ctx.type = 'application/xhtml+xml; charset=utf-8'
}

async function* inOrder(before: string, stream: AsyncIterable<Buffer>, after: string) {
  yield Buffer.from(before)
  yield* stream
  yield Buffer.from(after)
}

/** Pictures, fonts and sounds come out of the archive as they are asked for; no more than the archive said. */
async function sendFile(ctx: Context, blobs: Blobs, key: string, { at, bytes, size, type }: IndexedFile) {
  const [start, end] = bytes
  setHeaders(ctx, policy)
  if (at === 'deflated') {
    const packed = await blobs.read(key, { start, end })
    const plain = createInflateRaw()
    let passed = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        passed += chunk.length
        done(passed > size ? new Error('More than the archive said') : null, chunk)
      },
    })
    pipeline(packed, plain, meter).catch(() => meter.destroy())
    ctx.status = 200
    ctx.body = meter
    ctx.type = type
    return
  }
  const asked = rangeIn(ctx.get('Range'), end - start)
  const range = asked === 'whole' || asked === 'unsatisfiable' ? { start: 0, end: end - start } : asked
  ctx.status = typeof asked === 'string' ? 200 : 206
  ctx.set('Accept-Ranges', 'bytes')
  if (typeof asked !== 'string') ctx.set('Content-Range', `bytes ${range.start}-${range.end - 1}/${end - start}`)
  ctx.body = await blobs.read(key, { start: start + range.start, end: start + range.end })
  ctx.length = range.end - range.start
  ctx.type = type
}

/** Only after a word of ours a reader leaves the book. */
function leave(ctx: Context): undefined {
  let address: URL
  try {
    address = new URL(String(ctx.query.to ?? ''))
  } catch {
    throw gone()
  }
  if (!/^(https?|mailto):$/.test(address.protocol)) throw gone()
  setHeaders(ctx, leavingPolicy)
  ctx.status = 200
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = leavingPage(address)
}
