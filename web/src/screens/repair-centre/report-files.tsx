import { useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { planOf } from '../../../../contract/plans.ts'
import { explain } from '../../data/http-error.ts'
import { usePlan } from '../../data/plan.ts'
import { reportPath, useEndSharing, useShare } from '../../data/results.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.results

/** The report to keep, and a link to its numbers for others. */
export function ReportFiles({ record }: { record: JobRecord }) {
  const { data: plan } = usePlan()
  const { jobId, report, outcome } = record
  if (!report || !plan) return null
  // a check on the free plan holds no text before and after; the report of a repair does
  const isLocked = outcome !== 'scanned' && !planOf(plan.currentPlan).allowDownloads
  return (
    <section aria-labelledby="report">
      <h2 id="report" className="text-22">
        {words.files.heading}
      </h2>
      <Card className="mt-4 grid grid-cols-1 gap-8 md:grid-cols-2">
        <div>
          <p className="max-w-measure">{isLocked ? words.files.locked : words.files.text}</p>
          {!isLocked && (
            <>
              <p className="mt-4 flex flex-wrap gap-3">
                <a className={buttonClass('plain')} href={reportPath(jobId, 'html')} target="_blank" rel="noreferrer">
                  {words.files.open}
                </a>
                <a className={buttonClass('plain')} href={reportPath(jobId, 'html')} download>
                  <Icon name="download" />
                  {words.files.save}
                </a>
              </p>
              <ul className="mt-3 flex flex-wrap gap-x-5">
                {(
                  [
                    ['json', words.files.json],
                    ['epubcheck-before', words.files.before],
                    ['epubcheck-after', words.files.after],
                  ] as const
                ).map(([form, name]) => (
                  <li key={form}>
                    <a className="inline-flex min-h-11 items-center text-blue underline" href={reportPath(jobId, form)} download>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <Sharing jobId={jobId} />
      </Card>
    </section>
  )
}

const day = (iso: string) => new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' })

function Sharing({ jobId }: { jobId: string }) {
  const share = useShare(jobId)
  const end = useEndSharing(jobId)
  const [copied, setCopied] = useState('')
  const link = share.data && new URL(share.data.path, location.href).href
  const failed = (error: Error) => notify({ title: words.share.failed, ...explain(error, words.share.failure) })
  return (
    <div className="border-t border-rule pt-6 md:border-t-0 md:border-s md:ps-8 md:pt-0">
      <h3 className="text-18">{words.share.heading}</h3>
      <p className="mt-1 max-w-measure text-quiet">{words.share.text}</p>
      {link && share.data && (
        <div className="mt-3">
          <label htmlFor="share-link" className="text-14 font-semibold">
            {words.share.link}
          </label>
          <div className="mt-1 flex gap-2">
            <input
              id="share-link"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
              className="min-h-11 w-full min-w-0 rounded-sheet border border-edge bg-sheet px-3 font-mono text-14"
            />
            <Button
              icon={copied === link ? 'tick' : 'copy'}
              onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(link))}
            >
              {copied === link ? words.share.copied : words.share.copy}
            </Button>
          </div>
          <p className="mt-1 text-14 text-quiet">{words.share.until(day(share.data.expiresAt))}</p>
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        {!link && (
          <Button disabled={share.isPending} onClick={() => share.mutate(undefined, { onError: failed })}>
            {words.share.make}
          </Button>
        )}
        <Button
          look="quiet"
          disabled={end.isPending}
          onClick={() =>
            end.mutate(undefined, {
              onSuccess: () => {
                share.reset()
                notify({ title: words.share.ended, description: words.share.endedText, tone: 'done' })
              },
              onError: failed,
            })
          }
        >
          {words.share.end}
        </Button>
      </p>
    </div>
  )
}
