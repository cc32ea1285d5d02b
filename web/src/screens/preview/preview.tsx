import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { JobRecord } from '../../../../contract/calls/epub.ts'
import type { PreviewVersion } from '../../../../contract/preview.ts'
import { useAuth } from '../../data/auth.ts'
import { HttpError } from '../../data/http-error.ts'
import { useJob, usePreview } from '../../data/preview.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { Viewer } from './viewer.tsx'

const words = texts.preview

/** The book as a reader sees it, before and after. For those who are signed in. */
export default function PreviewScreen() {
  const { jobId } = useParams({ strict: false })
  const { user, isLoading } = useAuth()
  useTitle(words.title('EPUB'))
  if (isLoading) return <Waiting />
  if (!user) return <Navigate to="/" replace />
  return jobId ? <OfJob key={jobId} jobId={jobId} /> : <Invalid />
}

function OfJob({ jobId }: { jobId: string }) {
  const { data: record, error, refetch } = useJob(jobId)
  if (record) return <OfRecord record={record} />
  if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return <Invalid />
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  return <Waiting />
}

function OfRecord({ record }: { record: JobRecord }) {
  const [chosen, setVersion] = useState<PreviewVersion>()
  const { notReady, gone } = words
  if (record.status === 'processing') return <Sentence heading={notReady.heading} text={notReady.text} />
  if (record.filesDeleted) return <Sentence heading={gone.heading} text={gone.text} />
  const version = chosen ?? (record.downloadUrl === undefined ? 'original' : 'processed')
  return <OfVersion record={record} version={version} onVersion={setVersion} />
}

interface VersionProps {
  readonly record: JobRecord
  readonly version: PreviewVersion
  readonly onVersion: (version: PreviewVersion) => void
}

function OfVersion({ record, version, onVersion }: VersionProps) {
  const { data, error, refetch } = usePreview(record, version)
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  if (error instanceof HttpError) {
    if (error.status === 410) return <Sentence heading={words.gone.heading} text={words.gone.text} />
    if (error.code === 'no-preview') return <Sentence heading={words.refused.heading} text={error.sentence ?? ''} />
  }
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  // the other version stays in sight until this one is there
  const preview = data ?? last
  if (!preview) return <Waiting />
  return <Viewer record={record} preview={preview} isLoading={!data} version={version} onVersion={onVersion} />
}

const Invalid = () => <Sentence heading={words.invalid.heading} text={words.invalid.text} />

function Sentence({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) {
  return (
    <Page>
      <Card aria-labelledby="preview-heading">
        <h1 id="preview-heading" className="text-28">
          {heading}
        </h1>
        <p className="mt-3 max-w-measure">{text}</p>
        {children}
        <p className="mt-5">
          <Link to="/" className={buttonClass('primary')}>
            {words.invalid.home}
          </Link>
        </p>
      </Card>
    </Page>
  )
}

const Trouble = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Page>
    <h1 className="text-28">{words.heading}</h1>
    <div className="mt-4">
      <Failed what={words.notLoaded} error={error} onRetry={onRetry} />
    </div>
  </Page>
)

const Waiting = () => (
  <Page>
    <h1 className="text-28">{words.heading}</h1>
    <p role="status" className="mt-2 text-quiet">
      {words.loading}
    </p>
    <Skeleton className="mt-6 h-11 w-full" />
    <div className="mt-4 grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)_18rem]">
      <Skeleton className="hidden h-96 lg:block" />
      <Skeleton className="h-[70vh]" />
      <Skeleton className="hidden h-96 lg:block" />
    </div>
  </Page>
)
