import { useEffect, useState } from 'react'
import { clock } from '../../live/estimate.ts'
import { Card } from '../../parts/card.tsx'
import { ProgressLine } from '../../parts/progress-line.tsx'
import { texts } from '../../texts/texts.ts'
import type { Run } from './demo-run.ts'

const words = texts.demo.running

/** The four stages, live; the timer ticks each second. */
export function DemoRunning({ sample, job, startedAt }: Extract<Run, { at: 'running' }>) {
  const isOver = job.phase !== 'processing'
  return (
    <Card className="mt-6" aria-labelledby="demo-running">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id="demo-running" className="text-18">
          {words.heading(sample.name)}
        </h3>
        <p className="text-quiet figures">
          {words.elapsed} <Elapsed since={startedAt} />
        </p>
      </div>
      <div className="mt-4">
        <ProgressLine stages={job.stages} label={words.progress(sample.name)} />
      </div>
      <p role="status" className="mt-4 min-h-6 text-quiet figures">
        {isOver ? words.showing : job.found > 0 ? words.found(job.found, job.fixed) : ''}
      </p>
    </Card>
  )
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span role="timer">{clock(now - since)}</span>
}
