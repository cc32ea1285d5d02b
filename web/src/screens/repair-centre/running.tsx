import { useEffect, useState } from 'react'
import { type Engine, engineNames } from '../../../../contract/engine.ts'
import { featureOf } from '../../../../contract/features.ts'
import type { IssueSeverity, processingSteps, Stage } from '../../../../contract/quality.ts'
import { formatSize } from '../../../../contract/upload.ts'
import { explain } from '../../data/http-error.ts'
import { desk, useIsLive } from '../../live/desk.ts'
import { clock, estimate } from '../../live/estimate.ts'
import { currentStage, type LiveFinding, overallProgress } from '../../live/job-state.ts'
import type { Desk } from '../../live/repair-desk.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { notify } from '../../parts/notices.ts'
import { ProgressLine } from '../../parts/progress-line.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'

type RunningDesk = Extract<Desk, { at: 'running' }>

const stepOf: Record<Stage, (typeof processingSteps)[number]> = {
  extraction: 'extracting',
  validation: 'analyzing',
  repair: 'repairing',
  quality: 'repackaging',
}

const words = texts.repair.running

/** The job at work: stages, engine, time, the latest findings, and the way out. */
export function Running({ state }: { state: RunningDesk }) {
  const { job, fileName, size, sending, isCancelling } = state
  const isLive = useIsLive()
  const overall = overallProgress(job)
  const isWaiting = overall === 0 && currentStage(job).status === 'pending'
  const at = job.phase === 'completed' ? 'complete' : isWaiting ? 'initializing' : stepOf[currentStage(job).id]
  const step = words.steps[at]
  useTitle(sending ? words.sendingTitle(fileName) : words.title(Math.floor(overall), step, fileName))

  return (
    <Card aria-labelledby="running">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="running" className="text-22">
          {step}
          <span aria-hidden="true">…</span>
        </h2>
        <p className="max-w-full min-w-0 text-14 text-quiet">
          <span className="font-mono break-all">{fileName}</span> <span className="figures">{formatSize(size)}</span>
        </p>
      </div>
      <p role="status" className="sr-only">
        {step}
      </p>
      <p className="mt-1 min-h-6 text-quiet figures">{sending ? <Sending {...sending} /> : connection(isLive)}</p>
      <div className="mt-4">
        <ProgressLine stages={job.stages} label={words.progress(fileName)} />
      </div>
      <Facts state={state} />
      {job.switched && (
        <p className="mt-4 flex gap-2 rounded-small border border-amber bg-amber-wash px-3 py-2 animate-appear">
          <Icon name="caret" className="mt-0.5 text-amber" />
          {job.switched}
        </p>
      )}
      <Findings found={job.found} fixed={job.fixed} latest={job.latest} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button disabled={isCancelling} onClick={cancel}>
          {isCancelling ? words.cancelling : words.cancel}
        </Button>
        <TellMe />
      </div>
    </Card>
  )
}

const connection = (isLive: boolean) => (isLive ? words.live : words.connecting)

async function cancel() {
  try {
    await desk.cancel()
  } catch (error) {
    notify({ title: texts.notices.cancellationFailed.title, ...explain(error, texts.notices.cancellationFailed.repair) })
  }
}

const Sending = ({ sent, total }: { sent: number; total: number }) => words.sending(formatSize(sent), formatSize(total))

function Facts({ state: { job, startedAt, movedAt } }: { state: RunningDesk }) {
  const now = useNow()
  const elapsed = now - startedAt
  const pace = { elapsed, still: now - movedAt, progress: overallProgress(job) }
  const engine = engineInUse(job.engine, job.stages.find(({ id }) => id === 'repair')?.status)
  return (
    <dl className="mt-6 grid gap-4 border-t border-rule pt-4 sm:grid-cols-[auto_auto_1fr] sm:gap-x-12">
      <Fact name={words.engine}>{engine}</Fact>
      <Fact name={words.elapsed}>
        <span role="timer">{clock(elapsed)}</span>
      </Fact>
      <Fact name={words.estimate}>{estimate(pace)}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-14 text-quiet">{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
)

function engineInUse(engine: Engine | undefined, repair: string | undefined) {
  const inUse = engine ?? (repair === 'active' ? 'primary' : undefined)
  return inUse ? `${words.engines[inUse]} (${engineNames[inUse]})` : words.noEngine
}

const inks: Record<IssueSeverity, string> = { critical: 'text-red', major: 'text-amber', minor: 'text-quiet' }

function Findings({ found, fixed, latest }: { found: number; fixed: number; latest: readonly LiveFinding[] }) {
  return (
    <div className="mt-4 border-t border-rule pt-4">
      <h3 className="font-sans text-14 font-normal text-quiet figures">
        {words.findings(found.toLocaleString('en'), fixed.toLocaleString('en'))}
      </h3>
      <ul aria-live="polite" className="mt-2 min-h-[7.5rem]">
        {latest.length === 0 && <li className="flex min-h-10 items-center text-quiet">{words.noFindings}</li>}
        {latest.map(({ key, feature, id, severity }) => (
          <li key={key} className="flex min-h-10 items-center gap-3 animate-appear">
            <Icon name="dele" className={inks[severity]} />
            <span className="min-w-0 flex-1 truncate">{featureOf(feature)?.name ?? words.remark}</span>
            <span className="font-mono text-12 text-quiet max-sm:hidden">{id}</span>
            <span className={`w-14 text-end text-14 ${inks[severity]}`}>{texts.issues.severities[severity]}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks for a notice of the browser's own only when the user wants one. */
function TellMe() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (permission === 'denied') return null
  if (permission === 'granted') return <p className="self-center text-14 text-quiet">{words.willTell}</p>
  return (
    <Button look="quiet" icon="bell" onClick={async () => setPermission(await Notification.requestPermission())}>
      {words.tellMe}
    </Button>
  )
}

/** The time, each second. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
