import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import { usePlan } from '../../data/plan.ts'
import { desk } from '../../live/desk.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Reference } from '../../parts/failed.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { DeleteNow } from './delete-now.tsx'
import { Result } from './result.tsx'
import { useDownload } from './use-download.ts'
import { meaningOfFailure, verdictOf } from './verdict.ts'

const words = texts.repair.ended

/** What came of a job. */
export function Ended({ record }: { record: JobRecord }) {
  useTitle(words.title(words.titles[record.status], record.fileName))
  if (record.status === 'failed') return <FailedJob record={record} />
  if (record.status === 'cancelled') return <CancelledJob record={record} />
  if (record.outcome === 'sound') {
    return (
      <>
        <SoundBook record={record} />
        <Result record={record} />
      </>
    )
  }
  return (
    <>
      <VerdictCard record={record} />
      <Result record={record} />
    </>
  )
}

const UploadAnother = () => <Button onClick={desk.reset}>{words.another}</Button>

const DeleteBook = ({ record: { jobId, fileName, filesDeleted } }: { record: JobRecord }) =>
  filesDeleted ? null : <DeleteNow jobId={jobId} fileName={fileName} look="button" />

function DownloadFixed({
  record: { jobId, outcome, filesDeleted },
  name = words.download,
}: {
  record: JobRecord
  name?: string
}) {
  const { data: plan } = usePlan()
  const { mutate, isPending } = useDownload(texts.notices.downloadFailed.result)
  // A check by a paid plan has nothing to fetch; on the free plan the button leads to the plans.
  if (filesDeleted || (outcome === 'scanned' && plan?.currentPlan !== 'free')) return null
  return (
    <Button look="primary" icon="download" disabled={isPending} onClick={() => mutate(jobId)}>
      {name}
    </Button>
  )
}

const ShowPages = ({ record: { jobId, fileName, filesDeleted } }: { record: JobRecord }) =>
  filesDeleted ? null : (
    <Link
      to="/preview/$jobId"
      params={{ jobId }}
      className={buttonClass('plain')}
      aria-label={texts.repair.recent.previewLabel(fileName)}
    >
      <Icon name="eye" />
      {texts.repair.recent.preview}
    </Link>
  )

function Book({ record: { fileName, metadata, report } }: { record: JobRecord }) {
  const facts = [
    report?.version && words.version(report.version),
    report && report.words.after > 0 && words.words(report.words.after.toLocaleString('en')),
    report && report.resources.after > 0 && words.files(report.resources.after.toLocaleString('en')),
  ].filter(Boolean)
  const { title, author } = report?.metadata ?? {}
  return (
    <div className="min-w-0">
      {(title ?? author) && (
        <p className="font-book text-18 break-words">
          {metadata.title} <span className="text-quiet">{words.by(metadata.author)}</span>
        </p>
      )}
      <p className="mt-0.5 text-14 text-quiet">
        <span className="font-mono break-all">{fileName}</span>
        {facts.length > 0 && <span className="figures"> · {facts.join(' · ')}</span>}
      </p>
    </div>
  )
}

function Judge({ record: { report } }: { record: JobRecord }) {
  const judge = report?.after?.judge ?? report?.before.judge
  return judge ? <p className="mt-3 text-14 text-quiet">{words.judge(judge)}</p> : null
}

function VerdictCard({ record }: { record: JobRecord }) {
  const { headline, meaning, isGood } = verdictOf(record)
  return (
    <Card aria-labelledby="verdict">
      <Book record={record} />
      <div className="mt-5 flex gap-3 border-t border-rule pt-5">
        <Icon name={isGood ? 'tick' : 'query'} className={`mt-1 size-7 ${isGood ? 'text-green' : 'text-amber'}`} />
        <div className="min-w-0">
          <h2 id="verdict" className="text-22 sm:text-28">
            {headline}
          </h2>
          <p className="mt-2 max-w-measure">{meaning}</p>
          <Judge record={record} />
        </div>
      </div>
      {record.report && record.report.lost.length > 0 && <Lost parts={record.report.lost} />}
      <div className="mt-6 flex flex-wrap gap-3">
        <DownloadFixed record={record} />
        <ShowPages record={record} />
        <UploadAnother />
        <DeleteBook record={record} />
      </div>
    </Card>
  )
}

/** Bytes that are truly gone are named. */
const Lost = ({ parts }: { parts: readonly string[] }) => (
  <details className="mt-4 rounded-small border border-rule px-4 py-2">
    <summary className="flex min-h-9 list-none items-center gap-2 font-semibold">
      <Icon name="chevron" className="size-4" />
      {words.lost}
    </summary>
    <ul className="mt-1 pb-2 font-mono text-14 break-all">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  </details>
)

function SoundBook({ record }: { record: JobRecord }) {
  const { headline, meaning } = verdictOf(record)
  const hash = record.report?.sha256After ?? record.report?.sha256Before
  return (
    <Card aria-labelledby="verdict">
      <Book record={record} />
      <div className="mt-5 flex gap-3 border-t border-rule pt-5">
        <Icon name="tick" className="mt-1 size-7 text-green" />
        <div className="min-w-0">
          <h2 id="verdict" className="text-22 sm:text-28">
            {headline}
          </h2>
          <p className="mt-2 max-w-measure">{meaning}</p>
          <Judge record={record} />
        </div>
      </div>
      {hash && (
        <div className="mt-5 rounded-small bg-table px-4 py-3">
          <p className="text-14 text-quiet">{words.hash}</p>
          <p className="mt-1 flex items-start justify-between gap-3">
            <code className="min-w-0 font-mono text-14 break-all">{hash}</code>
            <Copy text={hash} />
          </p>
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <DownloadFixed record={record} name={words.downloadSound} />
        <ShowPages record={record} />
        <UploadAnother />
        <DeleteBook record={record} />
      </div>
    </Card>
  )
}

function Copy({ text }: { text: string }) {
  const [isDone, setDone] = useState(false)
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard?.writeText(text).then(() => setDone(true))}
      className="-my-2.5 inline-flex min-h-11 shrink-0 items-center gap-1.5 text-14 font-semibold text-blue hover:underline"
    >
      <Icon name={isDone ? 'tick' : 'copy'} className="size-4" />
      {isDone ? words.copied : words.copy}
    </button>
  )
}

function FailedJob({ record }: { record: JobRecord }) {
  const { error, reference, fileName } = record
  const sentence = error ?? words.ours
  const [what, ...rest] = sentence.split(/(?<=\.)\s+/)
  return (
    <Card aria-labelledby="verdict">
      <p className="font-mono text-14 break-all text-quiet">{fileName}</p>
      <div className="mt-4 flex gap-3">
        <Icon name="dele" className="mt-1 size-7 text-red" />
        <div className="min-w-0">
          <h2 id="verdict" className="max-w-measure text-22">
            {what}
          </h2>
          <p className="mt-3 max-w-measure">{[...rest, meaningOfFailure(sentence)].join(' ')}</p>
          {reference && <Reference code={reference} />}
        </div>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <UploadAnother />
        <DeleteBook record={record} />
      </div>
    </Card>
  )
}

const CancelledJob = ({ record }: { record: JobRecord }) => (
  <Card aria-labelledby="verdict">
    <p className="font-mono text-14 break-all text-quiet">{record.fileName}</p>
    <h2 id="verdict" className="mt-3 text-22">
      {words.cancelled}
    </h2>
    <p className="mt-2 max-w-measure">{words.cancelledMeaning}</p>
    <div className="mt-6 flex flex-wrap gap-3">
      <UploadAnother />
      <DeleteBook record={record} />
    </div>
  </Card>
)
