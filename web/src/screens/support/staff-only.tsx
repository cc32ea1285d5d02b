import type { ReactNode } from 'react'
import { useAuth } from '../../data/auth.ts'
import { Opening } from '../../routes/home.tsx'
import { NotFound } from '../not-found/not-found.tsx'

/** To everybody but support this screen does not exist; the server answers the same, with its status. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { user, isLoading } = useAuth()
  if (isLoading) return <Opening />
  return user?.roles.includes('support') ? children : <NotFound />
}
