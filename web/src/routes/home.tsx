import { lazy, Suspense } from 'react'
import { useAuth } from '../data/auth.ts'
import { Page } from '../parts/page.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Landing } from '../screens/landing/landing.tsx'
import { useSignInProblem } from './sign-in-problem.ts'

const RepairCentre = lazy(() => import('../screens/repair-centre/repair-centre.tsx'))

/** The landing page for visitors and while it is not known who is there; the repair centre for those signed in. */
export function Home() {
  const { user } = useAuth()
  useSignInProblem()
  return <Suspense fallback={<Opening />}>{user ? <RepairCentre /> : <Landing />}</Suspense>
}

export const Opening = () => (
  <Page>
    <Skeleton className="h-9 w-72 max-w-full" />
    <Skeleton className="mt-8 h-80 w-full" />
  </Page>
)
