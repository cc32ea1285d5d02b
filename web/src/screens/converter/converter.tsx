import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { defaultOptions, filesPerBatch, manuscriptBytes, mayConvert, type OutputFormat } from '../../../../contract/conversion.ts'
import type { PlanName } from '../../../../contract/plans.ts'
import { useAuth } from '../../data/auth.ts'
import { formatsQuery, useConversionHistory } from '../../data/converter.ts'
import { usePlan } from '../../data/plan.ts'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { BatchFiles } from './batch-files.tsx'
import { FormatsPanel } from './formats-panel.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { PremiumFeature } from './premium-feature.tsx'
import { RecentConversions } from './recent-conversions.tsx'
import { SingleFile } from './single-file.tsx'
import { useBatch } from './use-batch.ts'

const words = texts.converter

/** Manuscripts into books. Which plan may is shown here and decided by the server. */
export default function Converter() {
  useTitle(words.title)
  const { user, isLoading } = useAuth()
  const { data: plan, isPending, isError } = usePlan()
  const isAsking = isLoading || (user !== undefined && isPending && !isError)

  return (
    <Page>
      <h1 className="text-28 sm:text-36">{words.heading}</h1>
      <p className="mt-3 max-w-measure text-18 text-quiet">{words.intro}</p>
      {isAsking ? (
        <Asking />
      ) : user && plan && mayConvert(plan.currentPlan) ? (
        <Workbench plan={plan.currentPlan} />
      ) : (
        <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <PremiumFeature />
          <div className="grid min-w-0 grid-cols-1 gap-8">
            <FormatsPanel />
            <RecentConversions />
          </div>
        </div>
      )}
    </Page>
  )
}

const Asking = () => (
  <div aria-busy="true" className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
    <div>
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <Skeleton className="h-72 w-full" />
    </div>
    <FormatsPanel />
  </div>
)

function Workbench({ plan }: { plan: PlanName }) {
  const { data: formats } = useQuery(formatsQuery)
  const [format, setFormat] = useState<OutputFormat>('epub')
  const [options, setOptions] = useState(defaultOptions)
  const batch = useBatch()
  const openTab = useResume(batch.open)
  const shared = {
    formats: formats?.output ?? [],
    types: (formats?.input ?? []).map(({ value }) => `.${value}`),
    maxBytes: manuscriptBytes(plan),
    format,
    onFormat: setFormat,
    options,
  }

  return (
    <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        {formats ? (
          <Tabs
            key={openTab}
            label={words.tabs.label}
            {...(openTab && { first: openTab })}
            tabs={[
              { value: 'single', label: words.tabs.single, content: <SingleFile {...shared} /> },
              {
                value: 'batch',
                label: words.tabs.batch,
                content: <BatchFiles {...shared} batch={batch} limit={filesPerBatch(plan)} />,
              },
            ]}
          />
        ) : (
          <Skeleton className="h-72 w-full" />
        )}
      </div>
      <aside className="grid min-w-0 grid-cols-1 gap-8">
        <OptionsPanel options={options} onOptions={setOptions} isDisabled={batch.isSending} />
        <RecentConversions />
        <FormatsPanel />
      </aside>
    </div>
  )
}

/** Once a visit: the batch that is at work is there again, wherever it was begun. */
function useResume(open: (batchId: string) => void): 'batch' | undefined {
  const { data: history } = useConversionHistory()
  const isAsked = useRef(false)
  const [tab, setTab] = useState<'batch'>()
  useEffect(() => {
    if (!history || isAsked.current) return
    isAsked.current = true
    const running = history.find(({ status, batchId }) => status === 'processing' && batchId !== undefined)?.batchId
    if (!running) return
    open(running)
    setTab('batch')
  }, [history, open])
  return tab
}
