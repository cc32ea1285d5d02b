import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAuth } from '../../data/auth.ts'
import { Page } from '../../parts/page.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

/** The payment pages are for those who are signed in; others are sent to the prices. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { user, isLoading } = useAuth()
  if (isLoading) return <Waiting />
  return user ? children : <Navigate to="/pricing" replace />
}

const Waiting = () => (
  <Page>
    <Skeleton className="h-9 w-56 max-w-full" />
    <Skeleton className="mt-8 h-72 w-full" />
  </Page>
)
