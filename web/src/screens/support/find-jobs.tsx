import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type Found, mostLines, type SupportLine } from '../../../../contract/calls/support.ts'
import { engineNames } from '../../../../contract/engine.ts'
import { planOf } from '../../../../contract/plans.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { Table } from './table.tsx'
import type { SearchJobs } from './use-search-jobs.ts'
import { endingOf, time, whatOf } from './words.ts'

const words = texts.support.find
const field = 'mt-1 min-h-11 w-full rounded-sheet border border-edge bg-sheet px-3 py-2'

/** What `datetime-local` holds is meant in UTC, as all times here are. */
const asIso = (local: string) => (local === '' ? undefined : new Date(`${local}Z`).toISOString())
const asLocal = (iso: string | undefined) => iso?.slice(0, 16) ?? ''

export function FindJobs({ search }: { search: SearchJobs }) {
  const { asked, found, isBusy, error } = search
  const [text, setText] = useState(asked.text ?? '')
  const [from, setFrom] = useState(asLocal(asked.from))
  const [until, setUntil] = useState(asLocal(asked.until))
  const ids = { text: useId(), hint: useId(), from: useId(), until: useId() }
  // an account chosen below is what is searched now
  useEffect(() => setText(asked.text ?? ''), [asked.text])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) search.find({ text, from: asIso(from), until: asIso(until) })
  }
  return (
    <Section heading={words.heading}>
      <form onSubmit={submit} className="mt-4 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]">
        <div className="sm:col-span-2 lg:col-span-1">
          <label htmlFor={ids.text} className="text-14 font-semibold">
            {words.text}
          </label>
          <input
            id={ids.text}
            aria-describedby={ids.hint}
            className={`${field} font-mono text-14`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div>
          <label htmlFor={ids.from} className="text-14 font-semibold">
            {words.from}
          </label>
          <input
            id={ids.from}
            type="datetime-local"
            className={field}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        </div>
        <div>
          <label htmlFor={ids.until} className="text-14 font-semibold">
            {words.until}
          </label>
          <input
            id={ids.until}
            type="datetime-local"
            className={field}
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
        <button type="submit" aria-disabled={isBusy} className={buttonClass('primary', 'sm:col-span-2 lg:col-span-1')}>
          {isBusy ? words.busy : words.go}
        </button>
        <p id={ids.hint} className="text-14 text-quiet sm:col-span-2 lg:col-span-4">
          {words.hint}
        </p>
      </form>
      <div className="mt-4" aria-live="polite">
        {error ? (
          <Failed what={words.failed} error={error} onRetry={() => search.find(asked)} />
        ) : (
          found && <Answer found={found} onShow={(account) => search.find({ text: account })} />
        )}
      </div>
    </Section>
  )
}

function Answer({ found, onShow }: { found: Found; onShow: (account: string) => void }) {
  const { by, jobs, accounts } = found
  if (by === null) return <p>{words.unreadable}</p>
  return (
    <>
      {accounts.length > 0 && (
        <>
          <h3 className="text-16 font-semibold">{words.accounts}</h3>
          <ul className="mt-1">
            {accounts.map(({ id, email, plan }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3">
                <span className="break-all">{email ?? words.gone}</span>
                <span className="text-quiet">{planOf(plan).displayName}</span>
                <Button look="quiet" className="px-2! font-mono text-14! font-normal! break-all" onClick={() => onShow(id)}>
                  {id}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {jobs.length === 0 ? (
        <p className="mt-3">{words.none}</p>
      ) : (
        <>
          <h3 className="mt-3 text-16 font-semibold figures">{words.jobs(jobs.length, mostLines)}</h3>
          <Jobs jobs={jobs} />
        </>
      )}
    </>
  )
}

const Jobs = ({ jobs }: { jobs: readonly SupportLine[] }) => (
  <Table
    caption={words.table.caption}
    columns={[
      { name: words.table.job },
      { name: words.table.at },
      { name: words.table.what },
      { name: words.table.ending },
      { name: words.table.issues },
      { name: words.table.engine },
    ]}
    rows={jobs.map((job) => ({
      key: job.jobId,
      cells: [
        <Link
          key="job"
          to="/support/jobs/$jobId"
          params={{ jobId: job.jobId }}
          className="inline-flex min-h-11 items-center font-mono font-semibold text-blue underline sm:min-h-0"
        >
          {job.reference}
        </Link>,
        <time key="at" dateTime={job.at}>
          {time(job.at)}
        </time>,
        whatOf(job),
        endingOf(job),
        job.kind === 'repair' ? words.issues(job.fixed, job.found) : '–',
        `${job.engine ? engineNames[job.engine] : '–'}${job.switches > 0 ? `, ${words.switches(job.switches)}` : ''}`,
      ],
    }))}
  />
)
