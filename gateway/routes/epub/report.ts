import { type ReportForm, reportFile, reportForms } from '../../../contract/calls/results.ts'
import { planOf } from '../../../contract/plans.ts'
import { besideReport, NoBlob } from '../../../db/blobs.ts'
import { answer } from '../../answer.ts'
import { attachment } from '../../file-name.ts'
import { filesAreGone, ownJob, readAccount } from '../../jobs.ts'
import { mayDownload } from '../../limits.ts'
import { refuse } from '../../refuse.ts'

const names: Readonly<Record<ReportForm, string>> = {
  html: 'report.html',
  json: 'report.json',
  'epubcheck-before': 'epubcheck-before.json',
  'epubcheck-after': 'epubcheck-after.json',
}
const isForm = (form: string | undefined): form is ReportForm => reportForms.some((known) => known === form)

/** Words of the book are in it: no page of ours may be reached from it, and nothing in it runs. */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

export const report = answer(reportFile, async ({ ctx, log, blobs, uploads, user, params, now }) => {
  const job = await ownJob(log, params.jobId, user.id)
  const { form } = params
  if (!isForm(form)) throw refuse('not-found')
  if (job.status === 'processing') throw refuse('not-ready')
  if (job.report === undefined) throw refuse('not-found')
  // the report of a check on the free plan holds places and messages, and no text before and after
  const showsText = planOf(job.plan ?? 'free').allowDownloads
  if (showsText && !mayDownload(await readAccount(log, user.id), now())) throw refuse('report-needs-plan')
  if (await filesAreGone(log, job.jobId)) throw refuse('files-gone')

  const key = form === 'json' ? job.report : besideReport(job.report, form)
  const book = ((await uploads.byJob(job.jobId))?.fileName ?? 'book.epub').replace(/\.epub$/i, '')
  try {
    ctx.length = await blobs.size(key)
    if (ctx.method !== 'HEAD') ctx.body = await blobs.read(key)
  } catch (error) {
    throw error instanceof NoBlob ? refuse('files-gone', { cause: error }) : error
  }
  ctx.status = 200
  ctx.type = form === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  ctx.set('Content-Security-Policy', policy)
  ctx.set(
    'Content-Disposition',
    attachment(`${book}-${names[form]}`).replace(/^attachment/, form === 'html' ? 'inline' : 'attachment'),
  )
  ctx.set('Cache-Control', 'private, no-cache')
  return undefined
})
