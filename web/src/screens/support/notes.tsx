import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { mostNote, type SupportJob } from '../../../../contract/calls/support.ts'
import { explain } from '../../data/http-error.ts'
import { noteOn, supportJobQuery } from '../../data/support.ts'
import { buttonClass } from '../../parts/button.tsx'
import { notify } from '../../parts/notices.ts'
import { Section } from '../../parts/section.tsx'
import { texts } from '../../texts/texts.ts'
import { actorName, time } from './words.ts'

const words = texts.support.notes

export function Notes({ job: { jobId, notes } }: { job: SupportJob }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const ids = { field: useId(), hint: useId() }
  const adding = useMutation({
    mutationFn: () => noteOn(jobId, text),
    onSuccess: () => {
      setText('')
      return client.invalidateQueries({ queryKey: supportJobQuery(jobId).queryKey })
    },
    onError: (error) => notify({ title: words.failed.title, ...explain(error, words.failed.text) }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!adding.isPending && text.trim()) adding.mutate()
  }
  return (
    <Section heading={words.heading}>
      {notes.length === 0 ? (
        <p className="mt-3 text-quiet">{words.none}</p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {notes.map(({ noteId, at, by, text: note }) => (
            <li key={noteId} className="border-s-2 border-blue ps-3">
              <p className="break-words whitespace-pre-line">{note ?? <span className="text-quiet">{words.gone}</span>}</p>
              <p className="text-14 text-quiet figures">
                {actorName(by)}, <time dateTime={at}>{time(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="mt-4">
        <label htmlFor={ids.field} className="text-14 font-semibold">
          {words.label}
        </label>
        <textarea
          id={ids.field}
          aria-describedby={ids.hint}
          maxLength={mostNote}
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="mt-1 w-full rounded-sheet border border-edge bg-sheet px-3 py-2"
        />
        <p id={ids.hint} className="text-14 text-quiet">
          {words.hint}
        </p>
        <button type="submit" aria-disabled={adding.isPending || !text.trim()} className={buttonClass('plain', 'mt-3')}>
          {adding.isPending ? words.busy : words.add}
        </button>
      </form>
    </Section>
  )
}

const shown = 20

/** The newest first. */
export const Looks = ({ looks }: Pick<SupportJob, 'looks'>) => (
  <Section heading={texts.support.looks.heading}>
    {looks.length === 0 ? (
      <p className="mt-3 text-quiet">{texts.support.looks.none}</p>
    ) : (
      <ul className="mt-3 grid gap-1 text-14 figures">
        {looks
          .toReversed()
          .slice(0, shown)
          .map(({ at, by, what }) => (
            <li key={`${at}${by.name}${what}`}>
              <time dateTime={at}>{time(at)}</time> <span className="break-all">{actorName(by)}</span>{' '}
              <span className="text-quiet">{texts.support.looks.what[what]}</span>
            </li>
          ))}
      </ul>
    )}
  </Section>
)
