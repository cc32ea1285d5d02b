import { lazy, Suspense } from 'react'
import { mayConvert } from '../../../../contract/conversion.ts'
import { useAuth } from '../../data/auth.ts'
import { usePlan } from '../../data/plan.ts'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../routes/use-title.ts'
import { texts } from '../../texts/texts.ts'
import { FormatsPanel } from './formats-panel.tsx'
import { PremiumFeature } from './premium-feature.tsx'
import { RecentConversions } from './recent-conversions.tsx'

/** The bench has a socket and no place in pages that are drawn at the build. */
const Workbench = lazy(() => import('./workbench.tsx'))

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
        <Suspense fallback={<Asking />}>
          <Workbench plan={plan.currentPlan} />
        </Suspense>
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
