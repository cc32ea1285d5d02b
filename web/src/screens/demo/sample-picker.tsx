import { useId } from 'react'
import type { DemoSample, DemoSampleId } from '../../../../contract/calls/demo.ts'
import type { IssueSeverity } from '../../../../contract/quality.ts'
import type { useSamples } from '../../data/demo.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Failed } from '../../parts/failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.demo
const tones: Record<IssueSeverity, Tone> = { critical: 'red', major: 'amber', minor: 'ink' }

interface Props {
  readonly samples: ReturnType<typeof useSamples>
  readonly picked: DemoSampleId | undefined
  readonly isBusy: boolean
  readonly onPick: (id: DemoSampleId) => void
  readonly onStart: () => void
}

/** The three books; nothing can be chosen while one is at work. */
export function SamplePicker({ samples: { data, error, refetch }, picked, isBusy, onPick, onStart }: Props) {
  if (error) return <Failed what={words.notLoaded} error={error} onRetry={() => void refetch()} />
  if (!data) return <Fetching />
  return (
    <>
      <fieldset disabled={isBusy}>
        <legend className="sr-only">{words.pick}</legend>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
          {data.map((sample) => (
            <SampleCard key={sample.id} sample={sample} isPicked={sample.id === picked} onPick={() => onPick(sample.id)} />
          ))}
        </div>
      </fieldset>
      <div className="mt-5">
        <Button look="primary" disabled={!picked || isBusy} onClick={onStart}>
          {words.start}
        </Button>
      </div>
    </>
  )
}

function SampleCard({ sample, isPicked, onPick }: { sample: DemoSample; isPicked: boolean; onPick: () => void }) {
  const text = useId()
  return (
    <label className="flex cursor-pointer flex-col rounded-sheet border border-edge bg-sheet p-4 transition-colors hover:border-blue has-checked:border-blue has-checked:bg-blue-wash has-disabled:cursor-default has-disabled:opacity-70 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue">
      <span className="flex items-start gap-3">
        <input
          type="radio"
          name="demo-sample"
          className="mt-1 size-4 shrink-0 accent-blue"
          checked={isPicked}
          onChange={onPick}
          aria-describedby={text}
        />
        <span className="text-18 font-semibold">{sample.name}</span>
      </span>
      <span id={text} className="mt-2 flex flex-1 flex-col">
        <span className="text-quiet">{sample.description}</span>
        <span className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-4 text-14">
          <span className="font-semibold figures">{words.issues(sample.issues)}</span>
          <span className="text-quiet figures">{words.size(sample.fileSize)}</span>
          <Badge tone={tones[sample.severity]}>{texts.issues.severities[sample.severity]}</Badge>
        </span>
      </span>
    </label>
  )
}

const Fetching = () => (
  <div aria-busy="true" className="grid grid-cols-1 gap-4 md:grid-cols-3">
    <p role="status" className="sr-only">
      {words.loading}
    </p>
    {[1, 2, 3].map((one) => (
      <Skeleton key={one} className="h-40" />
    ))}
  </div>
)
