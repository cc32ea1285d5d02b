import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { plans } from '../../../../contract/plans.ts'
import { useBatches } from '../../data/batch.ts'
import { useHistory } from '../../data/history.ts'
import { usePlan } from '../../data/plan.ts'
import { batchDesk } from '../../live/batches.ts'
import { desk, useDesk } from '../../live/desk.ts'
import type { Desk } from '../../live/repair-desk.ts'
import { Badge } from '../../parts/badge.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { classNames } from '../../parts/class-names.ts'
import { Failed } from '../../parts/failed.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { TooltipProvider } from '../../parts/tooltip.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { BatchTab } from './batch-tab.tsx'
import { Ended } from './ended.tsx'
import { RecentRepairs } from './recent-repairs.tsx'
import { Running } from './running.tsx'
import { SuggestionsArea } from './suggestions-area.tsx'
import { UploadForm } from './upload-form.tsx'

const words = texts.repair

/** Home of those who are signed in: one repair on one screen, and what lies around it. */
export default function RepairCentre() {
  useTitle(words.title)
  const state = useDesk()
  const [file, setFile] = useState<File>()
  const { data: plan } = usePlan()
  const { data: history } = useHistory()
  useResume(history?.find(({ status, batchId }) => status === 'processing' && !batchId)?.id, history !== undefined)
  const [tab, setTab] = useTab(plan?.currentPlan ?? 'free')
  useClearedFile(state, () => setFile(undefined))

  function show(jobId: string) {
    setTab('upload')
    void desk.open(jobId)
  }

  const isEnded = state.at === 'ended'
  const situation = {
    plan: plan?.currentPlan ?? 'free',
    history: history?.length ?? 0,
    quality: isEnded ? state.record.scores?.overallScore : undefined,
    advice: isEnded ? state.record.aiAnalysis?.recommendations[0] : undefined,
    hour: new Date().getHours(),
  }

  return (
    <Page>
      <Heading plan={plan?.currentPlan ?? 'free'} />
      <div className={classNames('mt-8 grid grid-cols-1 items-start gap-8', !isEnded && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <div className="min-w-0">
          <Tabs
            label={words.tabs.label}
            open={{ value: tab, onValue: setTab }}
            tabs={[
              {
                value: 'upload',
                label: words.tabs.upload,
                content: <UploadTab state={state} file={file} onFile={setFile} />,
              },
              { value: 'batch', label: texts.batch.tab, content: <BatchTab plan={plan?.currentPlan ?? 'free'} onShow={show} /> },
              { value: 'demo', label: words.tabs.demo, content: <DemoTab /> },
            ]}
          />
        </div>
        <aside className={classNames('grid min-w-0 grid-cols-1 gap-8', isEnded && 'lg:grid-cols-2')}>
          {plan && <SuggestionsArea situation={situation} />}
          <TooltipProvider>
            <RecentRepairs />
          </TooltipProvider>
        </aside>
      </div>
      <Features />
      <ConverterPromo />
    </Page>
  )
}

function Heading({ plan }: { plan: keyof typeof plans }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      <div className="flex items-center gap-1">
        <Badge tone={plan === 'free' ? 'ink' : 'blue'}>{plans[plan].displayName}</Badge>
        {plan !== 'publisher' && (
          <Link to="/pricing" className={buttonClass('quiet', 'px-3!')}>
            {words.upgrade}
          </Link>
        )}
      </div>
    </div>
  )
}

/** What stood here took the keyboard's place with it; the reader goes on at what stands here now. */
function useKeptFocus(at: Desk['at']) {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef(at)
  useEffect(() => {
    if (last.current !== at && (document.activeElement === null || document.activeElement === document.body)) ref.current?.focus()
    last.current = at
  }, [at])
  return ref
}

function UploadTab(props: Parameters<typeof OnTheDesk>[0]) {
  const ref = useKeptFocus(props.state.at)
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <OnTheDesk {...props} />
    </div>
  )
}

function OnTheDesk({ state, file, onFile }: { state: Desk; file: File | undefined; onFile: (file: File | undefined) => void }) {
  switch (state.at) {
    case 'running':
      return <Running state={state} />
    case 'ended':
      return <Ended record={state.record} />
    case 'looking':
      return <Looking />
    case 'unknown':
      return <Failed what={words.notLoaded} error={state.error} onRetry={() => void desk.open(state.jobId)} />
    case 'empty':
      return <UploadForm file={file} onFile={onFile} disabled={false} refused={state.refused} />
  }
}

const Looking = () => (
  <Card aria-busy="true">
    <p role="status" className="sr-only">
      {words.looking}
    </p>
    <Skeleton className="h-6 w-2/5" />
    <Skeleton className="mt-6 h-2 w-full" />
    <div className="mt-6 grid grid-cols-2 gap-4 sm:grid-cols-4">
      {[1, 2, 3, 4].map((stage) => (
        <Skeleton key={stage} className="h-9" />
      ))}
    </div>
  </Card>
)

const Demo = lazy(async () => ({ default: (await import('../demo/demo.tsx')).Demo }))

const DemoTab = () => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Demo />
  </Suspense>
)

const icons: readonly IconName[] = ['retry', 'scale', 'eye']

const Features = () => (
  <section aria-label={words.features.label} className="mt-12">
    <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
      {words.features.cards.map(({ title, text }, index) => (
        <li key={title} className="bg-sheet p-5">
          <Icon name={icons[index] ?? 'note'} className="size-6 text-blue" />
          <h2 className="mt-3 text-18">{title}</h2>
          <p className="mt-1 text-quiet">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)

const ConverterPromo = () => (
  <section
    aria-labelledby="converter"
    className="mt-8 flex flex-wrap items-center justify-between gap-4 rounded-sheet border border-rule bg-blue-wash p-5"
  >
    <div>
      <h2 id="converter" className="text-18">
        {words.converter.heading}
      </h2>
      <p className="text-quiet">{words.converter.text}</p>
    </div>
    <Link to="/converter" className={buttonClass('plain')}>
      {words.converter.link}
    </Link>
  </section>
)

/** Once a visit: what this tab was at before the reload, or the running job that the history names. */
function useResume(running: string | undefined, isKnown: boolean) {
  const isResumed = useRef(false)
  useEffect(() => {
    if (!isResumed.current) desk.resume()
    isResumed.current = true
  }, [])
  const isAdopted = useRef(false)
  useEffect(() => {
    if (!isKnown || isAdopted.current) return
    isAdopted.current = true
    desk.resume(running)
  }, [running, isKnown])
}

/** The tab of a batch is open where one is at work, also when the page was left and entered again. */
function useTab(plan: keyof typeof plans) {
  const [tab, setTab] = useState(() => (batchDesk.state().at === 'empty' ? 'upload' : 'batch'))
  const { data: batches } = useBatches(plans[plan].allowBatchProcessing)
  const isResumed = useRef(false)
  useEffect(() => {
    if (!batches || isResumed.current) return
    isResumed.current = true
    batchDesk.resume(batches.find(({ status, arrived }) => status === 'processing' && arrived > 0)?.batchId)
    if (batchDesk.state().at !== 'empty') setTab('batch')
  }, [batches])
  return [tab, setTab] as const
}

/** A book that was repaired is not offered again; one that was refused is still there. */
function useClearedFile(state: Desk, clear: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a job clears
  useEffect(() => {
    if (state.at === 'ended') clear()
  }, [state.at])
}
