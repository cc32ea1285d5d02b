import { content as contentCall, preview as previewCall, previewFiles } from '../../../contract/calls/preview.ts'
import { contentLimits, fontSizes, pageAddress, previewAddressFor } from '../../../contract/preview.ts'
import { NoBlob, previewKey } from '../../../db/blobs.ts'
import { type Asked, answer } from '../../answer.ts'
import { ownJob } from '../../jobs.ts'
import { hasProcessed, isVersion, pagesOf } from '../../preview.ts'
import { passOf } from '../../preview-token.ts'
import { refuse } from '../../refuse.ts'

async function shown(asked: Asked<typeof previewCall> | Asked<typeof contentCall>) {
  const { ctx, log, user, params, config, now } = asked
  const version = ctx.query.version ?? 'processed'
  if (!isVersion(version)) throw refuse('bad-request')
  const job = await ownJob(log, params.jobId, user.id)
  const pages = await pagesOf(asked as unknown as Asked, job, version)
  if (pages === 'preparing') {
    ctx.status = 202
    return undefined
  }
  const expiresAt = new Date(now().getTime() + previewAddressFor)
  const token = passOf({ jobId: job.jobId, owner: user.id, version: pages.name, expiresAt }, config.signingKey)
  return { job, version, expiresAt: expiresAt.toISOString(), base: `${previewFiles}/${token}/`, ...pages }
}

export const preview = answer(previewCall, async (asked) => {
  const known = await shown(asked)
  if (!known) return { status: 'preparing' as const }
  const { job, version, base, expiresAt, index } = known
  return {
    status: 'ready' as const,
    version,
    revision: version === 'original' ? 0 : job.revision,
    base,
    expiresAt,
    direction: index.direction,
    language: index.language,
    chapters: index.chapters.map(({ title, path, words, changed, restyled, added, size, spread }) => ({
      title,
      path,
      words,
      changed,
      ...(restyled && { restyled }),
      added,
      ...(size && { size }),
      ...(spread && { spread }),
    })),
    toc: [...index.toc],
    counts: index.counts,
    hasProcessed: hasProcessed(job),
  }
})

/** Up to the last whole tag or line before the limit, so that what is cut can still be read. */
function cut(text: string): string {
  const last = Math.max(text.lastIndexOf('>'), text.lastIndexOf('\n'))
  return text.slice(0, last + 1).replace(/\ufffd+$/, '')
}

export const content = answer(contentCall, async (asked) => {
  const known = await shown(asked)
  if (!known) return { status: 'preparing' as const }
  const { job, name, version, base, expiresAt, index } = known
  const key = previewKey(job.jobId, name)
  const chapters = []
  let all = 0
  for (const chapter of index.chapters) {
    const [start, end] = chapter.content
    const length = Math.min(end - start, contentLimits.chapter, contentLimits.all - all)
    const truncated = length < end - start
    all += length
    try {
      const bytes = length > 0 ? Buffer.concat(await (await asked.blobs.read(key, { start, end: start + length })).toArray()) : ''
      const text = bytes.toString('utf8')
      chapters.push({
        title: chapter.title,
        content: truncated ? cut(text) : text,
        truncated,
        address: pageAddress(base, { theme: 'light', size: fontSizes.usual, marks: false }, chapter.path),
      })
    } catch (error) {
      throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
    }
  }
  return { status: 'ready' as const, version, chapters, expiresAt }
})
