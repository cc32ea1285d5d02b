import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DemoSampleId } from '../../../../contract/calls/demo.ts'
import { fetchDemoJob, start, useSamples } from '../../data/demo.ts'
import { explain, HttpError } from '../../data/http-error.ts'
import { liveSocket } from '../../live/live-socket.ts'
import { notify } from '../../parts/notices.ts'
import { texts } from '../../texts/texts.ts'
import { AiTools } from './ai-tools.tsx'
import { DemoResult } from './demo-result.tsx'
import { createDemoRun } from './demo-run.ts'
import { DemoRunning } from './demo-running.tsx'
import { DemoLinks } from './links.tsx'
import { SamplePicker } from './sample-picker.tsx'

const words = texts.demo

const makeRun = () =>
  createDemoRun({
    start,
    fetchJob: fetchDemoJob,
    subscribe: liveSocket.subscribe,
    now: () => Date.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onDone: () => notify({ ...words.notices.complete, tone: 'done' }),
    onError: (error) =>
      notify({
        title: words.notices.error.title,
        ...explain(error, error instanceof HttpError ? words.notices.error.description : words.notices.lost),
      }),
  })

/** "Try Before You Buy": pick a broken book, watch it being repaired, see what was changed. */
export function Demo({ level = 2 }: { level?: 2 | 3 }) {
  const [run] = useState(makeRun)
  const state = useSyncExternalStore(run.onChange, run.state, run.state)
  const samples = useSamples()
  const [picked, setPicked] = useState<DemoSampleId>()
  const focus = useFocusOnChange(state.at)
  useEffect(() => run.reset, [run])
  const Heading = level === 2 ? 'h2' : 'h3'
  const sample = samples.data?.find(({ id }) => id === picked)

  return (
    <section aria-labelledby="demo-heading" id="demo" className="min-w-0">
      <Heading id="demo-heading" className={level === 2 ? 'text-28 lg:text-36' : 'text-22'}>
        {words.heading}
      </Heading>
      <p className="mt-2 max-w-measure text-18 text-quiet">{words.text}</p>
      <div ref={focus} tabIndex={-1} className="mt-6 outline-none">
        {state.at === 'done' ? (
          <DemoResult
            {...state}
            onAgain={() => {
              setPicked(undefined)
              run.reset()
            }}
          />
        ) : (
          <>
            <SamplePicker
              samples={samples}
              picked={state.at === 'picking' ? picked : state.sample.id}
              isBusy={state.at !== 'picking'}
              onPick={setPicked}
              onStart={() => sample && void run.begin(sample)}
            />
            {state.at === 'running' && <DemoRunning {...state} />}
          </>
        )}
      </div>
      <AiTools />
      <DemoLinks />
    </section>
  )
}

/** The result takes the place of what had the keyboard. */
function useFocusOnChange(at: string) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef(at)
  useEffect(() => {
    const isNew = last.current !== at && (at === 'done' || last.current === 'done')
    if (isNew && (document.activeElement === null || document.activeElement === document.body)) ref.current?.focus()
    last.current = at
  }, [at])
  return ref
}
