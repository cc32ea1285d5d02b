import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SupportJob as Job } from '../../../../contract/calls/support.ts'
import { HttpError } from '../../data/http-error.ts'
import { supportJobQuery } from '../../data/support.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { NotFound } from '../not-found/not-found.tsx'
import { EngineSwitches } from './engine-switches.tsx'
import { Issues } from './issues.tsx'
import { Looks, Notes } from './notes.tsx'
import { Quality } from './quality.tsx'
import { Replays } from './replays.tsx'
import { Scrubber } from './scrubber.tsx'
import { StaffOnly } from './staff-only.tsx'
import { Summary } from './summary.tsx'
import { endingOf, time, whatOf } from './words.ts'
import { Workflows } from './workflows.tsx'

const words = texts.support.job

export default function SupportJob() {
  const { jobId } = useParams({ strict: false })
  return (
    <StaffOnly>
      <Loaded jobId={jobId ?? ''} />
    </StaffOnly>
  )
}

function Loaded({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useQuery(supportJobQuery(jobId))
  if (job) return <Shown job={job} />
  if (error instanceof HttpError && error.status === 404) return <NotFound />
  return (
    <Page>
      {error ? (
        <Failed what={words.notLoaded} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <span className="sr-only" role="status">
            {words.loading}
          </span>
          <Skeleton className="h-9 w-72 max-w-full" />
          <Skeleton className="mt-8 h-80 w-full" />
        </>
      )}
    </Page>
  )
}

const tones: Readonly<Record<Job['moments'][number]['status'], Tone>> = {
  unknown: 'ink',
  processing: 'blue',
  completed: 'green',
  failed: 'red',
  cancelled: 'amber',
}

function Shown({ job }: { job: Job }) {
  useTitle(words.title(job.reference))
  const last = job.moments.at(-1)
  const isRepair = job.kind === 'repair'
  return (
    <Page>
      <p>
        <Link to="/support" className="inline-flex min-h-11 items-center font-semibold text-blue underline">
          {texts.support.back}
        </Link>
      </p>
      <h1 className="flex flex-wrap items-center gap-3 text-28 sm:text-36">
        {words.heading(job.reference)}
        {last && (
          <Badge tone={tones[last.status]}>
            {endingOf({ status: last.status, outcome: last.outcome, failure: last.failure?.code })}
          </Badge>
        )}
      </h1>
      <Facts job={job} />
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Summary text={job.summary} />
        <Scrubber job={job} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {isRepair && (
            <>
              <div className="grid min-w-0 grid-cols-1 gap-6">
                <EngineSwitches moment={last} />
                <Quality moments={job.moments} />
              </div>
              <Issues byFeature={job.byFeature} tally={job.tally} />
            </>
          )}
          <div className="grid min-w-0 grid-cols-1 gap-6">
            {isRepair && <Replays job={job} />}
            <Workflows job={job} />
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <Notes job={job} />
            <Looks looks={job.looks} />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Facts({ job }: { job: Job }) {
  const { facts } = words
  const { owner, keptUntil, filesDeleted, fileName, batch } = job
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      facts.id,
      <span key="id" className="font-mono select-all">
        {job.jobId}
      </span>,
    ],
    [
      facts.owner,
      owner ? (
        <span key="owner">
          {owner.email ?? facts.deleted} <span className="font-mono text-quiet select-all">{owner.id}</span>
        </span>
      ) : (
        facts.demo
      ),
    ],
    [
      facts.file,
      fileName ? (
        <span key="file" className="font-mono">
          {fileName}
        </span>
      ) : (
        facts.noFile
      ),
    ],
    [facts.what, whatOf(job)],
    [facts.files, filesDeleted ? facts.filesGone : keptUntil ? facts.filesUntil(time(keptUntil)) : facts.filesNone],
    ...(batch
      ? [
          [
            facts.batch,
            <span key="batch" className="font-mono">
              {batch}
            </span>,
          ] as const,
        ]
      : []),
  ]
  return (
    <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-1 text-14 figures sm:grid-cols-2">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-3">
          <dt className="w-16 shrink-0 text-quiet">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
