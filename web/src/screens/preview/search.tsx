import { useId, useState } from 'react'
import type { PreviewChapter } from '../../../../contract/calls/preview.ts'
import type { PreviewVersion } from '../../../../contract/preview.ts'
import { Button } from '../../parts/button.tsx'
import { texts } from '../../texts/texts.ts'
import { mostMatches } from './find.ts'
import type { Goal } from './use-place.ts'
import { type Outcome, useSearch } from './use-search.ts'

const words = texts.preview.search

interface Props {
  readonly jobId: string
  readonly version: PreviewVersion
  readonly chapters: readonly PreviewChapter[]
  readonly onGo: (goal: Goal) => void
}

/** Through all chapters, as a regular expression. Matching runs beside the page and is stopped after its time. */
export function Search({ jobId, version, chapters, onGo }: Props) {
  const id = useId()
  const [pattern, setPattern] = useState('')
  const { outcome, search } = useSearch(jobId, version)
  const isBusy = outcome?.state === 'loading' || outcome?.state === 'searching'
  return (
    <section aria-labelledby={`${id}-heading`} className="min-w-0">
      <h2 id={`${id}-heading`} className="text-18">
        {words.heading}
      </h2>
      <search>
        <form
          className="mt-3"
          onSubmit={(event) => {
            event.preventDefault()
            void search(pattern)
          }}
        >
          <label htmlFor={id} className="text-14 font-semibold">
            {words.label}
          </label>
          <div className="mt-1 flex gap-2">
            <input
              id={id}
              type="search"
              value={pattern}
              maxLength={1000}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-hint`}
              onChange={(event) => setPattern(event.target.value)}
              className="min-h-11 w-full min-w-0 rounded-sheet border border-edge bg-sheet px-3 font-mono text-14"
            />
            <Button type="submit">{words.go}</Button>
          </div>
          <p id={`${id}-hint`} className="mt-1 text-14 text-quiet">
            {words.hint}
          </p>
        </form>
      </search>
      <p role="status" data-answers={isBusy ? undefined : outcome?.pattern} className="mt-3 text-14 empty:hidden">
        {isBusy ? words.busy : outcome && saidOf(outcome)}
      </p>
      {outcome && !isBusy && outcome.matches.length > 0 && (
        <ol aria-label={words.results} className="mt-2 max-h-80 divide-y divide-rule overflow-y-auto">
          {outcome.matches.map(({ chapter, from, to, before, text, after }) => (
            <li key={`${chapter} ${from}`}>
              <button
                type="button"
                className="block w-full px-1 py-2 text-start text-14 hover:bg-blue-wash"
                onClick={() => onGo({ chapter, found: [from, to] })}
              >
                <bdi className="block text-12 text-quiet">{chapters[chapter]?.title}</bdi>
                <bdi className="break-words">
                  {before}
                  <mark className="bg-amber-wash font-semibold text-ink">{text}</mark>
                  {after}
                </bdi>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function saidOf({ state, isLiteral, matches }: Outcome): string {
  if (state === 'failed') return words.failed
  const count = matches.length === 0 ? words.none : words.found(matches.length, matches.length >= mostMatches)
  if (state === 'stopped') return `${words.stopped} ${matches.length > 0 ? count : ''}`.trim()
  return isLiteral ? `${words.literal} ${count}` : count
}
