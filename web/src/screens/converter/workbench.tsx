import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { defaultOptions, filesPerBatch, manuscriptBytes, mayConvert, type OutputFormat } from '../../../../contract/conversion.ts'
import type { PlanName } from '../../../../contract/plans.ts'
import { formatsQuery, useConversionHistory } from '../../data/converter.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { texts } from '../../texts/texts.ts'
import { BatchFiles } from './batch-files.tsx'
import { FormatChoice } from './format-choice.tsx'
import { FormatsPanel } from './formats-panel.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { RecentConversions } from './recent-conversions.tsx'
import { SingleFile } from './single-file.tsx'
import { useBatch } from './use-batch.ts'

const words = texts.converter

const tabs = ['single', 'batch'] as const
type TabName = (typeof tabs)[number]

/** Where those work whose plan has the converter. */
export default function Workbench({ plan }: { plan: PlanName }) {
  const { data: formats } = useQuery(formatsQuery)
  const [format, setFormat] = useState<OutputFormat>('epub')
  const [options, setOptions] = useState(defaultOptions)
  const [tab, setTab] = useState<TabName>('single')
  const batch = useBatch()
  useResume((batchId) => {
    batch.open(batchId)
    setTab('batch')
  })
  const shared = {
    types: (formats?.input ?? []).map(({ value }) => `.${value}`),
    maxBytes: manuscriptBytes(plan),
    format,
    options,
  }
  /** One for both tabs, so that nothing is chosen twice. */
  const choiceIn = (place: TabName) => (isDisabled: boolean) =>
    place === tab && (
      <FormatChoice
        formats={formats?.output ?? []}
        value={format}
        onValue={setFormat}
        isPremium={mayConvert(plan)}
        isDisabled={isDisabled}
      />
    )

  return (
    <div className="mt-8 grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:min-h-80">
        {formats ? (
          <Tabs
            label={words.tabs.label}
            open={{ value: tab, onValue: (value) => setTab(tabs.find((one) => one === value) ?? 'single') }}
            tabs={[
              {
                value: 'single',
                label: words.tabs.single,
                content: <SingleFile {...shared} formatChoice={choiceIn('single')} />,
              },
              {
                value: 'batch',
                label: words.tabs.batch,
                content: <BatchFiles {...shared} formatChoice={choiceIn('batch')} batch={batch} limit={filesPerBatch(plan)} />,
              },
            ]}
          />
        ) : (
          <Skeleton className="h-72 w-full" />
        )}
      </div>
      <aside className="grid min-w-0 grid-cols-1 gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <OptionsPanel options={options} onOptions={setOptions} isDisabled={batch.isSending} />
        <RecentConversions />
      </aside>
      <div className="min-w-0">
        <FormatsPanel isWide />
      </div>
    </div>
  )
}

/** Once a visit: the batch that is at work is there again, wherever it was begun. */
function useResume(open: (batchId: string) => void) {
  const { data: history } = useConversionHistory()
  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first history counts
  useEffect(() => {
    if (!history || isAsked.current) return
    isAsked.current = true
    const running = history.find(({ status, batchId }) => status === 'processing' && batchId !== undefined)?.batchId
    if (running) open(running)
  }, [history])
}
