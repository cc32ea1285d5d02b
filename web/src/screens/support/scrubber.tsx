import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import type { SupportEvent, SupportJob } from '../../../../contract/calls/support.ts'
import { Button } from '../../parts/button.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { copy } from './copy.ts'
import { MomentCard } from './moment-card.tsx'
import { actorName, exactTime } from './words.ts'

const words = texts.support.scrubber

/** The job at any of its events: by the slider, its keys, the buttons beside it, or a click on the event. It stands in the address. */
export function Scrubber({ job }: { job: SupportJob }) {
  const { at: asked } = useSearch({ strict: false })
  const navigate = useNavigate()
  const field = useId()
  const last = job.moments.length
  const at = Math.min(Math.max(asked ?? last, 1), last)
  const go = (next: number) =>
    void navigate({
      to: '/support/jobs/$jobId',
      params: { jobId: job.jobId },
      search: { at: Math.min(Math.max(next, 1), last) },
      replace: true,
      resetScroll: false,
    })
  const current = job.events.find(({ of, moment }) => of === 'job' && moment === at)
  const moment = job.moments[at - 1]
  if (!current || !moment) return null
  const link = () => copy(new URL(`/support/jobs/${job.jobId}?at=${at}`, window.location.href).href, words.linkCopied)
  return (
    <Section heading={words.heading}>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button aria-label={words.previous} aria-disabled={at === 1} onClick={() => go(at - 1)}>
          ‹
        </Button>
        <label htmlFor={field} className="sr-only">
          {words.label}
        </label>
        <input
          id={field}
          type="range"
          min={1}
          max={last}
          value={at}
          aria-valuetext={words.spoken(at, last, current.type, exactTime(current.at))}
          onChange={({ target }) => go(Number(target.value))}
          className="h-11 min-w-40 flex-1 accent-(--blue)"
        />
        <Button aria-label={words.next} aria-disabled={at === last} onClick={() => go(at + 1)}>
          ›
        </Button>
        <Button icon="copy" className="text-14!" onClick={() => void link()}>
          {words.copyLink}
        </Button>
      </div>
      <p className="mt-1 text-14 text-quiet figures" aria-hidden="true">
        {words.position(at, last)} · {exactTime(current.at)}
      </p>
      <div className="mt-4 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <MomentCard moment={moment} before={job.moments[at - 2]} />
        <Events events={job.events} at={at} onChoose={go} />
      </div>
    </Section>
  )
}

/** All in their order; those beside the job's own stream belong to the moment at which they happened. */
function Events({ events, at, onChoose }: { events: readonly SupportEvent[]; at: number; onChoose: (moment: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  // the list moves with the slider, the page does not
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment is the reason to run, not an input
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current]')?.closest('li')
    if (list.current && line) list.current.scrollTop = line.offsetTop - list.current.offsetTop - line.offsetHeight
  }, [at])
  return (
    <section aria-label={words.events} className="min-w-0 lg:order-first">
      <h3 className="text-18">{words.events}</h3>
      <ol ref={list} className="mt-2 max-h-120 divide-y divide-rule overflow-y-auto rounded-sheet border border-rule">
        {events.map((event) => (
          <Line
            key={event.position}
            event={event}
            isCurrent={event.of === 'job' && event.moment === at}
            onChoose={() => onChoose(Math.max(1, event.moment))}
          />
        ))}
      </ol>
    </section>
  )
}

function Line({ event, isCurrent, onChoose }: { event: SupportEvent; isCurrent: boolean; onChoose: () => void }) {
  const { of, type, at, actor, data, moment } = event
  return (
    <li className={classNames('px-3 py-2', isCurrent && 'bg-blue-wash')}>
      <button
        type="button"
        onClick={onChoose}
        aria-current={isCurrent ? 'step' : undefined}
        className="flex min-h-11 w-full flex-wrap items-baseline gap-x-3 text-start hover:text-blue"
      >
        <span className="w-8 shrink-0 text-14 text-quiet figures">{of === 'job' ? moment : ''}</span>
        <span className="font-semibold">{type}</span>
        {of !== 'job' && <span className="text-14 text-quiet">{words.of[of]}</span>}
        <span className="ms-auto text-14 text-quiet figures">
          <time dateTime={at}>{exactTime(at)}</time>
        </span>
        <span className="w-full ps-11 text-14 break-all text-quiet">{actorName(actor)}</span>
      </button>
      {Object.keys(data).length > 0 && (
        <details className="ps-11">
          <summary
            aria-label={words.payloadOf(type, moment)}
            className="inline-flex min-h-8 items-center text-14 text-blue underline"
          >
            {words.payload}
          </summary>
          <pre className="mt-1 font-mono text-12 break-all whitespace-pre-wrap">{JSON.stringify(data, null, 2)}</pre>
        </details>
      )}
    </li>
  )
}
