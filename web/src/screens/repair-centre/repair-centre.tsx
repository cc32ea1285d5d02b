import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { plans } from '../../../../contract/plans.ts'
import { useHistory } from '../../data/history.ts'
import { usePlan } from '../../data/plan.ts'
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
import { Ended } from './ended.tsx'
import { RecentRepairs } from './recent-repairs.tsx'
import { Running } from './running.tsx'
import { SuggestionsArea } from './suggestions-area.tsx'
import { UploadForm } from './upload-form.tsx'

/** Home of those who are signed in: one repair on one screen, and what lies around it. */
export default function RepairCentre() {
  useTitle('EPUB Repair Center · Bookmender')
  const state = useDesk()
  const [file, setFile] = useState<File>()
  const { data: plan } = usePlan()
  const { data: history } = useHistory()
  useResume(history?.find(({ status }) => status === 'processing')?.id, history !== undefined)
  useClearedFile(state, () => setFile(undefined))

  const isEnded = state.at === 'ended'
  const situation = {
    plan: plan?.currentPlan ?? 'free',
    history: history?.length ?? 0,
    quality: isEnded ? state.record.scores?.overallScore : undefined,
    hour: new Date().getHours(),
  }

  return (
    <Page>
      <Heading plan={plan?.currentPlan ?? 'free'} />
      <div className={classNames('mt-8 grid grid-cols-1 items-start gap-8', !isEnded && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <div className="min-w-0">
          <Tabs
            label="Repair"
            tabs={[
              {
                value: 'upload',
                label: 'Upload Your EPUB',
                content: <UploadTab state={state} file={file} onFile={setFile} />,
              },
              { value: 'demo', label: 'Try Demo', content: <DemoSoon /> },
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
      <h1 className="text-28 sm:text-36">EPUB Repair Center</h1>
      <div className="flex items-center gap-1">
        <Badge tone={plan === 'free' ? 'ink' : 'blue'}>{plans[plan].displayName}</Badge>
        {plan !== 'publisher' && (
          <Link to="/pricing" className={buttonClass('quiet', 'px-3!')}>
            Upgrade
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
      return <Failed what="This repair could not be loaded." error={state.error} onRetry={() => void desk.open(state.jobId)} />
    case 'empty':
      return <UploadForm file={file} onFile={onFile} disabled={false} refused={state.refused} />
  }
}

const Looking = () => (
  <Card aria-busy="true">
    <p role="status" className="sr-only">
      Looking up your repair
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

const DemoSoon = () => (
  <Card>
    <h2 className="text-22">The demo is coming</h2>
    <p className="mt-2 max-w-measure text-quiet">
      Three damaged sample books, really repaired while you watch. It is not open yet; your own book can be repaired now under
      “Upload Your EPUB”.
    </p>
  </Card>
)

const cards: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'retry',
    title: 'Three engines, one after another',
    text: 'Where the first engine cannot go on, the next takes over. The original is never overwritten.',
  },
  {
    icon: 'scale',
    title: 'Judged by EPUBCheck',
    text: 'The checker that shops use reads your book before and after, and six platforms are compared.',
  },
  {
    icon: 'eye',
    title: 'Every correction shown',
    text: 'What was struck out, what was put in, where, and why. No word of yours is lost without being named.',
  },
]

const Features = () => (
  <section aria-label="What you get" className="mt-12">
    <ul className="grid grid-cols-1 gap-px overflow-hidden rounded-sheet border border-rule bg-rule md:grid-cols-3">
      {cards.map(({ icon, title, text }) => (
        <li key={title} className="bg-sheet p-5">
          <Icon name={icon} className="size-6 text-blue" />
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
        Need an e-book from a manuscript?
      </h2>
      <p className="text-quiet">The Ebook Converter will turn DOCX, HTML and text files into e-books.</p>
    </div>
    <Link to="/converter" className={buttonClass('plain')}>
      Ebook Converter
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

/** A book that was repaired is not offered again; one that was refused is still there. */
function useClearedFile(state: Desk, clear: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a job clears
  useEffect(() => {
    if (state.at === 'ended') clear()
  }, [state.at])
}
